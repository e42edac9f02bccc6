import BitstreamKit
import EncoderKit
import Foundation
import H264Kit
import TestSupport
import Testing
import NALKit

private func settings(_ codec: VideoEncoderSettings.Codec, reorders: Bool? = nil) -> VideoEncoderSettings {
  var settings = VideoEncoderSettings(codec)
  settings.preset = "ultrafast"
  settings.allowFrameReordering = reorders
  settings.maxKeyFrameInterval = 20
  return settings
}

private let programs: [(EncoderProgram, VideoEncoderSettings.Codec)] = [
  (.x264, .h264), (.x265, .hevc), (.ffmpeg, .h264), (.ffmpeg, .hevc),
]

@Suite(.enabled(if: Program.has("x264") && Program.has("x265") && Program.has("ffmpeg"))) struct RealEncoderTests {
  @Test(arguments: programs, [true, false]) func unitsCarryTheTimesOfTheirPictures(
    which: (EncoderProgram, VideoEncoderSettings.Codec), reorders: Bool
  ) throws {
    let encoder = try ProcessVideoEncoder(which.0, settings(which.1, reorders: reorders), framing: .lengths)
    // Distances of 1, 2, 3, 4 units in turn: nothing that a rate could explain.
    let format = PictureFormat(width: 96, height: 64)
    var shown: [MediaTime] = []
    var clock: Int64 = 7
    let source = DrawnPictures(format, count: 50) { number, picture in
      drawMoving(number, &picture)
      clock += Int64(number % 4) + 1
      picture.presentationTimeStamp = MediaTime(value: clock, timescale: 90) ?? .zero
      shown.append(picture.presentationTimeStamp)
    }
    let units = try encodeAll(encoder, source)
    #expect(units.count == 50)
    #expect(units.map(\.presentationTimeStamp).sorted() == shown)
    #expect(units.allSatisfy { $0.decodeTimeStamp <= $0.presentationTimeStamp && shown[Int($0.pictureNumber)] == $0.presentationTimeStamp })
    #expect(zip(units, units.dropFirst()).allSatisfy { $0.decodeTimeStamp < $1.decodeTimeStamp })
    let isReordered = units.map(\.presentationTimeStamp) != shown
    #expect(isReordered == reorders)
    #expect(units[0].isKeyFrame && units[0].parameterSets?.count == (which.1 == .h264 ? 2 : 3))
    #expect(units.dropFirst().allSatisfy { $0.parameterSets == nil })
    let keys = units.filter(\.isKeyFrame)
    #expect(keys.count >= 3 && zip(keys, keys.dropFirst()).allSatisfy { $1.pictureNumber - $0.pictureNumber <= 20 })
    #expect(encoder.startCount == 1)
  }

  /// What comes out is what the program writes when a shell runs it.
  @Test(arguments: [EncodedAccessUnit.Framing.annexB, .lengths]) func nothingIsLostOnTheWay(framing: EncodedAccessUnit.Framing) throws {
    try withFolder { folder in
      let input = folder.appending(path: "in.y4m").path
      try Data(y4m(movingPictures(40))).write(to: URL(filePath: input))
      for (program, codec) in programs {
        let encoder = try ProcessVideoEncoder(program, settings(codec), framing: framing)
        let units = try encodeAll(encoder, try Y4MPictures(path: input))
        let words = try program.arguments(settings(codec), PictureFormat(width: 96, height: 64))
        let alone = try Program.run(program.name, words, input: Data(contentsOf: URL(filePath: input)))
        if framing == .annexB {
          #expect(units.flatMap(\.data) == [UInt8](alone.standardOutput), "\(program.name)")
        } else {
          // Without start codes and parameter sets; the coded slices are in there byte for byte.
          let sizes = units.map(\.data.count).reduce(0, +)
          #expect(sizes > alone.standardOutput.count * 9 / 10 - 2000 && sizes < alone.standardOutput.count + 4 * units.count)
        }
      }
    }
  }

  @Test func keyFramesAndSettingsOnDemand() throws {
    let encoder = try ProcessVideoEncoder(.x264, settings(.h264, reorders: true), framing: .lengths)
    var wanted = settings(.h264, reorders: true)
    wanted.maxKeyFrameInterval = 1000
    wanted.additionalArguments = ["--no-scenecut"]
    try encoder.update(wanted)
    var units: [EncodedAccessUnit] = []
    func take() { while let unit = encoder.nextAccessUnit() { units.append(unit) } }
    let small = movingPictures(30)
    while let picture = try small.nextPicture() {
      try encoder.encode(picture, forceKeyFrame: picture.presentationTimeStamp == MediaTime(value: 13, timescale: 25))
      if picture.presentationTimeStamp == MediaTime(value: 19, timescale: 25) {
        wanted.averageBitRate = 50_000
        wanted.profile = "main"
        try encoder.update(wanted)
      }
      take()
    }
    // Another size from here on.
    let large = PictureFormat(width: 128, height: 96)
    for number in 30..<40 {
      var picture = VideoPicture(large, at: try #require(large.time(of: UInt64(number))))
      drawMoving(UInt64(number), &picture)
      try encoder.encode(picture)
      take()
    }
    try encoder.completeFrames()
    take()
    #expect(units.count == 40 && encoder.startCount == 4)
    #expect(units.filter(\.isKeyFrame).map(\.pictureNumber) == [0, 13, 20, 30])
    #expect(units.enumerated().filter { $1.parameterSets != nil }.map { $0.offset } == [0, 20, 30])
    #expect(zip(units, units.dropFirst()).allSatisfy { $0.decodeTimeStamp < $1.decodeTimeStamp })
    #expect(units.map(\.pictureNumber).sorted() == Array(0..<40))
    let record = try AVCDecoderConfigurationRecord(parameterSetsOf: try #require(units[30].parameterSets))
    #expect(record.parameterSets().sets.seqParameterSet(0)?.croppedSize == PictureSize(width: 128, height: 96))
  }

  @Test(arguments: [
    (PixelFormat.nv12, VideoEncoderSettings.Codec.h264), (.i420TenBit, .h264), (.i420TenBit, .hevc), (PixelFormat(.yuv444), .h264),
    (PixelFormat(.yuv422), .hevc), (PixelFormat(.monochrome), .h264), (PixelFormat(.yuv420, bitDepth: 10, isSemiPlanar: true), .hevc),
  ]) func everyPixelFormatIsTaken(pixelFormat: PixelFormat, codec: VideoEncoderSettings.Codec) throws {
    try withFolder { folder in
      var lossless = settings(codec)
      lossless.additionalArguments = codec == .h264 ? ["--qp", "0"] : ["--lossless"]
      let encoder = try ProcessVideoEncoder(.standard(for: codec), lossless)
      let units = try encodeAll(encoder, movingPictures(5, pixelFormat: pixelFormat))
      let (coded, source) = (folder.appending(path: "a." + codec.rawValue).path, folder.appending(path: "a.y4m"))
      try Data(units.flatMap(\.data)).write(to: URL(filePath: coded))
      var planar = pixelFormat
      planar.isSemiPlanar = false
      try Data(y4m(movingPictures(5, pixelFormat: planar))).write(to: source)
      // FFmpeg decodes lossless H.264 without chroma as 4:2:0 of grey.
      let isGrey = pixelFormat.chroma == .monochrome
      #expect(try frameHashes(coded, lumaOnly: isGrey) == frameHashes(source.path, lumaOnly: isGrey))
      #expect(units.count == 5)
    }
  }

  @Test func anyProgramByItsCommandLine() throws {
    let template = try CommandTemplate(
      "x264 --demuxer raw --input-res '{width}x{height}' --fps {fps} --input-csp i420 --preset \"ultra\"fast --quiet --no-progress -o - -")
    let encoder = try ProcessVideoEncoder(.command(template, feed: .raw), VideoEncoderSettings(.h264))
    #expect(try encodeAll(encoder, movingPictures(12)).count == 12)
    let unknown = try CommandTemplate("x264 --colour {colour}")
    let wrong = try ProcessVideoEncoder(.command(unknown), VideoEncoderSettings(.h264))
    #expect(throws: EncoderError.self) { try encodeAll(wrong, movingPictures(2)) }
  }

  @Test func versionsAreSaid() throws {
    #expect(try FoundProgram("x264").version()?.hasPrefix("x264 0.") == true)
    #expect(try FoundProgram("x265").version()?.contains("HEVC encoder version") == true)
    #expect(try FoundProgram("ffmpeg").version()?.hasPrefix("ffmpeg version") == true)
  }
}

@Test func whatCannotBeMeantIsRefused() throws {
  #expect(throws: EncoderError.self) { try CommandTemplate("a 'b") }
  #expect(throws: EncoderError.self) { try CommandTemplate("  ") }
  #expect(try CommandTemplate(#"a b\ c "d 'e" '' f"#).words == ["a", "b c", "d 'e", "", "f"])
  let missing = EncoderError.missing(program: "no-such-encoder", package: nil)
  #expect(throws: missing) { try FoundProgram("no-such-encoder") }
  #expect(EncoderError.missing(program: "x264", package: FoundProgram.package(of: "x264")).description.contains("apt-get install x264"))
  var settings = VideoEncoderSettings(.hevc)
  settings.entropyMode = .cavlc
  #expect(throws: EncoderError.self) { try EncoderProgram.x265.arguments(settings, PictureFormat(width: 2, height: 2)) }
  #expect(throws: EncoderError.self) { try EncoderProgram.x264.arguments(VideoEncoderSettings(.hevc), PictureFormat(width: 2, height: 2)) }
  settings = VideoEncoderSettings()
  (settings.averageBitRate, settings.peakBitRate) = (2_000_000, 1_000_000)
  #expect(throws: EncoderError.self) { try EncoderProgram.x264.arguments(settings, PictureFormat(width: 2, height: 2)) }
}

@Test func optionsBecomeWords() throws {
  var settings = VideoEncoderSettings()
  (settings.averageBitRate, settings.peakBitRate, settings.peakWindow) = (1_500_000, 3_000_000, 0.5)
  (settings.maxKeyFrameInterval, settings.maxKeyFrameIntervalDuration) = (500, 2)
  (settings.allowFrameReordering, settings.profile, settings.entropyMode, settings.effort) = (false, "main", .cavlc, .best)
  let format = PictureFormat(width: 64, height: 32, frameRate: ExactRatio(30000, 1001))
  let x264 = try EncoderProgram.x264.arguments(settings, format).joined(separator: " ")
  for words in [
    "--bitrate 1500", "--vbv-maxrate 3000", "--vbv-bufsize 1500", "--keyint 59", "--bframes 0", "--profile main", "--no-cabac",
    "--preset slow",
  ] {
    #expect(x264.contains(words), "\(words) in \(x264)")
  }
  let ffmpeg = try EncoderProgram.ffmpeg.arguments(settings, format).joined(separator: " ")
  for words in ["-b:v 1500000", "-maxrate 3000000", "-bufsize 1500000", "-g 59", "-bf 0", "-profile:v main", "-coder vlc", "-preset slow"] {
    #expect(ffmpeg.contains(words), "\(words) in \(ffmpeg)")
  }
}
