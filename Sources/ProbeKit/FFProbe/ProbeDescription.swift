import BitstreamKit
import NALKit

/// The lines that ffprobe prints about a file before its answer, at the log level `info`: container, chapters, streams, metadata.
struct ProbeDescription {
  private(set) var lines: [String] = []

  init(_ model: ProbeModel) {
    let format = model.format
    lines.append("Input #0, \(format.name), from '\(terminalText(format.filename))':")
    metadata(format.tags, "  ")
    let duration = format.duration.map(Self.clock) ?? "N/A"
    let start = format.startTime.map { ", start: \(Self.seconds($0))" } ?? ""
    lines.append("  Duration: \(duration)\(start), bitrate: \(format.bitRate.map { "\($0 / 1000) kb/s" } ?? "N/A")")
    if !model.chapters.isEmpty { lines.append("  Chapters:") }
    for (index, chapter) in model.chapters.enumerated() {
      func seconds(_ time: Int64) -> String { Self.seconds(Int64(saturating: Double(time) * 1e6 / Double(max(1, chapter.timescale)))) }
      lines.append("    Chapter #0:\(index): start \(seconds(chapter.start)), end \(seconds(chapter.end))")
      if !chapter.title.isEmpty { metadata([("title", chapter.title)], "      ") }
    }
    for stream in model.streams { show(stream) }
  }

  private mutating func show(_ stream: ProbeStream) {
    var line = "  Stream #0:\(stream.index)"
    if let id = stream.id { line += "[0x\(String(id, radix: 16))]" }
    if let language = stream.tags.first(where: { $0.key == "language" }) { line += "(\(terminalText(language.value)))" }
    line += ": " + coding(stream)
    if stream.kind == .video { line += rates(stream) }
    if stream.isDefault { line += " (default)" }
    for key in stream.dispositions { line += " (\(Self.spaced(key)))" }
    if stream.isAttachedPicture { line += " (attached pic)" }
    if stream.isThumbnail { line += " (timed thumbnails)" }
    lines.append(line)
    metadata(stream.tags, "    ")
    let found = stream.sideData.compactMap(Self.words)
    if !found.isEmpty { lines.append("    Side data:") }
    for words in found { lines.append("      " + words) }
  }

  private static func spaced(_ key: StaticString) -> String {
    String(key.description.map { $0 == "_" ? " " : $0 })
  }

  /// The codec and its format.
  private func coding(_ stream: ProbeStream) -> String {
    let name = stream.kind.name.description
    var text = name.prefix(1).uppercased() + name.dropFirst() + ": " + (stream.codec?.name.description ?? "none")
    if let profile = stream.profile { text += " (\(profile))" }
    if stream.tag.rawValue != 0 { text += " (\(stream.tag.probeText) / 0x\(stream.tag.probeNumber.dropFirst(2).uppercased()))" }
    if let video = stream.video {
      text += ", " + (video.pixelFormat ?? "none") + Self.colour(video)
      if video.width > 0 { text += ", \(video.width)x\(video.height)" }
      if let ratio = video.sampleAspectRatio, let shown = video.displayAspectRatio {
        text += " [SAR \(ratio.text(":")) DAR \(shown.text(":"))]"
      }
    }
    if let audio = stream.audio {
      if audio.sampleRate > 0 { text += ", \(audio.sampleRate) Hz" }
      text += ", " + (audio.layout?.description ?? "\(audio.channels) channels")
      if let format = audio.sampleFormat {
        text += ", \(format)"
        if format.description == "s32", let bits = stream.bitsPerRawSample, bits > 0, bits != 32 { text += " (\(bits) bit)" }
      }
    }
    if let rate = stream.bitRate { text += ", \(rate / 1000) kb/s" }
    return text
  }

  /// Range, colour and fields in brackets; nothing if none is known.
  private static func colour(_ video: ProbeVideo) -> String {
    var parts: [String] = []
    if let range = video.range { parts.append(range.description) }
    let codes = [video.space, video.primaries, video.transfer].map { $0?.description ?? "unknown" }
    if codes.contains(where: { $0 != "unknown" }) {
      parts.append(codes[0] == codes[1] && codes[1] == codes[2] ? codes[0] : codes.joined(separator: "/"))
    }
    switch video.fieldOrder?.description {
    case "progressive": parts.append("progressive")
    case "tt": parts.append("top first")
    case "bb": parts.append("bottom first")
    case "tb": parts.append("top coded first (swapped)")
    case "bt": parts.append("bottom coded first (swapped)")
    default: break
    }
    return parts.isEmpty ? "" : "(" + parts.joined(separator: ", ") + ")"
  }

