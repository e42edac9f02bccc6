import BitstreamKit
import MP4Kit
import TestSupport
import Testing

/// Configuration boxes as encoders write them, in sample entries whose own fields are 2 channels and 48000 Hz.
private let entries: [(entry: [UInt8], rate: UInt32, channels: UInt32, depth: Int?)] = [
  (makeSoundEntry("ac-3", makeBox("dac3", hex("103dc0"))), 48000, 6, nil),
  (makeSoundEntry("ac-3", makeBox("dac3", hex("100880"))), 48000, 1, nil),
  (makeSoundEntry("ac-3", makeBox("dac3", hex("503dc0"))), 44100, 6, nil),
  (makeSoundEntry("ec-3", makeBox("dec3", hex("0600 200f00"))), 48000, 6, nil),
  // A dependent substream adds Lrs and Rrs.
  (makeSoundEntry("ec-3", makeBox("dec3", hex("1400 200f0202"))), 48000, 8, nil),
  // format_info of 5.1 at 96 kHz, of stereo at 192 kHz, of 7.1 at 44.1 kHz.
  (makeSoundEntry("mlpa", rate: "00000000", makeBox("dmlp", hex("1007804f 0000 00000000"))), 96000, 8, nil),
  (makeSoundEntry("mlpa", rate: "00000000", makeBox("dmlp", hex("20078000 0000 00000000"))), 192000, 6, nil),
  (
    makeSoundEntry("alac", makeBox("alac", hex("00000000 00001000 00 18 28 0a 0e 06 00ff 00000000 00000000 00017700"))),
    96000, 6, 24
  ),
  // 3GPP fixes 2 channels of 16 bits, and the time scale as the rate.
  (makeSoundEntry("samr", rate: "03e80000", makeBox("damr", hex("46464d50 00 81ff 00 01"))), 8000, 1, nil),
  (makeSoundEntry("sawb", rate: "03e80000", makeBox("damr", hex("46464d50 00 81ff 00 01"))), 16000, 1, nil),
  (makeSoundEntry("Opus", makeBox("dOps", hex("00 06 0138 0000bb80 0000 01 04 02 000401020305"))), 48000, 6, nil),
  (makeSoundEntry("mhm1", channels: 0, makeBox("mhaC", hex("01 0b 06 0005 0b19408006"))), 48000, 6, nil),
  (makeSoundEntry("ipcm", makeBox("pcmC", hex("00000000 01 18"))), 48000, 2, 24),
  (makeSoundEntry("dtsc", makeBox("ddts", hex("0000ac44 00177000 00177000 18 0f 7c0000 000f 00"))), 44100, 6, nil),
  (makeSoundEntry("sowt"), 48000, 2, 16),
]

@Suite struct SoundDescriptionTests {
  @Test(arguments: entries.indices) func configurationComesBeforeTheEntrysFields(_ index: Int) throws {
    let wanted = entries[index]
    let movie = try Movie(MemorySource(makeMovie("soun", entries: [wanted.entry])))
    let sound = try #require(movie.tracks.first?.descriptions.first?.sound)
    #expect(sound.sampleRate == wanted.rate)
    #expect(sound.channelCount == wanted.channels)
    #expect(sound.bitDepth == wanted.depth)
  }

  @Test func theCookieOfQuickTimeStandsInWave() throws {
    let cookie = makeBox("alac", hex("00000000 00001000 00 10 28 0a 0e 01 00ff 00000000 00000000 0000ac44"))
    let entry = makeSoundEntry("alac", makeBox("wave", makeBox("frma", Array("alac".utf8)), cookie, hex("00000008 00000000")))
    let movie = try Movie(MemorySource(makeMovie("soun", entries: [entry])))
    #expect(movie.tracks[0].descriptions[0].sound?.sampleRate == 44100)
    #expect(movie.tracks[0].descriptions[0].sound?.channelCount == 1)
  }

  @Test(arguments: [("", 2), ("10", 2), ("ffffff", 5 + 1)]) func aDamagedBoxChangesLittle(_ bytes: String, _ channels: UInt32) throws {
    let movie = try Movie(MemorySource(makeMovie("soun", entries: [makeSoundEntry("ac-3", makeBox("dac3", hex(bytes)))])))
    #expect(movie.tracks[0].descriptions[0].sound?.channelCount == channels)
    #expect(movie.tracks[0].descriptions[0].sound?.sampleRate == 48000)
  }

  @Test func channelsOfDolbyCodes() {
    #expect((0...7).map { DolbyCoding.channelCount(acmod: $0, lfeon: false) } == [2, 1, 2, 3, 3, 4, 4, 5])
    #expect(DolbyCoding.channelCount(chanLoc: 0x1FF) == 14)
    #expect((0...3).map { DolbyCoding.sampleRate(fscod: $0) } == [48000, 44100, 32000, 0])
  }

  @Test func presentationsOfAC4() throws {
    // The configuration of a broadcast 5.1 stream.
    let box = try AC4SpecificBox(
      parsing: hex("20a60180 96300000000ffffffff00112f9a800004800008e501000008f10995b8080"))
    let first = try #require(box.firstPresentation)
    #expect(first.version == 1)
    #expect(first.channelCount == 6)
    #expect(box.codecString == "ac-4.02.01.0\(first.level)")
    for count in 0..<box.dsi.count {
      var short = box
      short.dsi = Array(box.dsi.prefix(count))
      _ = short.firstPresentation
    }
  }

  @Test func immersiveAudio() throws {
    let box = try IAConfigurationBox(
      parsing: hex("01 1e f806 69616d66 0101 0014 00 4f707573 c007 fffc 01020138 0000bb80 000000"))
    let summary = try #require(box.summary)
    #expect(summary.profileName?.description == "Base")
    #expect(summary.codecString == "iamf.001.001.Opus")
    #expect(summary.sampleRate == 48000)
    var short = box
    for count in 0..<box.configOBUs.count {
      short.configOBUs = Array(box.configOBUs.prefix(count))
      _ = short.summary
    }
    #expect(IAConfigurationBox().summary == nil)
  }
}
