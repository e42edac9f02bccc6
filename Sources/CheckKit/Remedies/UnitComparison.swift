import BitstreamKit
import RemuxKit
import NALKit

/// Compares the units of a byte stream with those of the stream that was mended, access unit delimiters, ends of the stream and empty units
/// aside.
struct UnitComparison: ~Copyable {
  private let codec: VideoCodec
  private var walks: (UnitWalk, UnitWalk)
  private var windows: (ByteWindow<AnyByteSource>, ByteWindow<AnyByteSource>)
  /// The number of units that are equal so far.
  private(set) var count: UInt64 = 0
  private var sets: SetMending
  /// The number of parameter sets that were to be corrected, and are.
  private(set) var correctedCount: UInt64 = 0

  /// - Parameter rules: the rules that were mended.
  init(_ a: AnyByteSource, _ b: AnyByteSource, _ codec: VideoCodec, _ rules: Set<String>) {
    self.codec = codec
    sets = SetMending(codec, rules)
    walks = (UnitWalk(a), UnitWalk(b))
    windows = (ByteWindow(a), ByteWindow(b))
  }

  /// The first difference; nil if there is none.
  mutating func difference() throws(ByteError) -> String? {
    while true {
      let (a, b) = (try Self.next(&walks.0, codec), try Self.next(&walks.1, codec))
      guard let a, let b else { return a == nil && b == nil ? nil : "one stream has more than \(count) units" }
      if try isCorrected(a, b) {
        correctedCount += 1
        count += 1
        continue
      }
      if a.length != b.length { return "unit \(count) has \(b.length) bytes instead of \(a.length)" }
      var done: UInt64 = 0
      while done < a.length {
        let wanted = Int(min(65536, a.length - done))
        let (there, known) = try windows.0.load(a.offset &+ done, wanted)
        let (here, found) = try windows.1.load(b.offset &+ done, wanted)
        if known < wanted || found < wanted { return "unit \(count) cannot be read" }
        for index in 0..<wanted where windows.0.bytes[there + index] != windows.1.bytes[here + index] {
          return "byte \(done + UInt64(index)) of unit \(count) differs"
        }
        done += UInt64(wanted)
      }
      count += 1
    }
  }

  /// Whether a unit is a parameter set that was to be corrected, and the other one is what it becomes.
  private mutating func isCorrected(_ a: AnnexBUnit, _ b: AnnexBUnit) throws(ByteError) -> Bool {
    guard sets.wants(a), b.length <= UInt64(SetMending.maxBytes) else { return false }
    let (there, known) = try windows.0.load(a.offset, Int(a.length))
    let (here, found) = try windows.1.load(b.offset, Int(b.length))
    guard known >= Int(a.length), found >= Int(b.length) else { return false }
    let wanted = sets.rewrite(Array(windows.0.bytes[there..<there + Int(a.length)]))
    return wanted.map { $0.elementsEqual(windows.1.bytes[here..<here + Int(b.length)]) } ?? false
  }

  private static func next(_ walk: inout UnitWalk, _ codec: VideoCodec) throws(ByteError) -> AnnexBUnit? {
    while let unit = try walk.next() {
      if unit.length == 0 { continue }
      switch UnitRole(unit, codec) {
      case .delimiter, .end: continue
      case .head, .picture: return unit
      }
    }
    return nil
  }
}
