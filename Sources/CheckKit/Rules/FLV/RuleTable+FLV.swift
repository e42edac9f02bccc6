extension RuleTable {
  /// The rules about FLV files.
  static func flv() -> [TagRule] {
    []
  }
}