  /// Average and real frame rate, and the time base.
  private func rates(_ stream: ProbeStream) -> String {
    var text = ""
    if stream.averageFrameRate.value > 0 { text += ", \(Self.rate(stream.averageFrameRate.value)) fps" }
    if stream.realFrameRate.value > 0 { text += ", \(Self.rate(stream.realFrameRate.value)) tbr" }
    return text + ", \(Self.rate(Double(stream.timescale))) tbn"
  }

  private static func rate(_ value: Double) -> String {
    let hundredths = Int64(saturating: (value * 100).rounded())
    if hundredths == 0 { return decimals(Int64(saturating: (value * 10000).rounded()), 4) }
    if hundredths % 100 != 0 { return decimals(hundredths, 2) }
    if hundredths % 100_000 != 0 { return "\(hundredths / 100)" }
    return "\(hundredths / 100_000)k"
  }

  /// A number in units of 10 to the power of −`count`.
  private static func decimals(_ value: Int64, _ count: Int) -> String {
    let digits = String(value.magnitude)
    let padded = String(repeating: "0", count: max(0, count + 1 - digits.utf8.count)) + digits
    return (value < 0 ? "-" : "") + padded.dropLast(count) + "." + padded.suffix(count)
  }

  private static func seconds(_ microseconds: Int64) -> String { decimals(microseconds, 6) }

  /// `HH:MM:SS.cc`, rounded.
  private static func clock(_ microseconds: Int64) -> String {
    let hundredths = microseconds.addingReportingOverflow(5000).partialValue / 10_000
    func two(_ value: Int64) -> String { (value < 10 ? "0" : "") + "\(value)" }
    let seconds = hundredths / 100
    return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(two(hundredths % 100))"
  }

  private mutating func metadata(_ tags: [ProbeTag], _ indent: String) {
    if tags.isEmpty || tags.count == 1 && tags[0].key == "language" { return }
    lines.append(indent + "Metadata:")
    for tag in tags where tag.key != "language" {
      let name = terminalText(tag.key)
      var head = name + String(repeating: " ", count: max(0, 16 - name.utf8.count))
      for line in tag.value.split(separator: "\n", omittingEmptySubsequences: false) {
        lines.append("\(indent)  \(head): \(terminalText(String(line)))")
        head = String(repeating: " ", count: 16)
      }
    }
  }

  /// Side data in FFmpeg's words; nil for kinds that are not described.
  private static func words(_ data: ProbeStream.SideData) -> String? {
    switch data {
    case .displayMatrix(let values):
      let rotation = ProbeDisplayMatrix(values: values).rotation
      // The least number stands for a matrix without any.
      return "displaymatrix: rotation of \(rotation == .min ? "nan" : decimals(rotation * 100, 2)) degrees"
    case .codedPictureBuffer(let size): return "cpb: bitrate max/min/avg: 0/0/0 buffer size: \(size) vbv_delay: N/A"
    case .dolbyVision(let fields):
      let values = fields.map { $0.1 }
      if values.count != 8 { return nil }
      let flags = "rpu flag: \(values[4]), el flag: \(values[5]), bl flag: \(values[6]), compatibility id: \(values[7])"
      return "DOVI configuration record: version: \(values[0]).\(values[1]), profile: \(values[2]), level: \(values[3]), \(flags)"
    case .mastering(let volume): return "Mastering Display Metadata, " + words(volume)
    case .lightLevel(let most, let average): return "Content Light Level Metadata, MaxCLL=\(most), MaxFALL=\(average)"
    case .encryption, .iccProfile, .audioService, .stereo, .spherical: return nil
    }
  }

  private static func words(_ volume: NALKit.MasteringDisplayColourVolume) -> String {
    func place(_ point: NALKit.MasteringDisplayColourVolume.Chromaticity, _ separator: String) -> String {
      "(\(decimals((Int64(point.x) * 2 + 5) / 10, 4))\(separator)\(decimals((Int64(point.y) * 2 + 5) / 10, 4)))"
    }
    let points = volume.displayPrimaries
    // FFmpeg separates the places of blue and of the white point otherwise.
    let primaries = "r\(place(points[2], ",")) g\(place(points[0], ",")) b\(place(points[1], " ")) wp\(place(volume.whitePoint, ", "))"
    let (least, most) = (Int64(volume.minDisplayMasteringLuminance) * 100, Int64(volume.maxDisplayMasteringLuminance) * 100)
    return "has_primaries:1 has_luminance:1 \(primaries) min_luminance=\(decimals(least, 6)), max_luminance=\(decimals(most, 6))"
  }
}
