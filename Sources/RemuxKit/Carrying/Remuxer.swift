import BitstreamKit
import FLVKit

/// Remuxes media from one container to another without re-encoding.
public enum Remuxer {
  /// The output formats.
  public enum Target: Sendable, Equatable {
    /// MP4 in the layout given by the options.
    case mp4
    /// FLV.
    case flv
    /// A single H.264 or H.265 track as an Annex B byte stream.
    case byteStream
    /// A single AAC track as an ADTS stream.
    case adts
    /// A single track of a codec with self-delimiting frames, concatenated: MP3, AC-3, E-AC-3.
    case frames
  }

  /// Writes a composition in the format `target`.
  /// - Throws: `MediaError` if reading or writing fails, or if the target does not support the media.
  public static func carry(
    _ composition: MediaComposition, to target: Target, _ output: MediaOutput, _ options: CarryOptions = CarryOptions()
  ) throws(MediaError) -> CarryReport {
    let reader = MediaReader(composition)
    var report = try carry(
      AnyByteSource(composition.source), reader, Array(reader.tracks.indices), to: target, output, options)
    report.notes += target == .mp4 ? composition.decodingNotes(options) : try composition.hiddenNotes()
    for input in composition.inputs {
      let prefix = composition.inputs.count > 1 ? "\(input.name): " : ""
      report.notes += try LostEvents.notes(input.source, input.reader).map { prefix + $0 }
    }
    if composition.isRecovery { report.findings = [] }
    for finding in composition.findings where !report.findings.contains(finding) { report.findings.append(finding) }
    return report
  }

  /// Reads a file and writes it in the format `target`. Memory use does not depend on the file size, except for MP4 sample tables.
  /// - Parameters:
  ///   - container: the source format; nil to detect it.
  ///   - frameRate: frame rate of a byte stream in pictures per second; overrides the rate in the stream.
  /// - Throws: `MediaError` if reading or writing fails, or if the target does not support the media.
  public static func carry<Source: ByteSource>(
    _ file: Source, as container: MediaContainer? = nil, to target: Target, _ output: MediaOutput, _ options: CarryOptions = CarryOptions(),
    frameRate: ExactRatio? = nil
  ) throws(MediaError) -> CarryReport {
    try carry(try MediaInput(file, name: "", as: container, frameRate: frameRate), to: target, output, options)
  }

  /// Writes an opened file in the format `target`. Memory use does not depend on the file size, except for MP4 sample tables.
  /// - Throws: `MediaError` if reading or writing fails, or if the target does not support the media.
  public static func carry(
    _ input: MediaInput, to target: Target, _ output: MediaOutput, _ options: CarryOptions = CarryOptions()
  ) throws(MediaError) -> CarryReport {
    let reader = input.reader.prepared(options).timingSound(target == .mp4)
    let wanted = try chosen(reader, options)
    let report = try carry(input.source, reader, wanted, to: target, output, options)
    return try finished(report, input.source, reader, wanted, to: target)
  }

  /// Remuxes an opened file to FLV and hands each tag to a sink, without the bytes of a file around it.
  /// - Returns: a report in which `bytes` counts the bodies of frames.
  /// - Throws: `MediaError` if reading fails, if FLV does not support the media, or if the sink throws.
  public static func carry(
    _ input: MediaInput, toTags sink: @escaping FLVTagSink, _ options: CarryOptions = CarryOptions()
  ) throws(MediaError) -> CarryReport {
    let reader = input.reader.prepared(options)
    let wanted = try chosen(reader, options)
    var carrier = try FLVCarrier(input.source, reader, wanted, sink, options)
    let report = try carrier.run()
    return try finished(report, input.source, reader, wanted, to: .flv)
  }

  private static func chosen(_ reader: MediaReader, _ options: CarryOptions) throws(MediaError) -> [Int] {
    let wanted = try reader.chosen(options.tracks)
    // Two tracks would have its ID.
    var seen: Set<Int> = []
    for track in wanted where !seen.insert(track).inserted { throw .unsupported("track \(track) is chosen more than once") }
    return wanted
  }

  /// Completes the report of a file.
  private static func finished(
    _ report: CarryReport, _ source: AnyByteSource, _ reader: MediaReader, _ wanted: [Int], to target: Target
  ) throws(MediaError) -> CarryReport {
    var report = report
    report.notes += try LostEvents.notes(source, reader)
    if target != .mp4 { for track in wanted { report.notes += try EditedMedia.notes(source, reader, track) } }
    if target == .flv, let drift = try EditedMedia.drift(source, reader, wanted) { report.findings.append(drift) }
    if report.samples == 0, let finding = report.findings.first { throw .malformed(finding) }
    // A movie without samples may be an initialization segment. Of it only a movie can be made.
    if report.samples == 0, reader.container != .mp4 || target != .mp4 { throw .malformed("there is no sample") }
    return report
  }

  private static func carry(
    _ source: AnyByteSource, _ reader: MediaReader, _ wanted: [Int], to target: Target, _ output: MediaOutput, _ options: CarryOptions
  ) throws(MediaError) -> CarryReport {
    switch target {
    case .mp4:
      var carrier = try MovieCarrier(source, reader, wanted, output, options)
      return try carrier.run()
    case .flv:
      var carrier = try FLVCarrier(source, reader, wanted, output, options)
      return try carrier.run()
    case .byteStream, .adts, .frames:
      return try carry(source, reader, try theOne(reader, wanted, for: target, options), of: wanted, output)
    }
  }

  /// Writes a stream of one track.
  private static func carry(
    _ source: AnyByteSource, _ reader: MediaReader, _ track: Int, of wanted: [Int], _ output: MediaOutput
  ) throws(MediaError) -> CarryReport {
    var carrier = StreamCarrier(source, reader, track, output)
    var report = try carrier.run()
    for other in wanted where other != track {
      report.notes.append("track \(other), \(reader.tracks[other].codec.name), is left out: the output is a stream of one track")
    }
    return report
  }

  /// The only track that an output of one track can hold.
  static func theOne(
    _ reader: MediaReader, _ wanted: [Int], for target: Target, _ options: CarryOptions
  ) throws(MediaError) -> Int {
    let codecs = target.streamCodecs.filter { options.codec == nil || $0 == options.codec }
    let found = wanted.filter { codecs.contains(reader.tracks[$0].codec) }
    let names = (codecs.isEmpty ? options.codec.map { [$0] } ?? [] : codecs).map { "\($0.name)" }
    let what = names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
    guard let track = found.first else {
      let others = wanted.map { "\(reader.tracks[$0].codec.name)" }.joined(separator: ", ")
      throw .unsupported("there is no track of \(what), only \(others)")
    }
    if found.count > 1 { throw .needs(.tracks, "\(found.count) tracks of \(what)") }
    if reader.tracks[track].isProtected { throw .unsupported("track \(track) is encrypted") }
    return track
  }
}

extension Remuxer.Target {
  /// The codecs of outputs of one track; none for containers.
  fileprivate var streamCodecs: [MediaCodec] {
    switch self {
    case .mp4, .flv: []
    case .byteStream: [.h264, .hevc]
    case .adts: [.aac]
    case .frames: [.mp3, .ac3, .eac3]
    }
  }
}
