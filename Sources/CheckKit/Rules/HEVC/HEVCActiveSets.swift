import BitstreamKit
import HEVCKit
import NALKit

/// An active parameter sets message names other sets than the slices.
final class HEVCActiveSets: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.active-parameter-sets", .error, "an active parameter sets message names other sets than the slices",
      clause: "ITU-T H.265 (08/2021) D.3.17: the message names the VPS and SPS that are active for the access unit",
      cause: "The sets were renumbered or the stream was joined without the message. Receivers activate the wrong set.",
      remedy: "Remove the message or write it again.")
  }

  private struct Place {
    var video: UInt8
    var sequence: UInt8?
    var offset: UInt64
    var path: String
  }
  private var found: Place?

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload, unit.header.nuhLayerId == 0 else { return }
    for message in information.messages {
      guard case .activeParameterSets(let active) = message.payload else { continue }
      found = Place(
        video: active.activeVideoParameterSetId, sequence: active.activeSeqParameterSetId.first, offset: stream.unit.offset,
        path: stream.unitPath)
    }
  }

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    guard stream.isBaseSlice, stream.isFirstSegment, let found else { return }
    self.found = nil
    guard let set = stream.sliceSet,
      set.spsVideoParameterSetId != found.video || found.sequence.map({ $0 != set.spsSeqParameterSetId }) == true
    else { return }
    run.find(
      self,
      "the message names VPS \(found.video) and SPS \(found.sequence.map { "\($0)" } ?? "none"), the slices use \(set.spsVideoParameterSetId) and \(set.spsSeqParameterSetId)",
      at: found.offset, path: found.path + " › active_parameter_sets")
  }
}
