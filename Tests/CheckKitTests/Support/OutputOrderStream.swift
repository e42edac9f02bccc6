import BitstreamKit
import H264Kit
import NALKit

/// Pictures in output order, whose picture order counts follow from frame_num (pic_order_cnt_type 2).
enum OutputOrderStream {
  /// An IDR picture, and a P picture for each element.
  /// - Parameter references: whether each P picture is a reference.
  static func bytes(references: [Bool]) throws -> [UInt8] {
    var set = SeqParameterSet()
    (set.profileIdc, set.levelIdc, set.maxNumRefFrames) = (77, 30, 1)
    (set.picWidthInMbsMinus1, set.picHeightInMapUnitsMinus1, set.frameMbsOnlyFlag) = (10, 8, true)
    (set.picOrderCntType, set.log2MaxPicOrderCntLsbMinus4) = (2, nil)
    var sets = ParameterSets()
    var bytes: [UInt8] = []
    func add(_ type: UInt8, _ content: NALUnitPayload, isReference: Bool) throws {
      var unit = NALUnit()
      unit.header = .init(firstByte: (isReference ? 0x60 : 0) | type)
      unit.payload = content
      bytes += [0, 0, 0, 1] + (try unit.encoded(sets: sets))
      sets.update(with: unit)
    }
    var frameNum: UInt32 = 0
    for (index, isReference) in ([true] + references).enumerated() {
      var delimiter = AccessUnitDelimiter()
      delimiter.primaryPicType = index == 0 ? 0 : 1
      try add(9, .accessUnitDelimiter(delimiter), isReference: false)
      if index == 0 {
        try add(7, .seqParameterSet(set), isReference: true)
        try add(8, .picParameterSet(.init()), isReference: true)
        sets.activeSeqParameterSetId = 0
      }
      var slice = SliceHeader()
      (slice.sliceType, slice.frameNum) = (index == 0 ? 2 : 0, frameNum % 16)
      if isReference {
        slice.decRefPicMarking = .init()
        frameNum += 1
      }
      if index == 0 {
        slice.idrPicId = 0
        slice.decRefPicMarking?.idr = .init()
      }
      var layer = SliceLayerWithoutPartitioning()
      layer.sliceHeader = slice
      layer.sliceData = BitString(bytes: [UInt8](repeating: 0x5A, count: 200) + [0x80])
      try add(index == 0 ? 5 : 1, .slice(layer), isReference: isReference)
    }
    return bytes
  }
}
