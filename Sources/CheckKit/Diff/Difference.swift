/// How two files differ in one place.
public enum DiffChange: Sendable {
  /// Only the first file has it.
  case removed
  /// Only the second file has it.
  case added
  /// Both files have it, with different values.
  case changed
  /// Both files have it, in different places.
  case moved

  /// The name in JSON.
  var name: StaticString {
    switch self {
    case .removed: "removed"
    case .added: "added"
    case .changed: "changed"
    case .moved: "moved"
    }
  }
}

/// What one of the files has where they differ.
struct DiffSide {
  /// The value in words.
  var value: String
  /// The number of the sample in its track, from 0; nil if the difference is not about samples.
  var sample: Int?
  /// The presentation time of the sample in seconds; nil if it is not known.
  var seconds: Double?

  init(_ value: String, sample: Int? = nil, seconds: Double? = nil) {
    self.value = value
    self.sample = sample
    self.seconds = seconds
  }
}

/// The tracks that differences are about, one of each file.
struct DiffTracks {
  /// Their name in the titles of sections.
  var title: String
  /// The number of the track in the first file; nil if it has no such track.
  var a: Int?
  /// The number of the track in the second file.
  var b: Int?
}

/// One difference between two files.
struct Difference {
  var change: DiffChange
  /// The field, element or key that differs; empty if the values name it.
  var name = ""
  /// What the first file has; nil if it has nothing.
  var a: DiffSide?
  /// What the second file has; nil if it has nothing.
  var b: DiffSide?
  /// The number of consecutive samples that differ in the same way.
  var count = 1

  init(_ name: String, _ a: String?, _ b: String?) {
    self.name = name
    self.a = a.map { DiffSide($0) }
    self.b = b.map { DiffSide($0) }
    change = a == nil ? .added : b == nil ? .removed : .changed
  }

  init(_ change: DiffChange, _ a: DiffSide?, _ b: DiffSide?, count: Int) {
    self.change = change
    self.a = a
    self.b = b
    self.count = count
  }
}
