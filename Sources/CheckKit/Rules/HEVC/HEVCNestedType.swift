import BitstreamKit
import HEVCKit

/// Temporal nesting is announced, and a picture of a higher sub-layer is not a switching point.
final class HEVCNestedType: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.nested-type", .error, "temporal nesting is announced, and a picture of a higher sub-layer is not a switching point",
      clause: """
        ITU-T H.265 (08/2021) 7.4.2.2: with sps_temporal_id_nesting_flag 1 and TemporalId above 0 pictures are TSA, RADL or \
        RASL pictures
        """,
      cause: "The encoder sets the flag in all streams, or the flag was edited. Network elements switch to the sub-layer at any picture.",
      remedy: "Clear sps_temporal_id_nesting_flag, or encode again.")
  }

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    guard !picture.isUnresolved, picture.temporalId > 0, ![2, 3, 6, 7, 8, 9].contains(picture.nalUnitType.rawValue),
      picture.nalUnitType.rawValue < 16, stream.pictureSet?.spsTemporalIdNestingFlag == true
    else { return }
    run.find(
      self, "\(picture.nalUnitType.name) with TemporalId \(picture.temporalId), sps_temporal_id_nesting_flag is 1", at: picture.offset,
      size: picture.size)
  }
}
