import BitstreamKit
import MP4Kit

/// A time scale is 0.
final class ZeroTimescale: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.zero-timescale", .error, "a time scale is 0",
      clause: "ISO/IEC 14496-12:2022 8.2.2 and 8.4.2: the number of time units that pass in one second",
      cause: "A faulty writer. Players divide by zero or take any other scale.",
      remedy: """
        'mediaprobe check --fix' gives a track the scale in which its pictures, or its audio frames, have the rate of their parameter sets, or \
        in which it lasts as long as tkhd says. 'mediaprobe recover --fps' takes the rate from you.
        """)
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard file.movie.header?.timescale == 0 else { return }
    run.find(self, "the time scale of the movie is 0", at: file.place("moov/mvhd")?.offset, path: "moov/mvhd")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.movieTrack?.mediaHeader?.timescale == 0 else { return }
    run.find(
      self, "the time scale of the track is 0", at: file.place("mdia/mdhd", in: track.movieTrack?.node)?.offset,
      path: track.path + "/mdia/mdhd")
  }
}
