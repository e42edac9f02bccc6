import BitstreamKit
import H264Kit
import NALKit
import TestSupport

/// A case whose bad file is the fixture with other headers of both slices of a picture.
private func slices(
  _ rule: String, _ name: String, also: Set<String> = [], of picture: Picture, _ change: @escaping @Sendable (inout SliceHeader) -> Void
) -> RuleCase {
  RuleCase(rule: rule, name: name, also: also, codec: .h264, good: { try Places.fixture("bframes.h264") }) { bytes in
    var edit = StreamEdit(bytes)
    for index in [picture.rawValue, picture.rawValue + 1] { try edit.editSlice(index, change) }
    return edit.bytes
  }
}

/// Pictures of the fixture, with the unit of their first slice.
private enum Picture: Int {
  /// With the modification of list 0.
  case p = 16
  /// With two operations 1.
  case b = 19
}

private func operation(_ code: UInt8, _ change: (inout DecRefPicMarking.Operation) -> Void = { _ in }) -> DecRefPicMarking.Operation {
  var operation = DecRefPicMarking.Operation()
  operation.memoryManagementControlOperation = code
  change(&operation)
  return operation
}

extension RuleCase {
  static let h264References: [RuleCase] = [
    slices("h264.reference-missing", "operation 1 of a frame that is no reference", of: .b) {
      $0.decRefPicMarking?.operations?[0].differenceOfPicNumsMinus1 = 9
    },
    slices("h264.reference-missing", "operation 2 of a frame that is no long-term reference", of: .b) {
      $0.decRefPicMarking?.operations?.append(operation(2) { $0.longTermPicNum = 0 })
    },
    slices("h264.reference-missing", "a long-term index that operation 4 has not allowed", of: .b) {
      $0.decRefPicMarking?.operations?.append(operation(6) { $0.longTermFrameIdx = 0 })
    },
    slices("h264.reference-missing", "a list with a frame that is no reference", of: .p) {
      $0.refPicListModificationL0?[0].absDiffPicNumMinus1 = 9
    },
    slices("h264.reference-missing", "a list with a frame that is no long-term reference", of: .p) {
      var step = RefPicListModification()
      (step.modificationOfPicNumsIdc, step.longTermPicNum) = (2, 0)
      $0.refPicListModificationL0 = [step]
    },
    slices("h264.malformed", "two operations 4", of: .b) { header in
      for _ in 0..<2 { header.decRefPicMarking?.operations?.append(operation(4) { $0.maxLongTermFrameIdxPlus1 = 1 }) }
    },
    slices("h264.malformed", "more long-term indices than references", of: .b) { header in
      header.decRefPicMarking?.operations?.append(operation(4) { $0.maxLongTermFrameIdxPlus1 = 5 })
    },
    slices("h264.malformed", "two modifications of a list of one", also: ["h264.reference-missing"], of: .p) { header in
      let step = header.refPicListModificationL0?[0]
      header.refPicListModificationL0 = [step, step].compactMap { $0 }
    },
    slices("h264.malformed", "a list that is modified by nothing", of: .p) { $0.refPicListModificationL0 = [] },
    RuleCase(
      rule: "h264.malformed", name: "32 references of frames by default", codec: .h264,
      good: {
        try StreamEdit.pps(try Places.fixture("bframes.h264")) { ($0.weightedPredFlag, $0.numRefIdxL0DefaultActiveMinus1) = (false, 3) }
      }
    ) { bytes in try StreamEdit.pps(bytes) { $0.numRefIdxL0DefaultActiveMinus1 = 31 } },
  ]
}
