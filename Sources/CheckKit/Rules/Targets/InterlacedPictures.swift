import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// The pictures are coded as interlaced.
final class InterlacedPictures: MovieRule {
  override var page: RulePage {
    RulePage(
      "hls.interlaced", .warning, "the pictures are coded as interlaced",
      clause: "Apple, HLS authoring specification, 'Video encoding requirements': interlaced content must be deinterlaced",
      cause: "The source was interlaced and was not deinterlaced before encoding. Edges show combs.",
      remedy: "Encode with a deinterlacing filter, such as ffmpeg's bwdif.",
      targets: [.hls])
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    if let set = track.h264?.firstSet, !set.frameMbsOnlyFlag {
      run.find(self, "frame_mbs_only_flag is 0", path: track.entryPath + "/avcC")
    }
    if let set = track.hevc?.firstSet, set.vuiParameters?.fieldSeqFlag == true {
      run.find(self, "field_seq_flag is 1", path: track.entryPath + "/hvcC")
    }
  }
}
