import BitstreamKit
import HEVCKit
import MP4Kit
import NALKit
import ProbeKit
import RemuxKit

/// One of two files that are compared.
struct DiffFile {
  let input: ProbeInput
  let source: AnyByteSource
  let reader: MediaReader

  init(_ input: ProbeInput, _ codec: VideoCodec?) throws(MediaError) {
    self.input = input
    source = AnyByteSource(input)
    reader = try MediaReader(input, codec: codec)
  }

  /// Whether samples have times of the container's own.
  var hasTimes: Bool { reader.container == .mp4 || reader.container == .flv }

  /// Whether the container can hold several tracks.
  var holdsTracks: Bool { hasTimes }

  /// The messages in the configuration records of a track of H.265, as whole units.
  func recordMessages(ofTrack track: Int) -> [[UInt8]] {
    reader.configurations(ofTrack: track).flatMap { configuration -> [[UInt8]] in
      guard case .hevc(let record) = configuration else { return [] }
      return record.nalUnits(of: .prefixSEI).filter { !$0.isEmpty }
    }
  }

  /// What an edit list adds to the times of a track in units of its time scale: its delay, less the media that it cuts off at the start.
  func shift(of track: MediaTrack) -> Int64 {
    guard let movie = reader.movie, movie.tracks.indices.contains(track.index), movie.tracks[track.index].editList != nil else { return 0 }
    let timeline = movie.tracks[track.index].timeline(movieTimescale: movie.timescale)
    for segment in timeline.segments {
      guard let mediaTime = segment.mediaTime else { continue }
      let start = MediaTime(value: Int64(clamping: segment.start), timescale: movie.timescale)
      return (start?.value(in: max(1, track.timescale ?? 1)) ?? 0) &- mediaTime
    }
    return 0
  }

  /// A presentation time in seconds, without the edit list; nil for a track without times.
  func seconds(_ time: Int64, _ track: MediaTrack) -> Double? {
    track.timescale.map { Double(time) / Double(max(1, $0)) }
  }
}

/// Pairs tracks by kind and codec, then by kind. Tracks without a partner have a nil.
func matchedTracks(_ a: [MediaTrack], _ b: [MediaTrack]) -> [(a: Int?, b: Int?)] {
  var partners = [Int?](repeating: nil, count: a.count)
  var isTaken = [Bool](repeating: false, count: b.count)
  for needsCodec in [true, false] {
    // The tracks of each kind are paired in order. Files have few tracks, except damaged ones.
    var next = 0
    for (place, track) in a.enumerated() where partners[place] == nil {
      if next > 1 << 20 { break }
      for (other, candidate) in b.enumerated() where !isTaken[other] {
        next += 1
        guard candidate.kind == track.kind, !needsCodec || candidate.codec == track.codec else { continue }
        partners[place] = other
        isTaken[other] = true
        break
      }
    }
  }
  var pairs = partners.enumerated().map { (place, other) in (a: Optional(place), b: other) }
  for other in b.indices where !isTaken[other] { pairs.append((a: nil, b: other)) }
  return pairs
}
