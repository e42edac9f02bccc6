extension RuleTable {
  /// The rules about AAC.
  static func aac() -> [AACRule] {
    [
      AACGarbage(), AACTagInside(), AACTruncated(), AACHeaderChanged(), AACCRC(), AACSeveralBlocks(), AACMPEG2(), AACNoProgram(),
      AACTooLarge(), AACEmptyBlock(), AACADTSInTrack(), AACUnreadable(), AACIrregular(), AACAfterBlock(), AACImplicit(),
      AACSBRMissing(), AACReservedRate(), AACSBRRate(), AACPSChannels(), AACShortFrames(), AACRareType(), AACReservedType(),
      AACReservedChannels(),
    ]
  }
}
