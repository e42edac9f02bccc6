import RemuxKit

/// A packet in ffprobe's terms. Times are in the stream's time base; position and size include framing that belongs to the packet.
struct ProbePacket {
  var stream: Int
  var pts: Int64?
  var dts: Int64?
  var duration: Int64
  var size: UInt64
  var position: UInt64
  var isKey: Bool
  /// Whether the packet is decoded but not presented.
  var isDiscarded: Bool
  /// How many samples the decoder drops from this packet on.
  var skippedSamples: Int64 = 0
  /// The sample in the container.
  var sample: MediaSample
}
