import BitstreamKit
import EncoderKit
import FileIO
import ProbeKit

let encodeCommand = CommandSpec(
  name: "encode", abstract: "Encode pictures by x264, x265, ffmpeg or any other program.",
  discussion: """
    Reads a Y4M stream, '-' from standard input, and writes one or more outputs in one pass. An output's name says what it is:
    .h264 .264 (H.264), .hevc .265 .h265 (H.265), .flv, .mp4 .m4v .mov (H.264, unless something else is asked for). Behind a colon stand
    words for this output alone: h264 or hevc; mp4, flv or stream; and options without dashes, as 'bitrate=2M', with commas between.
      mediaprobe encode in.y4m out.mp4:hevc,quality=24 out.flv:bitrate=1500k --audio in.wav
    'rtmp://host/app/key' is a stream to a server. A file is sent at the speed at which it plays, what is live as it comes; where the
    server is slow, pictures that have waited for three seconds are left out, up to the next key picture; a connection that is lost is
    made anew. With --rate 0, or pictures from standard input without --drop, the input waits for the server instead.
    What cannot be had again is recorded: from --capture, from a pipe or beside a server, files stand under their names from the start,
    can be played at any moment (an MP4 is fragments until it is complete, unless --faststart asks for something else) and lose two seconds
    at most where the program is killed. What is made of a file appears when it is complete.
    '-:h264' is standard output. A name that has a colon itself ends with one: 'a:b.mp4:'. Outputs that ask for the same share an encoder.
    An encoder in words of your own reads Y4M and writes a byte stream: --encoder 'myenc --width {width} --fps {fps} -o - -'; places are
    width height fps fps-num fps-den bitrate kbps peak buffer keyint bframes profile preset pixel-format depth codec quality.
    """,
  arguments: [
    ArgumentSpec(name: "input", help: "The pictures: a file, '-', or with --capture a command that writes Y4M.", isOptional: true),
    ArgumentSpec(name: "output", help: "The files to write, and addresses to send to.", isOptional: true, isRepeated: true),
  ],
  options: [
    OptionSpec(name: "encoder", value: "encoder", help: "x264, x265, ffmpeg, or a command. (default: x264 for H.264, x265 for H.265)"),
    OptionSpec(name: "raw", help: "An encoder in words of your own is fed samples without any header."),
    OptionSpec(name: "bitrate", value: "rate", help: "Bits in a second on the average: 800k, 2.5M."),
    OptionSpec(name: "peak", value: "rate", help: "Bits in a second at most."),
    OptionSpec(name: "peak-window", value: "duration", help: "The time over which the peak is counted. (default: 1s)"),
    OptionSpec(name: "quality", value: "factor", help: "Without a bit rate: the rate factor, 0 to 51, small for good."),
    OptionSpec(
      name: "keyframe-interval", value: "interval", help: "From one key frame to the next at most: pictures (50) or a duration (2s)."),
    OptionSpec(
      name: "bframes", value: "yes-no", values: ["yes", "no"], help: "Whether pictures may be coded in another order than shown."),
    OptionSpec(name: "profile", value: "profile", help: "As the encoder calls it: baseline, main, high, main10."),
    OptionSpec(
      name: "effort", value: "effort", values: VideoEncoderSettings.Effort.allCases.map(\.rawValue),
      help: "How much time may be taken. (default: balanced)"),
    OptionSpec(name: "preset", value: "preset", help: "The same in the encoder's own words: ultrafast to placebo."),
    OptionSpec(
      name: "entropy", value: "mode", values: VideoEncoderSettings.EntropyMode.allCases.map(\.rawValue), help: "How H.264 codes symbols."),
    OptionSpec(name: "encoder-option", value: "word", help: "One more word for the encoder; may be given more than once."),
    OptionSpec(name: "timeout", value: "duration", help: "An encoder without a sign of life for so long is ended. (default: 60s)"),
    OptionSpec(name: "audio", value: "file", help: "Sound in a WAVE file."),
    OptionSpec(name: "audio-bitrate", value: "rate", help: "Bits in a second of the sound: 128k."),
    OptionSpec(name: "audio-encoder", value: "encoder", help: "ffmpeg, or a command that reads WAVE and writes ADTS. (default: ffmpeg)"),
    OptionSpec(name: "capture", help: "The input is a command that writes Y4M to its standard output."),
    OptionSpec(name: "size", value: "size", help: "The input has samples alone, of pictures so large: 1280x720."),
    OptionSpec(name: "pixel-format", value: "format", values: RawFormats.names, help: "Their layout. (default: yuv420p)"),
    OptionSpec(name: "fps", value: "rate", help: "Their rate, such as 25, 29.97 or 30000/1001. (default: 25)"),
    OptionSpec(name: "crop", value: "shape", help: "Cut pictures to a shape: 1:1, 3:4, 9:16."),
    OptionSpec(
      name: "colour", value: "filter", values: ["grey", "warm", "cool", "pale", "vivid"],
      help: "Change colours; may be given more than once."),
    OptionSpec(name: "drop", help: "Leave out pictures that an encoder has no time for; else the input waits."),
    OptionSpec(
      name: "rate", value: "factor", help: "How fast a server gets what is in a file; 0 is as fast as it takes it. (default: 1)"),
    OptionSpec(name: "fragment", value: "duration", help: "An MP4 in fragments of at least so long: 2s."),
    OptionSpec(name: "faststart", help: "An MP4 whose moov comes first."),
    OptionSpec(name: "legacy-hevc", help: "H.265 in FLV by codec id 12, which older players know."),
    OptionSpec(name: "list", help: "List the encoders that this machine has."),
  ],
  run: runEncode)

private func runEncode(_ invocation: Invocation) -> ExitCode {
  if invocation.has("list") { return listEncoders() }
  do throws(UsageError) {
    let request = try EncodeRequest(invocation)
    return EncodeJob(request).run()
  } catch {
    reportLines(String(usageText(UsageError(message: error.message, command: encodeCommand)).dropLast()))
    return .usage
  }
}

/// The presets, and whether this machine has their programs.
private func listEncoders() -> ExitCode {
  var text = ""
  for (program, codecs) in [("x264", "H.264"), ("x265", "H.265"), ("ffmpeg", "H.264, H.265, AAC")] {
    func padded(_ word: String, _ width: Int) -> String { word + String(repeating: " ", count: max(1, width - word.count)) }
    text += padded(program, 8) + padded(codecs, 20)
    do throws(EncoderError) {
      let found = try FoundProgram(program)
      text += padded(terminalText(found.path), 24) + terminalText(found.version() ?? "says no version") + "\n"
    } catch {
      text += "\(error)\n"
    }
  }
  return printText(text)
}

/// Layouts of samples by FFmpeg's names.
enum RawFormats {
  static let known: [PixelFormat] = [
    .i420, .nv12, .i420TenBit, PixelFormat(.yuv422), PixelFormat(.yuv422, bitDepth: 10), PixelFormat(.yuv444),
    PixelFormat(.yuv444, bitDepth: 10), PixelFormat(.monochrome),
  ]
  static var names: [String] { known.map(\.name) }
}

/// The exit code for what went wrong.
func exitCode(of error: EncoderError, isInput: Bool = false) -> ExitCode {
  switch error {
  case .missing, .cannotStart, .failed: .unavailable
  case .malformed: .malformed
  case .unsupported: .usage
  case .bytes: isInput ? .noInput : .ioError
  }
}
