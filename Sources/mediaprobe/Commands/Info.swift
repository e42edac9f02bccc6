import BitstreamKit
import FileIO
import FLVKit
import RemuxKit

let infoCommand = CommandSpec(
  name: "info", abstract: "Describe a file on one screen: container, tracks, codecs, durations, colour, metadata.",
  discussion: """
    For MP4, MOV, HEIC, AVIF, FLV, ADTS, H.264 and H.265 files. Only headers are read, and the samples of chapters and timecodes, so that
    hours of media take no longer than seconds. 'mediaprobe FILE' is the same.
    """,
  arguments: [inputArgument], options: [.streamCodec, .format([.table, .json])], run: runInfo)

private func runInfo(_ invocation: Invocation) -> ExitCode {
  do {
    let input = try InputFile(invocation.arguments[0])
    guard input.isSeekable else {
      report("\(toolName): \(input.name): headers are looked up by their places, which a pipe does not allow")
      return .noInput
    }
    let reader = try MediaReader(input, codec: invocation.codec)
    if reader.isGuess { reportGuess(reader.container == .hevc ? .hevc : .h264, input.name) }
    var output = OutputBuffer()
    let length = try InfoLength(AnyByteSource(input), reader)
    let description = InfoDescription(input, reader, length)
    description.write(invocation.format, &output)
    var findings = Findings(input.name)
    for finding in reader.findings { findings.add(finding, &output) }
    for finding in length.findings where !reader.findings.contains(finding) { findings.add(finding, &output) }
    return finish(&output).or(findings.finish())
  } catch let error as MediaError {
    return reportUnreadable(error, invocation.arguments[0] == "-" ? "standard input" : invocation.arguments[0])
  } catch {
    report("\(toolName): \(error)")
    return .noInput
  }
}

/// All that is said about a file.
private struct InfoDescription {
  private var file: InfoSection
  private var tracks: [InfoSection] = []
  private var images: InfoImages?
  private var metadata: [ProbeTag] = []

  init(_ input: InputFile, _ reader: MediaReader, _ length: InfoLength) {
    file = InfoSection(title: input.name)
    if let movie = reader.movie {
      var movieInfo = InfoMovie(movie, input.byteCount)
      movieInfo.describe(&file)
      metadata = movieInfo.metadata()
      if let collection = try? ImageCollection(input) {
        images = InfoImages(collection)
        images?.describe(&file)
      }
      for track in reader.tracks {
        var section = Self.head(track)
        movieInfo.describe(track, &section)
        tracks.append(section)
      }
    } else {
      file.add(InfoItem("container", reader.container.name.description, "Container"))
      if let milliseconds = length.milliseconds, reader.metaData?.duration == nil || !length.findings.isEmpty {
        file.add(InfoWords.duration("duration", milliseconds, 1000, "Duration"))
        if milliseconds > 0 {
          file.add(InfoWords.bitRate(Int64(checked: Double(input.byteCount) * 8000 / Double(milliseconds))))
        }
      } else if let seconds = reader.metaData?.duration, seconds > 0, seconds < 1e9 {
        file.add(InfoWords.duration("duration", Int64(saturating: (seconds * 1000).rounded()), 1000, "Duration"))
        file.add(InfoWords.bitRate(Int64(checked: Double(input.byteCount) * 8 / seconds)))
      }
      metadata = reader.metaData.map(ProbeTags.flv) ?? []
      for track in reader.tracks { tracks.append(Self.describe(track, reader.metaData)) }
    }
    let size = InfoItem("size", .number(Int64(clamping: input.byteCount)), "Size", InfoWords.size(input.byteCount))
    file.items.insert(size, at: min(1, file.items.count))
  }

  private static func head(_ track: MediaTrack) -> InfoSection {
    var section = InfoSection(title: "Track \(track.index), \(track.kind.name)")
    section.add(InfoItem("index", .number(Int64(track.index))))
    section.add(InfoItem("id", .number(Int64(track.id))))
    section.add(InfoItem("kind", .text(track.kind.name.description)))
    return section
  }

  private static func describe(_ track: MediaTrack, _ meta: OnMetaData?) -> InfoSection {
    var section = head(track)
    let codec = CodecDescription(track.configuration, entry: nil)
    for item in codec.items(track.codec) { section.add(item) }
    if track.kind == .audio { section.add(infoSound(track, codec)) }
    if track.kind == .video {
      let coded = codec.size ?? PictureSize(width: Int(track.width), height: Int(track.height))
      if coded.width > 0 {
        let items: [InfoItem] = [InfoItem("width", .number(Int64(coded.width))), InfoItem("height", .number(Int64(coded.height)))]
        section.add(InfoItem("picture", .object(items), "Picture", "\(coded.width)x\(coded.height)"))
      }
      section.add(codec.format)
      let announced = meta?.framerate.flatMap { $0 > 0 && $0 < 1000 ? ExactRatio(UInt64(saturating: ($0 * 1000).rounded()), 1000) : nil }
      if let rate = announced ?? codec.frameRate { section.add(InfoWords.frameRate(rate, isAverage: false)) }
      if let colour = codec.colour {
        section.add(infoColour(colour.primaries, colour.transfer, colour.matrix, isFull: codec.isFullRange, source: "stream"))
      }
    }
    let kilobits = track.kind == .video ? meta?.videodatarate : meta?.audiodatarate
    section.add(InfoWords.bitRate(kilobits.flatMap { $0 > 0 && $0 < 1e9 ? Int64(checked: $0 * 1000) : nil }))
    return section
  }

  func write(_ format: Format, _ output: inout OutputBuffer) {
    if format == .json {
      output.byte(0x7B)
      output.field("schema_version", schemaVersion, first: true)
      output.field("file", string: SystemPath.hasRawBytes(file.title) ? terminalText(file.title) : file.title)
      output.key("format")
      output.info(file.items)
      output.array("tracks", tracks) { $0.info($1.items) }
      if let images { output.array("items", images.allSections) { $0.info($1.items) } }
      output.key("metadata")
      output.info(metadata.map { InfoItem($0.key, .text($0.value)) })
      output.text("}\n")
      return
    }
    output.info(file)
    for tag in metadata.prefix(40) {
      output.string("  \(tag.key)" + String(repeating: " ", count: max(1, 16 - tag.key.utf8.count)))
      for scalar in tag.value.unicodeScalars.prefix(200) { output.scalar(scalar) }
      output.byte(0x0A)
    }
    for track in tracks { output.info(track) }
    for section in images?.sections ?? [] { output.info(section) }
  }
}
