import AACKit
import BitstreamKit
import TestSupport
import Testing

@Test func framesOfARealStreamGetTheirHeadersBack() throws {
  let bytes = try Places.fixture("tone.aac")
  var writer: ADTSWriter?
  var made: [UInt8] = []
  for event in events(bytes) {
    guard case .frame(let frame) = event else { continue }
    if writer == nil { writer = try ADTSWriter(try AudioSpecificConfig(frame.header)) }
    try writer?.append(bytes, Int(frame.payloadPosition)..<Int(frame.end), to: &made)
  }
  #expect(made == bytes && made.count > 1000)
}

/// For all that the header can say, what the structure says.
@Test(arguments: 0..<200 as Range<UInt64>) func headersAreThoseOfTheStructure(_ seed: UInt64) throws {
  var generator = Generator(seed: seed)
  guard let config = try? generator.draw(AudioSpecificConfig.self) else { return }
  for size in [0, 1, 371, 8184] {
    var bytes: [UInt8] = [9]
    let wanted = try? ADTSHeader(config, payloadSize: size).encoded()
    guard config.channelConfiguration != 0 else { continue }
    let writer = try? ADTSWriter(config)
    #expect((wanted == nil) == (writer == nil))
    try writer?.appendHeader(of: size, to: &bytes)
    #expect(bytes == [9] + (wanted ?? []))
  }
}

@Test func mpeg2AndWhatCannotBeSaid() throws {
  var bytes: [UInt8] = []
  try ADTSWriter(AudioSpecificConfig(), isMPEG2: true).appendHeader(of: 100, to: &bytes)
  #expect(bytes == hex("FFF95080 0D7FFC"))
  let writer = try ADTSWriter(AudioSpecificConfig())
  for size in [8185, 1 << 40, -1] { #expect(throws: SyntaxError.self) { try writer.appendHeader(of: size, to: &bytes) } }
  var config = AudioSpecificConfig()
  config.audioObjectType = .sbr
  #expect(throws: SyntaxError.self) { try ADTSWriter(config) }
  config = AudioSpecificConfig()
  config.channelConfiguration = 11
  #expect(throws: SyntaxError.self) { try ADTSWriter(config) }
  config.channelConfiguration = 0
  #expect(throws: SyntaxError.self) { try ADTSWriter(config) }
  #expect(bytes.count == 7)
}

/// A channel layout without a table configuration is written as an element in every frame, and read from there.
@Test func channelsOfTheirOwn() throws {
  var program = ProgramConfigElement()
  (program.objectType, program.samplingFrequencyIndex) = (1, 4)
  program.frontElements = [.init(), .init()]
  program.lfeElementTagSelect = [3]
  program.commentFieldData = [0x68, 0x69]
  var config = AudioSpecificConfig()
  config.channelConfiguration = 0
  config.gaSpecificConfig?.programConfigElement = program
  let writer = try ADTSWriter(config)
  var bytes: [UInt8] = []
  let block: [UInt8] = [0x21, 0x10, 0x05, 0xE0]
  for _ in 0..<3 { try writer.append(block, 0..<4, to: &bytes) }
  #expect(throws: SyntaxError.self) { try writer.appendHeader(of: 8192 - writer.headerSize, to: &bytes) }
  let found = events(bytes)
  #expect(found.count == 3)
  for event in found {
    guard case .frame(let frame) = event else { return #expect(Bool(false), "\(event)") }
    let payload = Array(bytes[Int(frame.payloadPosition)..<Int(frame.end)])
    #expect(payload.suffix(4) == block[...] && payload.count == writer.headerSize - 7 + 4)
    let element = try ProgramConfigElement(leading: payload)
    #expect(try AudioSpecificConfig(frame.header, programConfigElement: element) == config)
    // A block that has the element keeps its own.
    var again: [UInt8] = []
    try writer.append(payload, 0..<payload.count, to: &again)
    #expect(again == Array(bytes[Int(frame.position)..<Int(frame.end)]))
  }
}
