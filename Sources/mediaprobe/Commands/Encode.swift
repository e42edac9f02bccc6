import BitstreamKit
import EncoderKit
import FileIO
import ProbeKit

let encodeCommand = CommandSpec(
  name: "encode", abstract: "Encode pictures with x264, x265, ffmpeg or any other program.",
  discussion: """
    Reads a Y4M stream, '-' for standard input, and writes one or more outputs in one pass. The name of an output sets its format:
    .h264 .264 (H.264), .hevc .265 .h265 (H.265), .flv, .mp4 .m4v .mov (H.264, with --encoder x265 H.265). Settings for one output follow a colon,
    separated by commas: h264 or hevc; mp4, flv or stream; and options without dashes, such as 'bitrate=2M'.
      mediaprobe encode in.y4m out.mp4:hevc,quality=24 out.flv:bitrate=1500k --audio in.wav
    'rtmp://host/app/key' publishes to a server. File input is sent in real time, live input as it arrives. If the server is slow,
    pictures queued for three seconds are dropped up to the next keyframe; with --rate 0, or for pictures from standard input without
    --drop, the input waits instead. A lost connection is reestablished, and pictures are dropped until then; with --rate 0 the run ends.
    Input that cannot be read again (--capture, a pipe, or any input sent to a server) is recorded safely: files have their final
    names from the start, can be played at any time (an MP4 is fragmented until it is complete, except with --faststart) and lose at
    most two seconds if the program is killed. Files encoded from a file appear when they are complete, or with what was
    encoded after an interrupt or an error of the input or the encoder; a file that was there then stays as it is.
    '-:h264' is standard output. A name that contains a colon must end with one: 'a:b.mp4:'. Outputs with equal settings share an encoder.
    A custom encoder reads Y4M and writes a byte stream: --encoder 'myenc --width {width} --fps {fps} -o - -'. Placeholders are
    width height fps fps-num fps-den bitrate kbps peak buffer keyint bframes profile preset pixel-format depth codec quality.
    """,
  arguments: [
    ArgumentSpec(name: "input", help: "A Y4M file, '-', or with --capture a command that writes Y4M.", isOptional: true),
    ArgumentSpec(name: "output", help: "The files to write and addresses to publish to.", isOptional: true, isRepeated: true),
  ],
  options: [
    OptionSpec(name: "encoder", value: "encoder", help: "x264, x265, ffmpeg, or a command. (default: x264 for H.264, x265 for H.265)"),
    OptionSpec(name: "raw", help: "Feed a custom encoder raw samples without a header."),
    OptionSpec(name: "bitrate", value: "rate", help: "Average bit rate in bits per second: 800k, 2.5M."),
    OptionSpec(name: "peak", value: "rate", help: "Maximum bit rate in bits per second."),
    OptionSpec(name: "peak-window", value: "duration", help: "The time over which the maximum bit rate is measured. (default: 1s)"),
    OptionSpec(name: "quality", value: "factor", help: "The rate factor if no bit rate is given, 0 (best) to 51."),
    OptionSpec(
      name: "keyframe-interval", value: "interval", help: "Maximum keyframe distance in pictures (50) or as a duration (2s)."),
    OptionSpec(
      name: "bframes", value: "yes-no", values: ["yes", "no"], help: "Whether B-frames may be used."),
    OptionSpec(name: "profile", value: "profile", help: "The profile as named by the encoder: baseline, main, high, main10."),
    OptionSpec(
      name: "effort", value: "effort", values: VideoEncoderSettings.Effort.allCases.map(\.rawValue),
      help: "Encoding effort. (default: balanced)"),
    OptionSpec(name: "preset", value: "preset", help: "The encoder's preset: ultrafast to placebo."),
    OptionSpec(
      name: "entropy", value: "mode", values: VideoEncoderSettings.EntropyMode.allCases.map(\.rawValue), help: "The H.264 entropy coder."),
    OptionSpec(name: "encoder-option", value: "word", help: "An additional argument for the encoder; can be repeated."),
    OptionSpec(name: "timeout", value: "duration", help: "Stop an encoder that is inactive for this long. (default: 60s)"),
    OptionSpec(name: "audio", value: "file", help: "A WAVE file with the audio."),
    OptionSpec(name: "audio-bitrate", value: "rate", help: "Audio bit rate in bits per second: 128k."),
    OptionSpec(name: "audio-encoder", value: "encoder", help: "ffmpeg, or a command that reads WAVE and writes ADTS. (default: ffmpeg)"),
    OptionSpec(name: "capture", help: "The input is a command that writes Y4M to its standard output."),
    OptionSpec(name: "size", value: "size", help: "Picture size of raw input: 1280x720."),
    OptionSpec(name: "pixel-format", value: "format", values: RawFormats.names, help: "Pixel format of raw input. (default: yuv420p)"),
    OptionSpec(name: "fps", value: "rate", help: "Frame rate of raw input, such as 25, 29.97 or 30000/1001. (default: 25)"),
    OptionSpec(name: "crop", value: "shape", help: "Crop pictures to an aspect ratio: 1:1, 3:4, 9:16."),
    OptionSpec(
      name: "colour", value: "filter", values: ["grey", "warm", "cool", "pale", "vivid"],
      help: "Change colours; can be repeated."),
    OptionSpec(name: "drop", help: "Drop pictures when an encoder is too slow, instead of pausing the input."),
    OptionSpec(
      name: "rate", value: "factor", help: "Speed at which a file is sent to a server; 0 is as fast as possible. (default: 1)"),
    OptionSpec(name: "fragment", value: "duration", help: "Write a fragmented MP4 with fragments of at least this duration: 2s."),
    OptionSpec(name: "faststart", help: "Write the moov of an MP4 before the mdat."),
    OptionSpec(name: "legacy-hevc", help: "Write H.265 in FLV with codec id 12, for older players."),
    OptionSpec(name: "list", help: "List the installed encoders."), .overwrite, .keep,
  ],
  examples: [
    "encode in.y4m out.mp4",
    "encode in.y4m out.mp4:quality=24 out.hevc --bframes no",
  ],
  run: runEncode)

private func runEncode(_ invocation: Invocation) -> ExitCode {
  if invocation.has("list") { return listEncoders() }
  do throws(UsageError) {
    let request = try EncodeRequest(invocation)
    let files = request.outputs.filter { $0.container != .rtmp }.map(\.path)
    if let refusal = refuseOverwriting(files, inputs: [], invocation) { return refusal }
    return EncodeJob(request).run()
  } catch { return reportUsage(error, invocation) }
}

/// Lists the encoder presets and whether their programs are installed.
private func listEncoders() -> ExitCode {
  var text = ""
  for (program, codecs) in [("x264", "H.264"), ("x265", "H.265"), ("ffmpeg", "H.264, H.265, AAC")] {
    func padded(_ word: String, _ width: Int) -> String { word + String(repeating: " ", count: max(1, width - word.count)) }
    text += padded(program, 8) + padded(codecs, 20)
    do throws(EncoderError) {
      let found = try FoundProgram(program)
      text += padded(terminalText(found.path), 24) + terminalText(found.version() ?? "unknown version") + "\n"
    } catch {
      text += "\(error)\n"
    }
  }
  return printText(text)
}
