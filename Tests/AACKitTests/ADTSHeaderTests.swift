import AACKit
import BitstreamKit
import TestSupport
import Testing

@Test func adtsHeaderLaws() { checkLaws(ADTSHeader.self) }

@Test func aRealHeader() throws {
  // The first bytes of a file that ffmpeg wrote: AAC LC, 44.1 kHz, stereo, 340 bytes, variable rate.
  let header = try ADTSHeader(parsing: hex("FFF15080 2A9FFC DE"))
  var expected = ADTSHeader()
  expected.aacFrameLength = 340
  #expect(header == expected)
  #expect(header.profileName.description == "AAC LC" && header.audioObjectType == .aacLC)
  #expect(header.samplingFrequency == 44100 && header.channelCount == 2)
  #expect(header.headerSize == 7 && header.payloadSize == 333 && header.samplesPerFrame == 1024)
  #expect(try header.encoded() == hex("FFF15080 2A9FFC"))
}

@Test func everyElementStandsAtItsBits() {
  let log = ADTSHeader.trace(hex("FFF84D83 C57FC3 0001 0002 0003 BEEF"))
  #expect(log.error == nil)
  #expect(
    log.rows.map { "\($0.element.fullName)@\($0.element.bitOffset)=\($0.element.value)" } == [
      "syncword@0=number(4095)", "ID@12=number(1)", "layer@13=number(0)", "protection_absent@15=number(0)",
      "profile_ObjectType@16=number(1)", "sampling_frequency_index@18=number(3)", "private_bit@22=number(0)",
      "channel_configuration@23=number(6)", "original_copy@26=number(0)", "home@27=number(0)",
      "copyright_identification_bit@28=number(0)", "copyright_identification_start@29=number(0)", "aac_frame_length@30=number(7723)",
      "adts_buffer_fullness@43=number(2032)", "number_of_raw_data_blocks_in_frame@54=number(3)",
      "raw_data_block_position[1]@56=number(1)", "raw_data_block_position[2]@72=number(2)", "raw_data_block_position[3]@88=number(3)",
      "crc_check@104=number(48879)",
    ])
  #expect(log.rows.last?.path == ["adts_header", "adts_header_error_check"])
}

@Test(
  arguments: [
    (0, 0, "AAC Main"), (0, 1, "AAC LC"), (0, 2, "AAC SSR"), (0, 3, "AAC LTP"),
    (1, 0, "MPEG-2 Main"), (1, 1, "MPEG-2 LC"), (1, 2, "MPEG-2 SSR"), (1, 3, "Reserved"),
  ] as [(UInt8, UInt8, String)]) func profileNames(_ id: UInt8, _ profile: UInt8, _ name: String)
{
  var header = ADTSHeader()
  header.id = id
  header.profileObjectType = profile
  #expect(header.profileName.description == name)
  #expect(header.audioObjectType?.rawValue == (name == "Reserved" ? nil : profile + 1))
}

@Test func headerSizesFollowTheErrorCheck() throws {
  for blocks in 0...3 as ClosedRange<UInt8> {
    var header = ADTSHeader()
    header.numberOfRawDataBlocksInFrame = blocks
    header.aacFrameLength = 100
    #expect(try header.encoded().count == 7 && header.headerSize == 7)
    header.errorCheck = ADTSErrorCheck()
    header.errorCheck?.rawDataBlockPosition = [UInt16](repeating: 50, count: Int(blocks))
    #expect(try header.encoded().count == 9 + 2 * Int(blocks) && header.headerSize == 9 + 2 * Int(blocks))
    #expect(header.payloadSize == 100 - header.headerSize && header.samplesPerFrame == 1024 * (Int(blocks) + 1))
    header.errorCheck?.rawDataBlockPosition.append(60)
    #expect(throws: SyntaxError.self) { try header.encoded() }
  }
}

@Test func whatTheSpecificationForbidsIsRefusedOrFound() throws {
  // The syncword, the layer, reserved and forbidden frequencies, a length below seven.
  for bytes in ["FFE15080 2A9FFC", "FFF35080 2A9FFC", "FFF17480 2A9FFC", "FFF17C80 2A9FFC", "FFF15080 00DFFC"] {
    #expect(throws: SyntaxError.self) { try ADTSHeader(parsing: hex(bytes)) }
  }
  var lenient = BitReader(hex("FFF37C80 00DFFC"), policy: .lenient)
  var header = ADTSHeader()
  try lenient.nested(&header)
  #expect(header.layer == 1 && header.samplingFrequencyIndex == 15 && header.aacFrameLength == 6)
  #expect(header.samplingFrequency == nil && header.payloadSize == 0)
  #expect(lenient.findings.map(\.element) == ["layer", "sampling_frequency_index", "aac_frame_length"])
}

