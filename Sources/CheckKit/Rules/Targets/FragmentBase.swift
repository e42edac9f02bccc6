import BitstreamKit
import MP4Kit

/// Data offsets are not relative to the fragment.
final class FragmentBase: MovieRule {
  override var page: RulePage {
    RulePage(
      "cmaf.base-is-moof", .error, "data offsets are not relative to the fragment",
      clause: "ISO/IEC 23000-19:2020 7.5.14: default-base-is-moof is set, base-data-offset-present is not",
      cause: "The fragment was written for one file. Its offsets are wrong when it is delivered alone.",
      remedy: "mediaprobe remux --fragment 2s FILE OUT.mp4",
      targets: [.cmaf, .hls, .dash])
  }

  override func fragment(_ fragment: FragmentFacts, _ file: MovieFacts, _ run: CheckRun) {
    for part in fragment.fragment.tracks {
      guard part.header.baseDataOffset != nil || part.header.flags & TrackFragmentHeaderBox.defaultBaseIsMoof == 0 else { continue }
      run.find(
        self, part.header.baseDataOffset == nil ? "default-base-is-moof is not set" : "base_data_offset is present",
        at: fragment.place.offset,
        size: fragment.place.size, path: "moof[\(fragment.index)]/traf/tfhd")
    }
  }
}
