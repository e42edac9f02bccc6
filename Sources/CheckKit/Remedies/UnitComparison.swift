import BitstreamKit
import RemuxKit
import NALKit

/// Compares the units of two byte streams, access unit delimiters, ends of the stream and empty units aside.
struct UnitComparison {
  private let codec: VideoCodec
  private var walks: (UnitWalk, UnitWalk)
  private var windows: (ByteWindow<AnyByteSource>, ByteWindow<AnyByteSource>)
  /// The number of units that are equal so far.
  private(set) var count: UInt64 = 0

  init(_ a: AnyByteSource, _ b: AnyByteSource, _ codec: VideoCodec) {
    self.codec = codec
    walks = (UnitWalk(a), UnitWalk(b))
    windows = (ByteWindow(a), ByteWindow(b))
  }

  /// The first difference; nil if there is none.
  mutating func difference() throws(ByteError) -> String? {
    while true {
      let (a, b) = (try Self.next(&walks.0, codec), try Self.next(&walks.1, codec))
      guard let a, let b else { return a == nil && b == nil ? nil : "one stream has more than \(count) units" }
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
