import BitstreamKit

/// A program that encodes sound to AAC.
public enum AudioEncoderProgram: Sendable, Equatable {
  /// FFmpeg with its own AAC encoder.
  case ffmpeg
  /// Any other, by its command line: it reads a WAVE stream whose sizes are 0xFFFFFFFF from standard input and writes ADTS to standard
  /// output. Places: `{rate}`, `{channels}`, `{bitrate}`.
  /// - Parameter priming: frames that it puts before the first one, where that is known.
  case command(CommandTemplate, priming: Int? = nil)

  /// What to call it, and to look for.
  public var name: String {
    switch self {
    case .ffmpeg: "ffmpeg"
    case .command(let template, _): template.program
    }
  }

  /// Frames of silence that come out before the first one that went in; nil where nobody knows.
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

/// What is asked of an encoder of sound.
public struct AudioEncoderSettings: Sendable, Equatable {
  /// Bits in a second; nil for the encoder's own choice.
  public var bitRate: Int?
  /// More words for the program's command line.
  public var additionalArguments: [String] = []
  /// Seconds without any sign of life behind which a program is ended.
  public var timeout = 60.0
  /// When the first frame of sound is heard.
  public var start = MediaTime.zero

  /// The encoder's own choices.
  public init() {}
}

/// A coded frame of sound and its time.
public struct EncodedAudioUnit: Sendable, Equatable {
  /// The raw data block, without ADTS header.
  public var data: [UInt8]
  /// When its first frame is heard, counted so that the first frame that went in is heard at the start: units that hold nothing but
  /// priming have times before it.
  public var presentationTimeStamp: MediaTime
  /// 1024 frames for most.
  public var duration: MediaTime
  /// The configuration, with the first unit and where it changes.
  public var configuration: AudioConfiguration?
}
