import NALKit
import RemuxKit

/// A part of two files that a comparison is about.
public enum DiffPart: UInt8, CaseIterable, Sendable {
  /// Format, boxes and their fields, tracks, metadata.
  case container
  /// Parameter sets and other configurations of codecs.
  case headers
  /// The coded bytes of the samples.
  case samples
  /// Times, durations and flags of the samples.
  case times

  /// The name on the command line.
  public var name: StaticString {
    switch self {
    case .container: "container"
    case .headers: "headers"
    case .samples: "samples"
    case .times: "times"
    }
  }

  /// Parses a name; nil for other text.
  public init?(name: String) {
    switch name {
    case "container": self = .container
    case "headers": self = .headers
    case "samples": self = .samples
    case "times": self = .times
    default: return nil
    }
  }
}

/// The forms in which differences are written.
public enum DiffForm: String, CaseIterable, Sendable {
  /// Text similar to that of `diff -u`; nothing for equal files.
  case text
  /// One JSON document.
  case json
}

/// What a comparison is about, and how it is written.
public struct DiffOptions: Sendable {
  /// The only parts to compare; empty for all.
  public var only: [DiffPart] = []
  /// Names of parts, boxes, fields, elements and metadata keys, and paths, that are not compared.
  public var ignored: [String] = []
  /// Whether all differences are written, instead of the first `shownPerSection` of each section.
  public var showsAll = false
  /// The codec of a byte stream; nil to detect it.
  public var codec: VideoCodec?
  /// The form of the output.
  public var form = DiffForm.text
  /// Whether text is coloured with terminal sequences.
  public var isColoured = false
  /// The number of differences that are written of a section: a box, a parameter set, the samples of a track.
  public var shownPerSection = 20
  /// The number of differences that are written of a part.
  public var shownPerPart = 500
  /// The largest number of samples of each track that are held to align them, at least 16: about 36 minutes of pictures. What follows a
  /// longer insertion is not aligned.
  public var windowSize = 1 << 16

  /// Compares all parts and writes text.
  public init() {}

  /// The parts that are compared: those of `only`, or all, without those in `ignored`. Files are equal if it is empty.
  public var parts: [DiffPart] {
    let left = ignored.compactMap(DiffPart.init(name:))
    return (only.isEmpty ? DiffPart.allCases : only).filter { !left.contains($0) }
  }

  /// Whether a part is compared.
  func compares(_ part: DiffPart) -> Bool { parts.contains(part) }

  /// Whether a field, an element or a key is not compared: its name, its full key or its path is ignored.
  func ignores(_ name: String) -> Bool {
    for entry in ignored where entry == name || entry == plain(name) || entry == plain(lastStep(name)) { return true }
    return false
  }

  /// Whether a box is not compared: its type, or the path of the box or of an ancestor, is ignored.
  func ignores(path: String, type: String) -> Bool {
    if ignored.isEmpty { return false }
    let plainPath = plain(path)
    for entry in ignored {
      if entry == type || isPrefix(entry, of: path) || isPrefix(entry, of: plainPath) { return true }
    }
    return false
  }

  private func isPrefix(_ entry: String, of path: String) -> Bool {
    path == entry
      || path.utf8.count > entry.utf8.count && path.utf8.starts(with: entry.utf8)
        && path.utf8.dropFirst(entry.utf8.count).first == UInt8(ascii: "/")
  }

  /// The part after the last dot or slash.
  private func lastStep(_ name: String) -> String {
    let bytes = Array(name.utf8)
    guard let place = bytes.lastIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }) else { return name }
    return String(decoding: bytes[(place + 1)...], as: UTF8.self)
  }

  /// The name without indices in brackets.
  private func plain(_ name: String) -> String {
    var (bytes, depth) = ([] as [UInt8], 0)
    for byte in name.utf8 {
      if byte == UInt8(ascii: "[") { depth += 1 }
      if depth == 0 { bytes.append(byte) }
      if byte == UInt8(ascii: "]"), depth > 0 { depth -= 1 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
