/// The documentation of a rule.
public struct RulePage: Sendable {
  /// The identifier: family and name, such as `mp4.chunk-outside-file`. Stable across versions.
  public let id: StaticString
  /// The severity of its findings.
  public let severity: Severity
  /// What is wrong, in a few words.
  public let title: StaticString
  /// The clause of the specification, with edition; for a warning without one, the source of the claim.
  public let clause: StaticString
  /// The usual causes, and the effect on players and tools.
  public let cause: StaticString
  /// What to do about it.
  public let remedy: StaticString
  /// The command of this program that mends a finding where `check --fix` does not, with the placeholders `FILE`, `OUT` and `GOOD`; nil
  /// without any.
  let ownCommand: StaticString?
  /// The targets that the rule is about; empty for a rule about all files.
  public let targets: [CheckTarget]
  /// The severity for some targets; nil if it is the same for all.
  public let stricter: TargetSeverity?

  /// The severity of a rule for targets that need more than others.
  public struct TargetSeverity: Sendable {
    /// The severity.
    public var severity: Severity
    /// The targets that it is for.
    public var targets: [CheckTarget]

    /// Creates a severity for targets.
    public init(_ severity: Severity, _ targets: [CheckTarget]) {
      self.severity = severity
      self.targets = targets
    }
  }

  /// Creates a page.
  /// - Parameter command: the command that mends a finding, with the placeholders `FILE` and `OUT`, and `GOOD` for a file without the
  ///   fault.
  public init(
    _ id: StaticString, _ severity: Severity, _ title: StaticString, clause: StaticString, cause: StaticString, remedy: StaticString,
    command: StaticString? = nil, targets: [CheckTarget] = [], stricter: TargetSeverity? = nil
  ) {
    self.id = id
    self.severity = severity
    self.title = title
    self.clause = clause
    self.cause = cause
    self.remedy = remedy
    ownCommand = command
    self.targets = targets
    self.stricter = stricter
  }

  /// The severity of findings where the file is checked for these targets.
  public func severity(for targets: [CheckTarget]) -> Severity {
    guard let stricter, stricter.targets.contains(where: { targets.contains($0) }) else { return severity }
    return max(severity, stricter.severity)
  }

  /// The page with the severity for these targets.
  func judged(for targets: [CheckTarget]) -> RulePage {
    stricter == nil
      ? self
      : RulePage(
        id, severity(for: targets), title, clause: clause, cause: cause, remedy: remedy, command: ownCommand, targets: self.targets,
        stricter: stricter)
  }

  /// The command that mends a finding, with the placeholders `FILE` and `OUT`, and `GOOD` for a file without the fault; nil if no command
  /// does.
  public var command: String? { mend == nil ? ownCommand?.description : "mediaprobe check --fix FILE -o OUT" }

  /// The part of the identifier before the dot.
  public var family: String { String(id.description.prefix { $0 != "." }) }
}

/// Where a file is to be played or published.
public enum CheckTarget: UInt8, Sendable, CaseIterable {
  /// Safari on macOS and iOS.
  case safari
  /// Chrome and other browsers based on Chromium.
  case chrome
  /// QuickTime Player and AVFoundation.
  case quicktime
  /// Android's MediaPlayer and ExoPlayer.
  case android
  /// HTTP Live Streaming.
  case hls
  /// Common Media Application Format.
  case cmaf
  /// MPEG-DASH.
  case dash
  /// RTMP servers.
  case rtmp
  /// Progressive download by any browser.
  case web

  /// The name on the command line.
  public var name: StaticString {
    switch self {
    case .safari: "safari"
    case .chrome: "chrome"
    case .quicktime: "quicktime"
    case .android: "android"
    case .hls: "hls"
    case .cmaf: "cmaf"
    case .dash: "dash"
    case .rtmp: "rtmp"
    case .web: "web"
    }
  }

  /// Parses a name; nil for other text.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name.description == name }) else { return nil }
    self = found
  }
}
