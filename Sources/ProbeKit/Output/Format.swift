/// The forms in which a command prints.
public enum Format: String, CaseIterable, Sendable {
  /// For people.
  case table
  /// One document.
  case json
  /// One object a line.
  case jsonl
  /// Comma-separated values with a heading.
  case csv
}

/// The version of the documents that `--format json` prints; it grows when a key changes its meaning or goes away.
public let schemaVersion: UInt64 = 1
