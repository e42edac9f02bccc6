import ProbeKit
import RemuxKit

/// A column of a report: signed integers in zigzag LEB128, written as base64.
struct Column {
  private(set) var bytes: [UInt8] = []
  /// The value before, from which `add(difference:)` counts.
  private var last: Int64 = 0

  /// Adds a value.
  mutating func add(_ value: Int64) {
    var left = UInt64(bitPattern: value << 1 ^ value >> 63)
    while left >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: left) | 0x80)
      left >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: left))
  }

  /// Adds a value as its difference from the one before.
  mutating func add(difference value: Int64) {
    add(value &- last)
    last = value
  }

  /// Writes the column, and begins the next one after the same value.
  mutating func write(_ name: StaticString, _ output: inout OutputBuffer) {
    output.key(name)
    output.byte(0x22)
    output.base64(bytes)
    output.byte(0x22)
    discard()
  }

  /// Begins the next column after the same value.
  mutating func discard() { bytes.removeAll(keepingCapacity: true) }
}

/// The columns of a track's samples.
struct SampleColumns {
  /// The number of samples of a chunk.
  static let chunkSize = 4096

  let track: Int
  private(set) var count = 0
  private var dts = Column()
  private var cts = Column()
  private var size = Column()
  private var offset = Column()
  private var flags = Column()
  private var qp = Column()
  private var lastQP = 0
  private var hasQP = false
  /// The end of the sample before.
  private var end: UInt64 = 0

  init(track: Int) { self.track = track }

  /// Adds a sample.
  mutating func add(_ sample: RecordedSample) {
    let media = sample.media
    dts.add(difference: media.decodeTime)
    cts.add(difference: media.presentationTime &- media.decodeTime)
    size.add(Int64(bitPattern: media.size))
    offset.add(Int64(bitPattern: media.offset &- end))
    end = media.offset &+ media.size
    flags.add(Int64(sample.flags.rawValue))
    if let value = sample.qp { (lastQP, hasQP) = (value, true) }
    qp.add(difference: Int64(lastQP))
    count += 1
  }

  /// Writes the samples so far as a chunk.
  mutating func write(_ output: inout OutputBuffer) {
    output.byte(0x7B)
    output.field("track", track, first: true)
    output.field("count", count)
    dts.write("dts", &output)
    cts.write("cts", &output)
    size.write("size", &output)
    offset.write("offset", &output)
    flags.write("flags", &output)
    if hasQP { qp.write("qp", &output) } else { qp.discard() }
    output.byte(0x7D)
    (count, hasQP) = (0, false)
  }
}

/// The columns of a buffer's curve.
struct FullnessColumns {
  private(set) var count = 0
  private var times = Column()
  private var fullness = Column()
  private var removed = Column()

  /// Adds a point.
  mutating func add(_ point: RecordedFullness) {
    times.add(difference: point.time)
    fullness.add(difference: point.bits)
    removed.add(point.removed)
    count += 1
  }

  /// Writes the points so far as a chunk.
  /// - Parameter isVCL: whether the buffer holds a part of each sample, so that its size does not say what is removed.
  mutating func write(buffer: Int, isVCL: Bool, _ output: inout OutputBuffer) {
    output.byte(0x7B)
    output.field("buffer", buffer, first: true)
    output.field("count", count)
    times.write("times", &output)
    fullness.write("fullness", &output)
    if isVCL { removed.write("removed", &output) } else { removed.discard() }
    output.byte(0x7D)
    count = 0
  }
}
