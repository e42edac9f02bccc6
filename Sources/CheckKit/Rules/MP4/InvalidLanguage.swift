import BitstreamKit
import MP4Kit

/// The language code has characters other than a to z.
final class InvalidLanguage: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.language", .warning, "the language code has characters other than a to z",
      clause: "ISO/IEC 14496-12:2022 8.4.2: each character is ISO 639-2/T, minus 0x60",
      cause: """
        The writer stores 0, as FFmpeg does for chapters: English in QuickTime's table, and no code in MP4. Players show \
        strange names for the track.
        """,
      remedy: "'mediaprobe check --fix' writes 'und' where the code is not valid.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let media = track.movieTrack?.mediaHeader, !file.isQuickTime, media.language.letters == nil else { return }
    run.find(
      self, "the language is not three letters", at: file.place("mdia/mdhd", in: track.movieTrack?.node)?.offset,
      path: track.path + "/mdia/mdhd")
  }
}
