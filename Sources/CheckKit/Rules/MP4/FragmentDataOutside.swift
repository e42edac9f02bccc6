import BitstreamKit
import MP4Kit

/// The samples of a fragment are outside of media data or of the file.
final class FragmentDataOutside: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.fragment-data-outside", .error, "the samples of a fragment are outside of media data or of the file",
      clause: "ISO/IEC 14496-12:2022 8.8.7 and 8.8.8, base_data_offset and data_offset",
      cause: "The fragment was moved or cut without its offsets, or base_data_offset is used where default-base-is-moof is needed.",
      remedy: "Transfer the segment again, or remux it from its source.")
  }

  private var map: MediaDataMap?

  override func fragment(_ fragment: FragmentFacts, _ file: MovieFacts, _ run: CheckRun) {
    map = map ?? MediaDataMap(file.source)
    var previousEnd = fragment.fragment.offset
    for part in fragment.fragment.tracks {
      let extends = file.movieTrack(id: part.header.trackID)?.extends
      var cursor = TrackFragmentCursor(
        part, of: fragment.fragment, extends: extends, previousEnd: previousEnd, decodeTime: 0, index: 0, fileSize: file.byteCount)
      var wrong: Sample?
      while let sample = cursor.next() {
        if wrong != nil || sample.size == 0 { continue }
        let (end, overflow) = sample.offset.addingReportingOverflow(UInt64(sample.size))
        let isInside = !overflow && end <= file.byteCount && ((try? map?.holds(sample.offset, 1)) ?? true) != false
        if !isInside { wrong = sample }
      }
      previousEnd = cursor.position
      guard let wrong else { continue }
      run.find(
        self, "\(counted(UInt64(wrong.size), "byte")) of track \(part.header.trackID) at \(wrong.offset)", at: fragment.place.offset,
        size: fragment.place.size,
        path: "moof[\(fragment.index)]/traf/trun")
    }
  }
}
