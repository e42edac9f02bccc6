import BitstreamKit
import H264Kit
import MP4Kit

/// `avcC` states another profile or level than the sequence parameter set.
final class AVCProfileMismatch: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.avc-configuration", .error, "avcC states another profile or level than the sequence parameter set",
      clause:
        "ISO/IEC 14496-15:2022 5.3.3.1.2: AVCProfileIndication and AVCLevelIndication contain the codes of the sets, and a bit of profile_compatibility is 1 only if it is in all sets",
      cause: "A tool changed the set or the record alone. Players decide by the record whether they can decode.",
      remedy: "mediaprobe check --fix FILE -o OUT.mp4, which makes the record from the sets.")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let record = track.description?.avc, let set = track.h264?.firstSet else { return }
    let path = track.entryPath + "/avcC"
    let offset = file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset
    if record.configurationVersion != 1 {
      run.find(self, "configurationVersion is \(record.configurationVersion), not 1", at: offset, path: path)
    }
    if record.avcProfileIndication != set.profileIdc {
      run.find(self, "AVCProfileIndication is \(record.avcProfileIndication), profile_idc \(set.profileIdc)", at: offset, path: path)
    }
    let claimed = record.profileCompatibility & ~set.constraintFlags
    if claimed != 0 {
      let (stated, real) = ("0x" + hexText([record.profileCompatibility]), "0x" + hexText([set.constraintFlags]))
      run.find(self, "profile_compatibility is \(stated), the constraint flags of the set are \(real)", at: offset, path: path)
    }
    if record.avcLevelIndication < set.levelIdc {
      run.find(self, "AVCLevelIndication is \(record.avcLevelIndication), level_idc \(set.levelIdc)", at: offset, path: path)
    }
  }
}
