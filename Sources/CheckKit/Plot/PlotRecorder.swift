import BitstreamKit
import RemuxKit

/// Collects what a chart shows, in bounded memory.
final class PlotRecorder: SampleRecorder {
  /// The tracks that have a curve.
  private static let maxTracks = 6

  let kind: PlotKind
  private(set) var series: [PlotSeries] = []
  /// The number of tracks for which the chart has no room.
  private(set) var leftOutCount = 0
  /// Whether the times of a stream without a frame rate count pictures.
  let countsPictures: Bool
  private let tracks: [MediaTrack]
  /// The series of each track; nil for one that is not shown.
  private var places: [Int?] = []
  private var count: UInt64 = 0
  /// The time of the first removal of each buffer.
  private var origins: [Int: Int64] = [:]

  /// What the edit list of each track adds to its times, in seconds, as in reports.
  private let shifts: [Double]

  init(_ kind: PlotKind, _ reader: MediaReader) {
    let tracks = reader.tracks
    self.kind = kind
    self.tracks = tracks
    shifts = tracks.map { reader.timelineShift(of: $0.index).seconds }
    countsPictures = tracks.contains { $0.timescale == nil }
    let firstVideo = tracks.first { $0.kind == .video }?.index
    for track in tracks {
      let isShown: Bool
      switch kind {
      case .buffer: isShown = false
      case .gop: isShown = track.index == firstVideo
      case .bitrate, .clock, .interleave: isShown = series.count < Self.maxTracks
      }
      if !isShown, series.count == Self.maxTracks { leftOutCount += 1 }
      places.append(isShown ? series.count : nil)
      if isShown {
        series.append(PlotSeries("track \(track.index), \(track.codec.name)", width: kind == .bitrate || kind == .gop ? 1 : 0.001))
      }
    }
  }

  override func take(_ sample: RecordedSample) {
    let media = sample.media
    guard places.indices.contains(media.track), let place = places[media.track] else { return }
    let scale = Double(tracks[media.track].timescale ?? 1)
    let seconds = Double(media.decodeTime) / max(1, scale) + shifts[media.track]
    switch kind {
    case .bitrate: series[place].add(seconds, Double(media.size) * 8, length: Double(media.duration) / max(1, scale))
    case .clock:
      series[place].add(seconds, Double(media.presentationTime &- media.decodeTime) * (countsPictures ? 1 : 1000) / max(1, scale))
    case .interleave: series[place].add(seconds, Double(media.offset))
    case .gop:
      // Where pictures cannot be read, the container says which ones can be decoded first.
      let type = sample.flags.rawValue >> 2 & 3
      let starts: RecordedSample.Flags = type == 0 ? .key : [.idr, .randomAccess]
      series[place].add(Double(count), Double(media.size), kind: type, isStart: !sample.flags.isDisjoint(with: starts))
      count += 1
    case .buffer: break
    }
  }

  override func take(_ point: RecordedFullness) {
    guard kind == .buffer, buffers.indices.contains(point.buffer) else { return }
    // The clock of the buffering periods begins before the first removal by the initial delay.
    let origin = origins[point.buffer] ?? point.time
    origins[point.buffer] = origin
    while series.count <= point.buffer {
      let buffer = buffers[series.count]
      series.append(PlotSeries("track \(buffer.track), \(buffer.isVCL ? "VCL" : "NAL") schedule \(buffer.index)", width: 0.001))
    }
    series[point.buffer].add((Double(point.time) - Double(origin)) / 90_000, Double(point.bits))
  }
}
