/// Output formats.
enum Format: String, CaseIterable {
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
let schemaVersion: UInt64 = 1
