import BitstreamKit
import NALKit

/// A program that encodes video, and its command line.
public enum EncoderProgram: Sendable, Equatable {
  /// x264, for H.264.
  case x264
  /// x265, for H.265.
  case x265
  /// FFmpeg with libx264 or libx265, for either codec.
  case ffmpeg
  /// Any other program, given by its command line. It reads pictures from standard input and writes an Annex B byte stream to standard
  /// output.
  ///
  /// Placeholders: `{width}`, `{height}`, `{fps}` (as a fraction), `{fps-num}`, `{fps-den}`, `{bitrate}`, `{peak}`, `{buffer}` (bits),
  /// `{kbps}`, `{keyint}`, `{bframes}` (0 or 1), `{profile}`, `{preset}`, `{pixel-format}`, `{depth}`, `{codec}`, `{quality}`. Unset
  /// numbers are 0, unset words are empty.
  case command(CommandTemplate, feed: PictureFeed = .y4m)

  /// The format in which pictures are passed to a program.
  public enum PictureFeed: String, Sendable, CaseIterable {
    /// As a YUV4MPEG2 stream.
    case y4m
    /// Raw samples, picture after picture, in the source's layout.
    case raw
  }

  /// Returns the default program for a codec.
  public static func standard(for codec: VideoEncoderSettings.Codec) -> EncoderProgram { codec == .h264 ? .x264 : .x265 }

  /// The program's name, used in messages and to find the executable.
  public var name: String {
    switch self {
    case .x264: "x264"
    case .x265: "x265"
    case .ffmpeg: "ffmpeg"
    case .command(let template, _): template.program
    }
  }

  /// The supported codecs.
  public var codecs: [VideoEncoderSettings.Codec] {
    switch self {
    case .x264: [.h264]
    case .x265: [.hevc]
    case .ffmpeg, .command: [.h264, .hevc]
    }
  }

  var feed: PictureFeed {
    if case .command(_, let feed) = self { return feed }
    return .y4m
  }

  /// Returns the program's arguments.
  /// - Throws: if the settings are not supported.
  public func arguments(_ settings: VideoEncoderSettings, _ format: PictureFormat) throws(EncoderError) -> [String] {
    try settings.check()
    guard codecs.contains(settings.codec) else { throw .unsupported("\(name) does not support \(settings.codec.title)") }
    switch self {
    case .x264: return try X264Arguments.make(settings, format)
    case .x265: return try X265Arguments.make(settings, format)
    case .ffmpeg: return FFmpegArguments.make(settings, format)
    case .command(let template, _): return try template.arguments(Self.values(settings, format)) + settings.additionalArguments
    }
  }

  /// Says how pictures lose their interlacing: the two fields of each are coded together as a progressive picture. Nil for progressive
  /// pictures, for programs that code fields, and for command lines.
  public func lossOfFields(_ settings: VideoEncoderSettings, _ format: PictureFormat) -> String? {
    switch (self, format.scan) {
    case (_, .progressive), (.command, _): nil
    case (_, .mixed): "\(name) codes pictures that are interlaced one by one as progressive ones"
    case (.x264, _): nil
    case (.x265, _): "x265 codes interlaced pictures as progressive ones: deinterlace them first, or use x264"
    case (.ffmpeg, _):
      settings.codec == .h264 ? nil : "ffmpeg codes interlaced pictures in H.265 as progressive ones: deinterlace them first, or use x264"
    }
  }

  /// Returns the values of a template's placeholders.
  static func values(_ settings: VideoEncoderSettings, _ format: PictureFormat) -> [String: String] {
    let rate = format.frameRate.reduced
    return [
      "width": "\(format.width)", "height": "\(format.height)", "fps": "\(rate.numerator)/\(rate.denominator)",
      "fps-num": "\(rate.numerator)", "fps-den": "\(rate.denominator)", "bitrate": "\(settings.averageBitRate ?? 0)",
      "kbps": "\(settings.averageBitRate.map(VideoEncoderSettings.kilobits) ?? 0)", "peak": "\(settings.peakBitRate ?? 0)",
      "buffer": "\(settings.bufferBits ?? 0)", "keyint": "\(settings.keyFrameInterval(at: rate) ?? 0)",
      "bframes": settings.allowFrameReordering == false ? "0" : "1", "profile": settings.profile ?? "", "preset": settings.preset ?? "",
      "pixel-format": format.pixelFormat.name, "depth": "\(format.pixelFormat.bitDepth)", "codec": settings.codec.rawValue,
      "quality": settings.quality.map { "\($0)" } ?? "0",
    ]
  }
}

/// Arguments shared by several programs.
private enum PresetWords {
  /// Returns the arguments common to x264 and x265.
  /// - Parameter bframes: the maximum number of consecutive B pictures if reordering is requested.
  static func common(_ settings: VideoEncoderSettings, _ format: PictureFormat, bframes: Int) -> [String] {
    var words: [String] = []
    if let preset = preset(settings) { words += ["--preset", preset] }
    if isWithoutDelay(settings) { words += ["--tune", "zerolatency"] }
    if let profile = settings.profile { words += ["--profile", profile] }
    if let rate = settings.averageBitRate { words += ["--bitrate", "\(VideoEncoderSettings.kilobits(rate))"] }
    if settings.averageBitRate == nil, let quality = settings.quality { words += ["--crf", number(quality)] }
    if let peak = settings.peakBitRate, let buffer = settings.bufferBits {
      words += ["--vbv-maxrate", "\(VideoEncoderSettings.kilobits(peak))", "--vbv-bufsize", "\(VideoEncoderSettings.kilobits(buffer))"]
    }
    if let interval = settings.keyFrameInterval(at: format.frameRate) { words += ["--keyint", "\(interval)"] }
    if settings.allowFrameReordering == false { words += ["--bframes", "0"] }
    if settings.allowFrameReordering == true { words += ["--bframes", "\(bframes)"] }
    return words
  }

