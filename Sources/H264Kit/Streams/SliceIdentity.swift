/// The values that distinguish slices of one primary coded picture from those of the next.
///
/// ITU-T H.264 (08/2021) 7.4.1.2.4: a slice that differs from the previous slice in any of these is the first of a new picture.
struct SliceIdentity: Equatable, Sendable {
  var frameNum: UInt32 = 0
  var picParameterSetId: UInt32 = 0
  var fieldPicFlag = false
  var bottomFieldFlag = false
  /// Whether nal_ref_idc is not 0; other differences of nal_ref_idc are irrelevant.
  var isReference = false
  var idrPicFlag = false
  var idrPicId: UInt32 = 0
  var picOrderCntLsb: UInt32 = 0
  var deltaPicOrderCntBottom: Int32 = 0
  var deltaPicOrderCnt0: Int32 = 0
  var deltaPicOrderCnt1: Int32 = 0

  init(_ slice: borrowing SliceHeader, _ header: NALUnitHeader) {
    frameNum = slice.frameNum
    picParameterSetId = slice.picParameterSetId
    fieldPicFlag = slice.fieldPicFlag ?? false
    bottomFieldFlag = slice.bottomFieldFlag ?? false
    isReference = header.nalRefIdc != 0
    idrPicFlag = header.nalUnitType == 5
    idrPicId = slice.idrPicId ?? 0
    picOrderCntLsb = slice.picOrderCntLsb ?? 0
    deltaPicOrderCntBottom = slice.deltaPicOrderCntBottom ?? 0
    deltaPicOrderCnt0 = slice.deltaPicOrderCnt0 ?? 0
    deltaPicOrderCnt1 = slice.deltaPicOrderCnt1 ?? 0
  }
}
