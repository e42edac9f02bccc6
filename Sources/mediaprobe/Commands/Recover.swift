import AACKit
import BitstreamKit
import FileIO
import RemuxKit

let recoverCommand = CommandSpec(
  name: "recover", abstract: "Recover the intact media of a broken file.",
  discussion: """
    Recovers everything up to the truncation of an FLV, ADTS or fragmented MP4 file, and all but the last picture of a bare
    stream, which may be incomplete. Tags of an FLV file and fragments are searched after damaged bytes too. For an MP4 without
    a moov, pictures and audio are searched in the media data: NAL units that match the parameter sets of --like, a good file
    from the same recorder, or of --sps, --pps and --vps; and AAC LC, AC-3, E-AC-3 or MP3 frames that match those of the good
    file or --audio-config. The frames of several audio tracks of one codec are told apart by their order in the good file. PCM is taken from
    between the pictures if the good file has it there. Pictures and audio start at the times of the good file. If a moov is
    there and the sample tables of a track are damaged, its pictures or AAC frames are searched between the samples of the other
    tracks. Where the media data was moved, or bytes were inserted or lost, the NAL units of H.264 and H.265 tell the new
    places. Composition times that contradict the picture order are computed from it, and a time scale of 0 from the rate of the
    pictures or of the audio. A track whose decoder configuration is damaged takes that of --like, --sps, --pps, --vps or
    --audio-config, as do a bare stream that lost its parameter sets and an FLV that lost its sequence headers; without these
    options, a bare stream begins with the next sets. Fragments without a moov take that of --like, if it is fragmented too. A
    damaged file header is done without. Samples of zeros, as in an unfinished download, and audio frames that cannot be parsed
    are left out. What was found and what is missing is reported on standard error.
    """,
  arguments: [
    ArgumentSpec(name: "broken", help: "The file to read; several are segments (--init).", isRepeated: true),
    ArgumentSpec(name: "output", help: "The file to write, or '-'.", isOutput: true),
  ],
  options: [
    OptionSpec(name: "like", value: "path", help: "A good file from the same recorder."),
    OptionSpec(name: "sps", value: "hex", help: "A sequence parameter set as a NAL unit; can be repeated."),
    OptionSpec(name: "pps", value: "hex", help: "A picture parameter set as a NAL unit; can be repeated."),
    OptionSpec(name: "vps", value: "hex", help: "A video parameter set as a NAL unit; implies H.265."),
    OptionSpec(name: "audio-config", value: "hex", help: "An AudioSpecificConfig; implies AAC LC."),
  ] + OptionSpec.carryOptions,
  examples: [
    "recover broken.flv whole.flv",
    "recover --like in.mp4 broken.mp4 whole.mp4",
  ],
  run: runRecover)

private func runRecover(_ invocation: Invocation) -> ExitCode {
  let paths = Array(invocation.arguments.dropLast())
  return runCarrying(invocation, paths[0]) {
    let settings = try CarrySettings(invocation, output: invocation.arguments[paths.count])
    if let like = invocation.options["like"], isSameFile(input: like, output: settings.outputPath) {
      return refuseOutput(settings.outputPath, as: like)
    }
    // The intact part of a segment that is cut off is found, too.
    let file = try settings.openOne(paths, isWhole: true)
    let found: FileContent
    do throws(ByteError) { found = try content(of: file) } catch { throw MediaError.bytes(error) }
    let knowledge = try knowledge(invocation, settings)
    if found.container == .mp4, try Recovery.isWithoutIndex(file) {
      guard let knowledge else {
        throw MediaError.malformed(
          "no moov, so the format of the media data is unknown: give --like with a good file from the same recorder, "
            + "or --sps and --pps for the pictures and --audio-config for the audio")
      }
      let composition = try Recovery.movie(
        in: file, name: file.name, knowing: knowledge, frameRate: settings.rate, for: settings.target)
      return settings.run(composition, [file], name: file.name, isRecovered: true)
    }
    if settings.codec == nil, case .media(let container, isGuess: true) = found, let codec = container.videoCodec {
      noteGuess(codec, file.name)
    }
    let composition = try Recovery.media(
      in: file, name: file.name, knowing: knowledge, codec: settings.codec, frameRate: settings.rate, for: settings.target)
    return settings.run(composition, [file], name: file.name, isRecovered: true)
  }
}

/// What is known about pictures and audio from the command line; nil if nothing is.
private func knowledge(_ invocation: Invocation, _ settings: CarrySettings) throws -> RecoveryKnowledge? {
  if let path = invocation.options["like"] {
    let file = try settings.opener.media([path], beside: settings.outputPath, isSegment: false)
    // The rate is meant for the broken file too.
    return .like(try MediaInput(file, codec: settings.codec, frameRate: settings.rate))
  }
  var units: [[UInt8]] = []
  for option in ["vps", "sps", "pps"] {
    for text in invocation.allValues[option] ?? [] {
      guard let bytes = hexBytes(text), bytes.count > 2 else {
        throw UsageError("The value of '--\(option)' is not a NAL unit in hexadecimal digits: '\(text)'.")
      }
      units.append(bytes)
    }
  }
  var sound: AudioSpecificConfig?
  if let text = invocation.options["audio-config"] {
    guard let bytes = hexBytes(text), let config = try? AudioSpecificConfig(parsing: bytes) else {
      throw UsageError("The value of '--audio-config' is not an AudioSpecificConfig in hexadecimal digits: '\(text)'.")
    }
    sound = config
    if units.isEmpty { return .sound(config) }
  }
  if units.isEmpty { return nil }
  return .parameterSets(units, invocation.has("vps") ? .hevc : .h264, sound: sound)
}

/// Parses pairs of hexadecimal digits; nil for anything else.
private func hexBytes(_ text: String) -> [UInt8]? {
  let digits = text.utf8.filter { $0 != 0x20 && $0 != 0x3A }
  guard digits.count % 2 == 0 else { return nil }
  var bytes: [UInt8] = []
  for place in stride(from: 0, to: digits.count, by: 2) {
    guard let byte = UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16) else { return nil }
    bytes.append(byte)
  }
  return bytes
}
