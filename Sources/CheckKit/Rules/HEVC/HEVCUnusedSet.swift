import BitstreamKit
import HEVCKit
import NALKit

/// No picture refers to a parameter set.
final class HEVCUnusedSet: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.unused-set", .note, "no picture refers to a parameter set",
      clause: "ITU-T H.265 (08/2021) 7.4.2.4.2",
      cause: """
        The encoder writes sets that it does not use, or the pictures that used them were cut out. Harmless, but decoders \
        reserve memory for each set.
        """,
      remedy: "Nothing, or remove the set.")
  }

  private struct Place {
    var id: UInt8
    var offset: UInt64
    var size: UInt64
    var path: String
  }
  private var sets: [Place] = []
  private var used: Set<UInt8> = []
  private var isUnknown = true

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .picParameterSet(let set) = unit.payload, unit.header.nuhLayerId == 0,
      !sets.contains(where: { $0.id == set.ppsPicParameterSetId })
    else { return }
    sets.append(
      Place(id: set.ppsPicParameterSetId, offset: stream.unit.offset, size: stream.unit.length, path: stream.unitPath))
  }

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    // Layers above the base layer may use its sets.
    if stream.header.nuhLayerId > 0, stream.isSlice { sets.removeAll() }
    guard stream.isBaseSlice, let id = stream.slicePicParameterSetID else { return }
    isUnknown = false
    used.insert(id)
  }

  override func end(_ stream: HEVCFacts, _ run: CheckRun) {
    if isUnknown { return }
    for set in sets where !used.contains(set.id) {
      run.find(self, "pps_pic_parameter_set_id \(set.id) is not used", at: set.offset, size: set.size, path: set.path)
    }
  }
}
