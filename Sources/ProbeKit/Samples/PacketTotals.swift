import BitstreamKit
import RemuxKit

/// Totals of the samples of each track: `packets --summary`.
struct PacketTotals {
  private struct Track {
    var index: Int
    /// Units per second; 0 for a track without times.
    var timescale: UInt32
    var packets: UInt64 = 0
    var bytes: UInt64 = 0
    var keys: UInt64 = 0
    /// The least presentation time.
    var start = Int64.max
    /// The least decoding time, and the greatest with the duration added: how long a sample is shown does not follow from its duration, which
    /// is the time to the next one in decoding order.
    var decoded: (start: Int64, end: Int64) = (.max, .min)
    /// The decoding time of the last sample, and the time since the one before.
    var last: (decode: Int64, step: Int64) = (0, 0)
    /// Whether the last sample of a container without durations, FLV, has none: it lasts as long as the last step. In a movie, a duration of 0
    /// is one.
    var endsWithoutDuration = false

    var isTimed: Bool { timescale > 0 && packets > 0 }
    var startSeconds: Double? { isTimed ? Double(start) / Double(timescale) : nil }
    var duration: Double? {
      isTimed ? (Double(decoded.end) + (endsWithoutDuration ? Double(last.step) : 0) - Double(decoded.start)) / Double(timescale) : nil
    }

    var bitRate: UInt64? {
      guard let duration, duration > 0 else { return nil }
      return UInt64(checked: Double(bytes) * 8 / duration)
    }
  }

  private let format: Format
  private var tracks: [Track]
  private let only: Int?
  private let hasDurations: Bool

  /// - Parameter hasDurations: whether the container states durations of samples.
  init(_ format: Format, _ tracks: [MediaTrack], only: Int?, hasDurations: Bool) {
    self.format = format
    self.hasDurations = hasDurations
    self.only = only
    self.tracks = tracks.map { Track(index: $0.index, timescale: $0.timescale ?? 0) }
  }

  mutating func add(_ sample: MediaSample) {
    let index = sample.track
    guard tracks.indices.contains(index) else { return }
    tracks[index].last = (sample.decodeTime, tracks[index].packets > 0 ? max(0, sample.decodeTime &- tracks[index].last.decode) : 0)
    tracks[index].packets &+= 1
    tracks[index].bytes &+= sample.size
    if sample.isKey { tracks[index].keys &+= 1 }
    let (sum, overflow) = sample.decodeTime.addingReportingOverflow(Int64(sample.duration))
    let end = overflow ? Int64.max : sum
    tracks[index].start = min(tracks[index].start, sample.presentationTime)
    if end >= tracks[index].decoded.end { tracks[index].endsWithoutDuration = sample.duration == 0 && !hasDurations }
    tracks[index].decoded = (min(tracks[index].decoded.start, sample.decodeTime), max(tracks[index].decoded.end, end))
  }

  func write(_ output: inout OutputBuffer) {
    if format == .table { output.text("TRACK| PACKETS|       BYTES|    KEYS|       START|    DURATION|     BIT/S\n") }
    output.beginRows(format, "tracks") { Self.columns(of: nil, &$0) }
    var isFirst = true
    for track in tracks where only == nil || track.index == only {
      if format == .table { tableRow(track, &output) }
      output.row(format, isFirst: isFirst) { Self.columns(of: track, &$0) }
      isFirst = false
    }
    if format == .json { output.text("\n]}\n") }
  }

  private func tableRow(_ track: Track, _ output: inout OutputBuffer) {
    output.number(UInt64(truncatingIfNeeded: track.index), width: 5)
    for (value, width) in [(track.packets, 8), (track.bytes, 12), (track.keys, 8)] {
      output.byte(0x7C)
      output.number(value, width: width)
    }
    for value in [track.startSeconds, track.duration] {
      output.byte(0x7C)
      output.cell(seconds: value, width: 12)
    }
    output.byte(0x7C)
    if let rate = track.bitRate { output.number(rate, width: 10) } else { output.text("-", width: 10) }
    output.byte(0x0A)
  }

  private static func columns(of track: Track?, _ c: inout OutputBuffer) {
    c.column("track", track?.index)
    c.column("packets", track?.packets)
    c.column("size", track?.bytes)
    c.column("keyframes", track?.keys)
    c.column("pts_seconds", seconds: track?.startSeconds)
    c.column("duration_seconds", seconds: track?.duration)
    c.column("bit_rate", track?.bitRate)
  }
}
