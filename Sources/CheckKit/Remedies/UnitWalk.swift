import BitstreamKit
import RemuxKit

/// The NAL units of a byte stream in a source, one after another, in bounded memory.
struct UnitWalk {
  private static let chunkSize = 1 << 17

  private let source: AnyByteSource
  private var parser = AnnexBParser()
  private var chunk: [UInt8] = []
  private var cursor = 0
  private var fed: UInt64 = 0
  private var isOver = false

  init(_ source: AnyByteSource) { self.source = source }

  /// The next unit, which may be empty; nil after the last.
  mutating func next() throws(ByteError) -> AnnexBUnit? {
    while !isOver {
      if let unit = parser.next(in: chunk, from: &cursor, to: chunk.count) { return unit }
      try source.read(at: fed, count: Self.chunkSize, into: &chunk)
      fed += UInt64(chunk.count)
      cursor = 0
      if chunk.isEmpty {
        isOver = true
        return parser.finish()
      }
    }
    return nil
  }
}

/// What a unit is to the order of units in an access unit.
enum UnitRole {
  /// A slice, or what follows slices.
  case picture
  /// What begins an access unit or precedes its slices.
  case head
  case delimiter
  /// The end of the stream.
  case end

  init(_ unit: AnnexBUnit, _ codec: VideoCodec) {
    let first = unit.headByte(0) ?? 0
    switch codec {
    case .h264:
      switch first & 31 {
      case 9: self = .delimiter
      case 11: self = .end
      case 6, 7, 8, 14...18: self = .head
      default: self = .picture
      }
    case .hevc:
      switch first >> 1 & 63 {
      case 35: self = .delimiter
      case 37: self = .end
      case 32...34, 39, 41...44, 48...55: self = .head
      default: self = .picture
      }
    }
  }
}

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
