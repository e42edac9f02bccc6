import BitstreamKit
import H264Kit
import NALKit

/// A sequence parameter set changes inside of a coded video sequence.
final class H264SetChanged: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.set-changed", .error, "a sequence parameter set changes inside of a coded video sequence",
      clause: "ITU-T H.264 (08/2021) 7.4.1.2.1: the content of the active set shall not change unless an IDR picture follows",
      cause: """
        Streams of different encodes were joined at a picture that is not an IDR picture. Decoders fail or show garbage up to \
        the next IDR picture.
        """,
      remedy: "Join at key pictures: 'mediaprobe join' does.")
  }

  private var sets: [UInt32: SeqParameterSet] = [:]
  private var changed: (id: UInt32, offset: UInt64, size: UInt64, path: String)?

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload else { return }
    if let known = sets[set.seqParameterSetId], known != set {
      changed = (set.seqParameterSetId, stream.unit.offset, stream.unit.length, stream.unitPath)
    }
    sets[set.seqParameterSetId] = set
  }

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    guard let found = changed, stream.isSlice else { return }
    changed = nil
    if stream.nalUnitType == 5 { return }
    run.find(
      self, "seq_parameter_set_id \(found.id) gets another content, and the next picture is not an IDR picture", at: found.offset,
      size: found.size, path: found.path)
  }
}