// MARK: - To AudioSpecificConfig and back

@Test func headersAndConfigsSayTheSame() throws {
  var tried = 0
  for profile in 0...3 as ClosedRange<UInt8> {
    for index in 0...12 as ClosedRange<UInt8> {
      for channels in 1...7 as ClosedRange<UInt8> {
        var header = ADTSHeader()
        header.profileObjectType = profile
        header.samplingFrequencyIndex = index
        header.channelConfiguration = channels
        header.aacFrameLength = 107
        let config = try AudioSpecificConfig(header)
        let bits = UInt16(profile + 1) << 11 | UInt16(index) << 7 | UInt16(channels) << 3
        #expect(try config.encoded() == [UInt8(bits >> 8), UInt8(bits & 0xFF)])
        #expect(try ADTSHeader(config, payloadSize: 100) == header)
        #expect(config.sampleRate == header.samplingFrequency && config.channelCount == header.channelCount)
        tried += 1
      }
    }
  }
  #expect(tried == 364)
}

@Test func headersThatNameNoConfig() throws {
  var header = ADTSHeader()
  header.samplingFrequencyIndex = 13
  #expect(throws: SyntaxError.self) { try AudioSpecificConfig(header) }
  header = ADTSHeader()
  header.id = 1
  header.profileObjectType = 3
  #expect(throws: SyntaxError.self) { try AudioSpecificConfig(header) }
  header = ADTSHeader()
  header.channelConfiguration = 0
  #expect(throws: SyntaxError.self) { try AudioSpecificConfig(header) }
  // The element at the start of the frame is at another bit position in the configuration.
  var writer = SyntaxCoder(writing: BitWriter())
  var element = ProgramConfigElement()
  element.samplingFrequencyIndex = 4
  element.frontElements = [.init()]
  element.commentFieldData = [0x68, 0x69]
  var (elementID, end): (UInt8, UInt8) = (5, 7)
  try writer.u("id_syn_ele", &elementID, bits: 3)
  try element.syntax(&writer)
  try writer.u("id_syn_ele", &end, bits: 3)
  let told = try ProgramConfigElement(leading: writer.finish())
  #expect(told == element)
  let config = try AudioSpecificConfig(header, programConfigElement: told)
  #expect(config.channelCount == 1)
  #expect(try AudioSpecificConfig(parsing: config.encoded()) == config)
  #expect(throws: SyntaxError.self) { try ProgramConfigElement(leading: hex("2100")) }
}

@Test func whatADTSCannotCarry() throws {
  func refused(_ payload: Int = 100, isMPEG2: Bool = false, _ change: (inout AudioSpecificConfig) -> Void) -> String? {
    var config = AudioSpecificConfig()
    change(&config)
    do { _ = try ADTSHeader(config, payloadSize: payload, isMPEG2: isMPEG2) } catch { return error.element }
    return nil
  }
  #expect(refused { _ in } == nil)
  #expect(refused(8184) { _ in } == nil)
  #expect(refused(8185) { _ in } == "aac_frame_length")
  #expect(refused(-1) { _ in } == "aac_frame_length")
  #expect(refused(.max) { _ in } == "aac_frame_length")
  #expect(refused { $0.audioObjectType = .usac } == "audioObjectType")
  #expect(refused { $0.audioObjectType = .erAACLD } == "audioObjectType")
  #expect(refused { $0.audioObjectType = .aacLTP } == nil)
  #expect(refused(isMPEG2: true) { $0.audioObjectType = .aacLTP } == "audioObjectType")
  #expect(refused { $0.samplingFrequencyIndex = 13 } == "samplingFrequencyIndex")
  #expect(refused { ($0.samplingFrequencyIndex, $0.samplingFrequency) = (15, 44056) } == "samplingFrequencyIndex")
  #expect(refused { ($0.samplingFrequencyIndex, $0.samplingFrequency) = (15, 44100) } == nil)
  #expect(refused { $0.channelConfiguration = 0 } == "channelConfiguration")
  #expect(refused { $0.channelConfiguration = 11 } == "channelConfiguration")
  #expect(refused { $0.gaSpecificConfig?.frameLengthFlag = true } == "frameLengthFlag")
  #expect(refused { $0.gaSpecificConfig?.coreCoderDelay = 7 } == "dependsOnCoreCoder")
  // HE-AAC is carried as its core.
  let core = try ADTSHeader(AudioSpecificConfig(parsing: hex("EB8A0800")), payloadSize: 0)
  #expect(core.samplingFrequency == 22050 && core.channelConfiguration == 1 && core.audioObjectType == .aacLC)
}
