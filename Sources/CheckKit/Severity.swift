/// How serious a finding is.
public enum Severity: UInt8, Sendable, Comparable, CaseIterable {
  /// Worth knowing; nothing is wrong.
  case note
  /// Legal, but known to cause problems in players or tools.
  case warning
  /// Violates the specification.
  case error

  /// `note`, `warning`, `error`.
  public var name: StaticString {
    switch self {
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }

  /// Parses a name; nil for other text.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name.description == name }) else { return nil }
    self = found
  }

  /// Orders note < warning < error.
  public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
}
