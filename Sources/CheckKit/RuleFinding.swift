/// One finding of a rule.
public struct RuleFinding: Sendable {
  /// The rule.
  public let page: RulePage
  /// What is wrong here, with the values that disagree.
  public let message: String
  /// The file offset of the bytes at fault; nil for the file as a whole.
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
}

/// Findings of one rule that are counted and not shown.
public struct HiddenFindings: Sendable {
  /// The rule.
  public let page: RulePage
  /// The number of findings.
  public let count: Int
}

extension RuleFinding {
  /// A hash of the rule, the path, the message and the place in the track: the same for the same finding in a later version of the file.
  ///
  /// 64-bit FNV-1a in hexadecimal. The file's name and the offset are not part of it.
  public var fingerprint: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ text: String) {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    add(page.id.description)
    add(path ?? "")
    add(message)
    add(track.map { "\($0)" } ?? "")
    add(sample.map { "\($0)" } ?? "")
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
