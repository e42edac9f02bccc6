import BitstreamKit
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

extension ProbePrinter {
  /// Shows the text of a packet, which the decoder makes one rectangle of.
  mutating func show(subtitle packet: ProbePacket, _ stream: ProbeStream) {
    let scale = UInt32(clamping: stream.timescale)
    let start = packet.pts.flatMap { MediaTime(value: $0, timescale: scale)?.value(in: 1_000_000, rounding: .nearest) }
    let length = MediaTime(value: max(0, packet.duration), timescale: scale)?.value(in: 1000, rounding: .nearest) ?? 0
    begin(.subtitle)
    text("media_type", "subtitle")
    time("pts", "pts_time", start, timescale: 1_000_000)
    number("format", 1)
    number("start_display_time", 0)
    number("end_display_time", length)
    number("num_rects", 1)
    end()
  }

  mutating func show(_ packet: ProbePacket, _ stream: ProbeStream) {
    begin(.packet)
    text("codec_type", stream.kind.name.description)
    number("stream_index", packet.stream)
    time("pts", "pts_time", packet.pts, timescale: stream.timescale)
    time("dts", "dts_time", packet.dts, timescale: stream.timescale)
    time("duration", "duration_time", packet.duration == 0 ? nil : packet.duration, timescale: stream.timescale)
    value("size", Int64(clamping: packet.size), .byte)
    text("pos", "\(packet.position)")
    text("flags", packet.isKey ? (packet.isDiscarded ? "KD" : "K_") : packet.isDiscarded ? "_D" : "__")
    if packet.skippedSamples > 0 {
      begin(.packetSideDataList)
      begin(.packetSideData)
      text("side_data_type", "Skip Samples")
      number("skip_samples", packet.skippedSamples)
      for key in ["discard_padding", "skip_reason", "discard_reason"] as [StaticString] { number(key, 0) }
      end()
      end()
    }
    end()
  }
}
