/// A byte of a file that is read after others as one, such as a media segment after its initialization segment.
public struct SegmentByte: Sendable, Equatable {
  /// The name of the file.
  public let name: String
  /// The offset in that file.
  public let offset: UInt64
}

/// One finding of a rule.
public struct RuleFinding: Sendable {
  /// The rule.
  public let page: RulePage
  /// What is wrong here, with the values that disagree.
  public let message: String
  /// The file offset of the bytes at fault, of several files as one that of the first; nil for the file as a whole.
  public let offset: UInt64?
  /// The number of bytes at fault; nil if it is not known.
  public let size: UInt64?
  /// The structure at fault: `moov/trak[1]/mdia/minf/stbl/stts`, or `unit 17 › slice_header › frame_num`.
  public let path: String?
  /// The index of the track, from 0.
  public let track: Int?
  /// The index of the sample or picture in its track in decoding order, from 0.
  public let sample: Int?
  /// The presentation time in seconds, if the track has times.
  public let seconds: Double?
  /// Where `offset` is if the input is several files, such as segments; nil for a single one.
  public private(set) var segment: SegmentByte?
  /// The number of findings before it in the file that differ from it in numbers alone.
  var repetition = 0
}

/// Findings of one rule that are counted and not shown.
public struct HiddenFindings: Sendable {
  /// The rule.
  public let page: RulePage
  /// The number of findings.
  public let count: Int
}

extension RuleFinding {
  /// The finding with its place in the file that it is in.
  /// - Parameter segments: the files that the input consists of, and where they begin, in order.
  func placed(in segments: [(name: String, offset: UInt64)]) -> RuleFinding {
    guard let offset, let file = segments.last(where: { $0.offset <= offset }) else { return self }
    var copy = self
    copy.segment = SegmentByte(name: file.name, offset: offset - file.offset)
    return copy
  }

  /// A hash of the rule, the track, and of the path and the message without their numbers: the same for the same finding in a later version of
  /// the file, whose offsets, sizes and samples are others. The second finding with the same words has another hash than the first.
  ///
  /// 64-bit FNV-1a in hexadecimal. The file's name is not part of it.
  public var fingerprint: String {
    let digits = String(hash(repetition), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// The fingerprint as a number.
  func hash(_ repetition: Int) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ text: String, isWhole: Bool = true) {
      for byte in text.utf8 where isWhole || !(0x30...0x39).contains(byte) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    add(page.id.description)
    add(path ?? "", isWhole: false)
    add(message, isWhole: false)
    add(track.map { "\($0)" } ?? "")
    add("\(repetition)")
    return hash
  }
}