  /// Returns the preset name for an effort; nil for the encoder's default.
  static func preset(_ settings: VideoEncoderSettings) -> String? {
    if let word = settings.preset { return word }
    switch settings.effort {
    case .realTime: return "veryfast"
    case .balanced: return nil
    case .best: return "slow"
    }
  }

  /// Whether to tune for zero latency: not if reordering is requested, which that tuning would disable.
  static func isWithoutDelay(_ settings: VideoEncoderSettings) -> Bool {
    settings.effort == .realTime && settings.allowFrameReordering != true
  }

  /// A number, without a fraction if it is an integer.
  static func number(_ value: Double) -> String { value == value.rounded() && abs(value) < 1e6 ? "\(Int(saturating: value))" : "\(value)" }
}

private enum X264Arguments {
  static func make(_ settings: VideoEncoderSettings, _ format: PictureFormat) throws(EncoderError) -> [String] {
    let depth = format.pixelFormat.bitDepth
    if format.pixelFormat.chroma == .yuv411 { throw .unsupported("x264 does not support 4:1:1") }
    guard depth == 8 || depth == 10 else { throw .unsupported("x264 codes 8 or 10 bits, not \(depth)") }
    var words = ["--demuxer", "y4m", "--muxer", "raw", "--no-progress", "--output-depth", "\(depth)"]
    switch format.pixelFormat.chroma {
    case .monochrome: words += ["--output-csp", "i400"]
    case .yuv422: words += ["--output-csp", "i422"]
    case .yuv444: words += ["--output-csp", "i444"]
    case .yuv420, .yuv411: break
    }
    words += PresetWords.common(settings, format, bframes: 3)
    if settings.entropyMode == .cavlc { words += ["--no-cabac"] }
    switch format.scan {
    case .topFieldFirst: words += ["--tff"]
    case .bottomFieldFirst: words += ["--bff"]
    case .progressive, .mixed: break
    }
    if format.isFullRange == true { words += ["--input-range", "pc", "--range", "pc"] }
    return words + settings.additionalArguments + ["-o", "-", "-"]
  }
}

private enum X265Arguments {
  static func make(_ settings: VideoEncoderSettings, _ format: PictureFormat) throws(EncoderError) -> [String] {
    let depth = format.pixelFormat.bitDepth
    if format.pixelFormat.chroma == .yuv411 { throw .unsupported("x265 does not support 4:1:1") }
    // For these, x265 prints an error and waits for ever.
    let hasOddWidth = format.width % 2 != 0 && [.yuv420, .yuv422].contains(format.pixelFormat.chroma)
    let hasOddHeight = format.height % 2 != 0 && format.pixelFormat.chroma == .yuv420
    if hasOddWidth || hasOddHeight {
      throw .unsupported(
        "x265 codes no odd sizes of \(format.pixelFormat.name), such as \(format.width)x\(format.height): crop the pictures")
    }
    guard [8, 10, 12].contains(depth) else { throw .unsupported("x265 codes 8, 10 or 12 bits, not \(depth)") }
    // Closed GOPs: a keyframe must be a clean random access point.
    var words = ["--y4m", "--no-progress", "--no-open-gop", "--output-depth", "\(depth)"]
    words += PresetWords.common(settings, format, bframes: 4)
    if let full = format.isFullRange { words += ["--range", full ? "full" : "limited"] }
    return words + settings.additionalArguments + ["-o", "-", "-"]
  }
}

private enum FFmpegArguments {
  static func make(_ settings: VideoEncoderSettings, _ format: PictureFormat) -> [String] {
    let isH264 = settings.codec == .h264
    var words = ["-nostdin", "-hide_banner", "-loglevel", "warning", "-f", "yuv4mpegpipe", "-i", "-", "-map", "0:v:0"]
    words += ["-c:v", isH264 ? "libx264" : "libx265"]
    if let preset = PresetWords.preset(settings) { words += ["-preset", preset] }
    if PresetWords.isWithoutDelay(settings) { words += ["-tune", "zerolatency"] }
    if let profile = settings.profile { words += ["-profile:v", profile] }
    if let rate = settings.averageBitRate { words += ["-b:v", "\(rate)"] }
    if settings.averageBitRate == nil, let quality = settings.quality { words += ["-crf", PresetWords.number(quality)] }
    if let peak = settings.peakBitRate, let buffer = settings.bufferBits { words += ["-maxrate", "\(peak)", "-bufsize", "\(buffer)"] }
    if let interval = settings.keyFrameInterval(at: format.frameRate) { words += ["-g", "\(interval)"] }
    if let reorders = settings.allowFrameReordering { words += ["-bf", reorders ? "3" : "0"] }
    if isH264, settings.entropyMode == .cavlc { words += ["-coder", "vlc"] }
    // The order of the fields is that of each picture.
    if isH264, format.scan == .topFieldFirst || format.scan == .bottomFieldFirst { words += ["-flags", "+ildct+ilme"] }
    if !isH264 { words += ["-x265-params", "open-gop=0:log-level=warning"] }
    return words + settings.additionalArguments + ["-f", isH264 ? "h264" : "hevc", "-"]
  }
}
