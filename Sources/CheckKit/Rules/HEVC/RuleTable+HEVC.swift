extension RuleTable {
  /// The rules about H.265 streams.
  static func hevc() -> [HEVCRule] {
    []
  }
}
