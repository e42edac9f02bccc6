import BitstreamKit

/// A program that encodes audio to AAC.
public enum AudioEncoderProgram: Sendable, Equatable {
  /// FFmpeg with its own AAC encoder.
  case ffmpeg
  /// Any other program, given by its command line. It reads a WAVE stream with sizes of 0xFFFFFFFF from standard input and writes ADTS to
  /// standard output. Placeholders: `{rate}`, `{channels}`, `{bitrate}`.
  /// - Parameter priming: the number of priming frames the encoder inserts before the first input frame, if known.
  case command(CommandTemplate, priming: Int? = nil)

  /// The program's name, used in messages and to find the executable.
  public var name: String {
    switch self {
    case .ffmpeg: "ffmpeg"
    case .command(let template, _): template.program
    }
  }

  /// The number of priming frames the encoder outputs before the first input frame; nil if unknown.
  public var priming: Int? {
    switch self {
    case .ffmpeg: 1024
    case .command(_, let priming): priming
    }
  }

  func arguments(_ settings: AudioEncoderSettings, _ format: PCMFormat) throws(EncoderError) -> [String] {
    switch self {
    case .ffmpeg:
      var words = ["-nostdin", "-hide_banner", "-loglevel", "warning", "-ignore_length", "1", "-f", "wav", "-i", "-", "-map", "0:a:0"]
      words += ["-c:a", "aac"]
      if let rate = settings.bitRate { words += ["-b:a", "\(rate)"] }
      return words + settings.additionalArguments + ["-f", "adts", "-"]
    case .command(let template, _):
      let values = [
        "rate": "\(format.sampleRate)", "channels": "\(format.channelCount)", "bitrate": "\(settings.bitRate ?? 0)",
      ]
      return try template.arguments(values) + settings.additionalArguments
    }
  }
}

/// Settings of an audio encoder.
public struct AudioEncoderSettings: Sendable, Equatable {
  /// Bits per second; nil for the encoder's default.
  public var bitRate: Int?
  /// Additional arguments for the program's command line.
  public var additionalArguments: [String] = []
  /// Seconds without any progress after which the program is terminated.
  public var timeout = 60.0
  /// The presentation time of the first audio frame.
  public var start = MediaTime.zero

  /// The encoder's defaults.
  public init() {}
}

/// An encoded audio frame and its time.
public struct EncodedAudioUnit: Sendable, Equatable {
  /// The raw data block, without the ADTS header.
  public var data: [UInt8]
  /// The presentation time of its first frame. The first input frame is presented at `AudioEncoderSettings.start`, so units that contain
  /// only priming have earlier times.
  public var presentationTimeStamp: MediaTime
  /// Usually 1024 frames.
  public var duration: MediaTime
  /// The configuration; set on the first unit and wherever it changes.
  public var configuration: AudioConfiguration?
}
