import AACKit
import BitstreamKit
import TestSupport
import Testing

@Test func programConfigElementLaws() { checkLaws(ProgramConfigElement.self) }

@Test func channelsAreCountedByElement() {
  var element = ProgramConfigElement()
  #expect(element.channelCount == 0)
  element.frontElements = [.init(), .init(), .init()]
  element.frontElements[1].elementIsCpe = true
  element.sideElements = [.init()]
  element.backElements = [.init(), .init()]
  element.backElements[1].elementIsCpe = true
  element.lfeElementTagSelect = [1, 2]
  element.ccElements = [.init()]
  element.assocDataElementTagSelect = [3]
  #expect(element.channelCount == 4 + 1 + 3 + 2)
}

/// At every bit of a byte that it may start at, with every value of the alignment bits.
@Test(arguments: 0..<8) func alignmentComesBackAtEveryPlace(_ start: Int) throws {
  var element = ProgramConfigElement()
  element.commentFieldData = [0xAA]
  element.monoMixdownElementNumber = 3
  let (before, fields) = (start, 38)
  let padding = (8 - (before + fields) % 8) % 8
  for bits in 0..<UInt8(1 << padding) {
    var model = element
    model.byteAlignment = padding == 0 ? 0 : bits << UInt8(8 - padding)
    var head = BitWriter()
    head.put(0, before)
    var writer = SyntaxCoder(writing: head)
    try model.syntax(&writer)
    #expect(writer.bitPosition == before + fields + padding + 16)
    var reader = SyntaxCoder(reading: writer.finish())
    var skipped: UInt8 = 0
    try reader.u("before", &skipped, bits: before)
    var read = ProgramConfigElement()
    try read.syntax(&reader)
    #expect(read == model)
  }
}

@Test func countsBeyondTheirFieldsAreRefused() {
  var element = ProgramConfigElement()
  element.frontElements = [ProgramConfigElement.ChannelElement](repeating: .init(), count: 16)
  #expect(throws: SyntaxError.self) { try element.encoded() }
  element = ProgramConfigElement()
  element.commentFieldData = [UInt8](repeating: 0, count: 256)
  #expect(throws: SyntaxError.self) { try element.encoded() }
}
