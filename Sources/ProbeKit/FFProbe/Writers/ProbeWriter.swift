/// The state of an open section.
struct ProbeLevel {
  var section: ProbeSection
  /// Number of keys and sections printed in it.
  var count = 0
  /// Number of packets printed in a list.
  var packetCount = 0
  /// Prefix of the keys in it.
  var prefix = ""
  /// Whether its keys are printed among those of the enclosing section.
  var isNested = false
  /// Whether it contains sections whose keys are printed among its own.
  var hasNested = false
  /// Whether the section ends with a line feed.
  var endsLine = true
}

/// An output format. Subclasses override every member but `lines`.
class ProbeWriter {
  /// Whether keys with an unknown value are printed.
  var showsUnknown: Bool { true }
  /// Whether packets and frames are printed in one list if both are requested.
  var mixesPacketsAndFrames: Bool { false }
  /// Begins the last section of `levels`.
  func begin(_ levels: inout [ProbeLevel], _ output: inout OutputBuffer) {}
  /// Ends the last section of `levels`.
  func end(_ levels: inout [ProbeLevel], _ output: inout OutputBuffer) {}
  /// Writes a key and a number.
  func number(_ key: StaticString, _ value: Int64, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {}
  /// Writes a key and a string.
  func text(_ key: StaticString, _ value: String, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {}
  /// Writes a key and a trusted string of several lines; as any other string by default.
  func lines(_ key: StaticString, _ value: String, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    text(key, value, levels, &output)
  }
  /// Writes a key from the file and a string.
  func text(key: String, _ value: String, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {}
}
