import BitstreamKit
import H264Kit
import TestSupport
import Testing

@Test func nalUnitHeaderLaws() {
  checkLaws(NALUnitHeader.self)
  checkLaws(NALUnitHeaderSVCExtension.self)
  checkLaws(NALUnitHeaderMVCExtension.self)
  checkLaws(NALUnitHeader3DAVCExtension.self)
}

@Test(arguments: UInt8.min...UInt8.max) func firstByteIsTheHeader(_ byte: UInt8) throws {
  let header = NALUnitHeader(firstByte: byte)
  #expect(header.forbiddenZeroBit << 7 | header.nalRefIdc << 5 | header.nalUnitType == byte)
  if [14, 20, 21].contains(byte & 31) {
    #expect(throws: SyntaxError.self) { try NALUnitHeader(parsing: [byte]) }
  } else if byte < 0x80 {
    #expect(try NALUnitHeader(parsing: [byte]) == header)
  }
}

@Test func extensionsOfTheHeader() throws {
  let mvc = try NALUnitHeader(parsing: hex("74 40004F"))
  #expect(mvc.mvcExtension?.nonIdrFlag == true && mvc.mvcExtension?.viewId == 1 && mvc.mvcExtension?.anchorPicFlag == true)
  #expect(!mvc.idrPicFlag && mvc.byteCount == 4)
  let svc = try NALUnitHeader(parsing: hex("6E C08087"))
  #expect(svc.svcExtension?.idrFlag == true && svc.svcExtension?.noInterLayerPredFlag == true && svc.idrPicFlag)
  let depth = try NALUnitHeader(parsing: hex("75 80C2"))
  #expect(depth.avc3DExtension?.viewIdx == 1 && depth.avc3DExtension?.depthFlag == true && depth.byteCount == 3)
}
