extension RuleTable {
  /// The rules about AAC.
  static func aac() -> [AACRule] {
    []
  }
}
