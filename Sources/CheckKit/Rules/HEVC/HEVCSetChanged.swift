import BitstreamKit
import HEVCKit
import NALKit

/// A sequence parameter set changes inside of a coded video sequence.
final class HEVCSetChanged: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.set-changed", .error, "a sequence parameter set changes inside of a coded video sequence",
      clause: "ITU-T H.265 (08/2021) 7.4.2.4.2: the content of the active set shall not change unless an IRAP picture follows",
      cause: """
        Streams of different encodes were joined at a picture that is not an IRAP picture. Decoders fail or show garbage up to \
        the next one.
        """,
      remedy: "Join at key pictures: 'mediaprobe join' does.")
  }

  private var sets: [UInt8: SeqParameterSet] = [:]
  private var changed: (id: UInt8, offset: UInt64, size: UInt64, path: String)?

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, unit.header.nuhLayerId == 0 else { return }
    if let known = sets[set.spsSeqParameterSetId], known != set {
      changed = (set.spsSeqParameterSetId, stream.unit.offset, stream.unit.length, stream.unitPath)
    }
    sets[set.spsSeqParameterSetId] = set
  }

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    guard let found = changed, stream.isBaseSlice else { return }
    changed = nil
    if stream.nalUnitType >= 16 { return }
    if let used = stream.sliceSet, used.spsSeqParameterSetId != found.id { return }
    run.find(
      self, "sps_seq_parameter_set_id \(found.id) gets another content, and the next picture is not an IRAP picture", at: found.offset,
      size: found.size, path: found.path)
  }
}
