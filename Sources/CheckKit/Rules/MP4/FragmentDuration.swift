import BitstreamKit
import MP4Kit
import RemuxKit

/// `mehd` states another duration than the fragments have.
final class FragmentDuration: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.fragment-duration", .warning, "mehd states another duration than the fragments have",
      clause: "ISO/IEC 14496-12:2022 8.8.2: the length of the presentation including fragments",
      cause: "The writer estimated the duration, or fragments were added or lost. Players show a wrong length.",
      remedy: "'mediaprobe remux --fragment 2s' writes the box from the samples.")
  }

  override func end(_ file: MovieFacts, _ run: CheckRun) {
    guard let stated = file.movie.fragmentDuration, stated > 0, stated != .max, stated != UInt64(UInt32.max), file.fragmentCount > 0 else {
      return
    }
    let scale = Double(file.movie.timescale)
    var longest: (real: Double, slack: Double) = (0, 0)
    for track in file.tracks where track.sampleCount > 0 {
      let real = presented(track, file)
      if real > longest.real { longest = (real, track.seconds(Int64(track.sample.duration)) * 2) }
    }
    // Of a part, the whole may be longer.
    if file.isPart, longest.real < Double(stated) / scale { return }
    if longest.real == 0 || abs(Double(stated) / scale - longest.real) <= 0.1 + longest.slack + longest.real * 0.01 { return }
    run.find(
      self, "mehd states \(decimal(Double(stated) / scale)) s, the presentation ends at \(decimal(longest.real)) s",
      at: file.place("moov/mvex/mehd")?.offset, path: "moov/mvex/mehd")
  }

  /// The end of a track's presentation in seconds, as its edit list places it.
  private func presented(_ track: TrackFacts, _ file: MovieFacts) -> Double {
    let edits = EditTimeline(
      track.movieTrack?.editList, movieTimescale: file.movie.timescale, mediaTimescale: track.movieTrack?.timescale ?? 1)
    if edits.segments.isEmpty {
      return track.seconds(track.extent.endPresentationTime) - min(0, track.seconds(track.extent.firstPresentationTime ?? 0))
    }
    if let duration = edits.duration { return Double(duration) / Double(edits.movieTimescale) }
    return track.seconds(edits.presentation(of: track.extent.endPresentationTime).time)
  }
}
