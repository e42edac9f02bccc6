extension RuleTable {
  /// The rules about encrypted tracks.
  static func protection() -> [MovieRule] { [TrackEncryption(), SampleInformation(), ClearHeaders()] }
}
