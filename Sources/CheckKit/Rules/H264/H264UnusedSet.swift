import BitstreamKit
import H264Kit
import NALKit

/// No picture refers to a parameter set.
final class H264UnusedSet: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.unused-set", .note, "no picture refers to a parameter set",
      clause: "ITU-T H.264 (08/2021) 7.4.1.2.1",
      cause: """
        The encoder writes sets that it does not use, or the pictures that used them were cut out. Harmless, but decoders \
        reserve memory for each set.
        """,
      remedy: "Nothing, or remove the set.")
  }

  private var sets: [(id: UInt32, offset: UInt64, size: UInt64, path: String)] = []
  private var used: Set<UInt32> = []
  /// The set of the picture before.
  private var last: UInt32?
  private static let maxSets = 256

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .picParameterSet(let set) = unit.payload, sets.count < Self.maxSets,
      !sets.contains(where: { $0.id == set.picParameterSetId })
    else { return }
    sets.append((set.picParameterSetId, stream.unit.offset, stream.unit.length, stream.unitPath))
  }

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    // Another slice of the same picture may refer to another set; views above the base too.
    if stream.nalUnitType == 20 || stream.nalUnitType == 19 { others = true }
    if stream.isSlice { slices += 1 }
  }

  private var others = false
  private var slices: UInt64 = 0

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    if picture.picParameterSetId != last {
      last = picture.picParameterSetId
      used.insert(picture.picParameterSetId)
    }
    if picture.sliceCount > 1 { others = true }
  }

  override func end(_ stream: H264Facts, _ run: CheckRun) {
    // The sets of further slices of a picture are not known here.
    if others || slices == 0 { return }
    for set in sets where !used.contains(set.id) {
      run.find(self, "pic_parameter_set_id \(set.id) is not used", at: set.offset, size: set.size, path: set.path)
    }
  }
}
