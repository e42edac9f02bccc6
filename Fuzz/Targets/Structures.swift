import AACKit
import BitstreamKit
import FLVKit
import H264Kit
import HEVCKit
import MP4Kit
import RTMPKit

/// The law of every structure: what is read is written as the same bytes.
func fuzzLaw(_ input: [UInt8]) throws(Violation) { try checkStructure(input, Law()) }

/// A strict reader against a lenient one, and the ways to read against each other.
func fuzzStrict(_ input: [UInt8]) throws(Violation) { try checkStructure(input, Policies()) }

private protocol StructureCheck {
  func check<S: Syntax>(_ type: S.Type, _ bytes: [UInt8]) throws(Violation)
}

private struct Law: StructureCheck {
  func check<S: Syntax>(_ type: S.Type, _ bytes: [UInt8]) throws(Violation) { try checkLaw(type, bytes) }
}

private struct Policies: StructureCheck {
  func check<S: Syntax>(_ type: S.Type, _ bytes: [UInt8]) throws(Violation) { try checkPolicies(type, bytes) }
}

/// The first byte says which structure the others are: 0 for the fields of a box, whose type, container, handler and version of the
/// container come first.
private func checkStructure<C: StructureCheck>(_ input: [UInt8], _ check: C) throws(Violation) {
  var tape = ByteTape(input)
  switch tape.byte() {
  case 0: try checkBox(&tape, check)
  case 1: try check.check(AudioSpecificConfig.self, tape.rest())
  case 2: try check.check(ADTSHeader.self, tape.rest())
  case 3: try check.check(ProgramConfigElement.self, tape.rest())
  case 4: try check.check(FLVHeader.self, tape.rest())
  case 5: try check.check(TagHeader.self, tape.rest())
  case 6: try check.check(AudioTagHeader.self, tape.rest())
  case 7: try check.check(VideoTagHeader.self, tape.rest())
  case 8: try check.check(ScriptData.self, tape.rest())
  case 9: try check.check(AVCDecoderConfigurationRecord.self, tape.rest())
  case 10: try check.check(HEVCDecoderConfigurationRecord.self, tape.rest())
  case 11: try check.check(Unit<H264Kit.SeqParameterSet>.self, tape.rest())
  case 12: try check.check(Unit<H264Kit.SubsetSeqParameterSet>.self, tape.rest())
  case 13: try check.check(Unit<H264Kit.SeqParameterSetExtension>.self, tape.rest())
  case 14: try check.check(Unit<HEVCKit.VideoParameterSet>.self, tape.rest())
  case 15: try check.check(ESDescriptor.self, tape.rest())
  case 16: try check.check(UserControlMessage.self, tape.rest())
  case 17: try check.check(H264Kit.NALUnitHeader.self, tape.rest())
  case 18: try check.check(QuickTimeMetaBox.self, tape.rest())
  default: try check.check(RTMPCommand.self, tape.rest())
  }
}

/// A structure with its trailing bits: where an open end is decides them.
private struct Unit<Body: Syntax>: Syntax {
  static var structureName: StaticString { Body.structureName }

  var body = Body()
  var trailing: [UInt8] = []

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.nested(&body)
    try c.rbspTrailingBits(&trailing)
  }
}

private func checkBox<C: StructureCheck>(_ tape: inout ByteTape, _ check: C) throws(Violation) {
  let type = FourCC(rawValue: UInt32(tape.number(4)))
  let container = FourCC(rawValue: UInt32(tape.number(4)))
  let handler = FourCC(rawValue: UInt32(tape.number(4)))
  let context = BoxContext(in: container, version: tape.byte(), handler: handler)
  let userType = type == "uuid" ? BoxHeader.UserType(tape.number(8), tape.number(8)) : nil
  var visitor = CheckVisitor(check: check, bytes: tape.rest())
  BoxRegistry.visit(BoxHeader(type, userType: userType), in: context, &visitor)
  if let violation = visitor.violation { throw violation }
}

private struct CheckVisitor<C: StructureCheck>: BoxVisitor {
  let check: C
  let bytes: [UInt8]
  var violation: Violation?

  init(check: C, bytes: [UInt8]) {
    self.check = check
    self.bytes = bytes
  }

  mutating func visit<B: Box>(_ type: B.Type) {
    do throws(Violation) { try check.check(type, bytes) } catch { violation = error }
  }
}
