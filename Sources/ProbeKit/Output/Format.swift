/// Output formats.
public enum Format: String, CaseIterable, Sendable {
  /// Text for people.
  case table
  /// One JSON document.
  case json
  /// One JSON object per line.
  case jsonl
  /// Comma-separated values with a header line.
  case csv
}

/// Version of the `--format json` documents, incremented when a key changes meaning or is removed.
public let schemaVersion: UInt64 = 1
