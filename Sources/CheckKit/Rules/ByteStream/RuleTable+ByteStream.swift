extension RuleTable {
  /// The rules about byte streams, whatever their codec.
  static func byteStream() -> [ByteStreamRule] {
    [
      AnnexBLeading(), AnnexBZeros(), AnnexBEndsInCode(), AnnexBNoUnit(),
    ]
  }
}
