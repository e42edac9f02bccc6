import BitstreamKit
import H264Kit
import MP4Kit
import RemuxKit

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
    let offset = file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset
    for why in Self.differences(record, set) { run.find(self, why, at: offset, path: track.entryPath + "/avcC") }
  }

  override func item(_ item: ImageItem, _ units: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard case .avc(let record) = item.configuration, let set = units.h264?.firstSet else { return }
    for why in Self.differences(record, set) {
      run.find(self, "item \(item.id): \(why)", at: item.configurationOffset, path: "meta/iprp/ipco/avcC")
    }
  }

  /// What a record states otherwise than a sequence parameter set.
  static func differences(_ record: AVCDecoderConfigurationRecord, _ set: SeqParameterSet) -> [String] {
    var found: [String] = []
    if record.configurationVersion != 1 { found.append("configurationVersion is \(record.configurationVersion), not 1") }
    if record.avcProfileIndication != set.profileIdc {
      found.append("AVCProfileIndication is \(record.avcProfileIndication), profile_idc \(set.profileIdc)")
    }
    let claimed = record.profileCompatibility & ~set.constraintFlags
    if claimed != 0 {
      let (stated, real) = (hexText([record.profileCompatibility]), hexText([set.constraintFlags]))
      found.append("profile_compatibility is \(stated), the constraint flags of the set are \(real)")
    }
    if record.avcLevelIndication < set.levelIdc {
      found.append("AVCLevelIndication is \(record.avcLevelIndication), level_idc \(set.levelIdc)")
    } else if record.avcLevelIndication != set.levelIdc, !H264Level.isKnown(record.avcLevelIndication) {
      found.append("AVCLevelIndication is \(record.avcLevelIndication), which is no level")
    }
    return found
  }
}
