import BitstreamKit
import MP4Kit
import RemuxKit

/// The edit list does more than CMAF allows.
final class FragmentEdits: MovieRule {
  override var page: RulePage {
    RulePage(
      "cmaf.edit-list", .error, "the edit list does more than CMAF allows",
      clause:
        "ISO/IEC 23000-19:2020 7.5.13: one edit, which moves the first picture or sound to time 0; the constraints of brand cmf2: none for video",
      cause:
        """
        The file was made from one with cuts or with a delayed track, or a packager copied the list. Players of CMAF apply the offset of one \
        edit, or none, so that pictures and sound drift apart.
        """,
      remedy: "'mediaprobe remux --fragment' writes times that need no other edits.",
      targets: [.cmaf])
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, let list = parsed.editList, !list.entries.isEmpty, let why = wrong(list, track, file) else {
      return
    }
    run.find(self, why, at: file.place("edts/elst", in: parsed.node)?.offset, path: track.path + "/edts/elst")
  }

  private func wrong(_ list: EditListBox, _ track: TrackFacts, _ file: MovieFacts) -> String? {
    if list.entries.count > 1 { return "the list has \(list.entries.count) edits" }
    let edit = list.entries[0]
    if edit.mediaTime < 0 { return "the edit is empty" }
    if edit.mediaRateInteger != 1 || edit.mediaRateFraction != 0 { return "the edit has another rate than 1" }
    if track.media.kind == .video, file.brands.contains("cmf2") { return "a video track of brand cmf2 has an edit list" }
    return nil
  }
}
