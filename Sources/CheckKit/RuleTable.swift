/// All rules. Each function creates the rules of one family; a new rule needs its file and one line here.
enum RuleTable {
  /// The documentation of all rules, in the order of the functions below.
  static var pages: [RulePage] {
    byteStream().map { $0.page } + h264().map { $0.page } + hevc().map { $0.page } + aac().map { $0.page } + flv().map { $0.page }
      + movie().map { $0.page } + files().map { $0.page }
  }

  /// The rules about files of any format.
  static func files() -> [FileRule] { [TargetContainer()] }
}
