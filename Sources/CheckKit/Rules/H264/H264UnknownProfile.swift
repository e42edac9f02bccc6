import BitstreamKit
import H264Kit
import NALKit

/// `profile_idc` is none that the specification defines.
final class H264UnknownProfile: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.unknown-profile", .warning, "profile_idc is none that the specification defines",
      clause: "ITU-T H.264 (08/2021) Annex A, F.10, G.10, H.10, I.10",
      cause: "The set is damaged, or the encoder is experimental. Hardware decoders refuse the stream.",
      remedy: "Encode with a profile of the specification.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, set.profileName == nil else { return }
    run.find(
      self, "profile_idc is \(set.profileIdc)", at: stream.unit.offset, path: stream.unitPath + " › seq_parameter_set_data › profile_idc")
  }
}
