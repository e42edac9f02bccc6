import BitstreamKit

/// Carries coded media from one container into another without touching it.
public enum Remuxer {
  /// The containers that are written.
  public enum Target: Sendable, Equatable {
    /// MP4 in the layout of the options.
    case mp4
    /// Flash video.
    case flv
    /// The one track of H.264 or H.265 as a byte stream with start codes.
    case byteStream
    /// The one track of AAC.
    case adts
    /// The one track of a codec whose frames know where they end, frame behind frame: MP3, AC-3, E-AC-3.
    case frames
  }

  /// Writes a composition as `target`.
  /// - Throws: where reading or writing fails, or the target cannot hold what the files have.
  public static func carry(
    _ composition: MediaComposition, to target: Target, _ output: MediaOutput, _ options: CarryOptions = CarryOptions()
  ) throws(MediaError) -> CarryReport {
    let reader = MediaReader(composition)
    var report = try carry(
      AnyByteSource(composition.source), reader, Array(reader.tracks.indices), to: target, output, options, nil)
    if target != .mp4 { report.notes += try composition.hiddenNotes() }
    if composition.isRecovery { report.findings = [] }
    for finding in composition.findings where !report.findings.contains(finding) { report.findings.append(finding) }
    return report
  }

  /// Reads all of `file` and writes it as `target`. Memory does not grow with the file, but for the sample tables of an MP4.
  /// - Parameters:
  ///   - container: what the source is, where its content shall not decide.
  ///   - frameRate: pictures in a second of a bare stream, whatever the stream says.
  /// - Throws: where reading or writing fails, or the target cannot hold what the source has.
  public static func carry<Source: ByteSource>(
    _ file: Source, as container: MediaContainer? = nil, to target: Target, _ output: MediaOutput, _ options: CarryOptions = CarryOptions(),
    frameRate: ExactRatio? = nil
  ) throws(MediaError) -> CarryReport {
    let source = AnyByteSource(file)
    let reader = try MediaReader(source, as: container, frameRate: frameRate, hasOneDescription: options.hasOneDescription)
    let wanted = options.tracks ?? Array(reader.tracks.indices)
    if wanted.isEmpty { throw .malformed(reader.whyNoTracks ?? "there is no track") }
    var report = try carry(source, reader, wanted, to: target, output, options, frameRate)
    if target != .mp4 { for track in wanted { report.notes += try EditedMedia.notes(source, reader, track) } }
    // Of a movie, what stands before its fragments may be all there is.
    if report.samples == 0, let finding = report.findings.first { throw .malformed(finding) }
    if report.samples == 0, reader.container != .mp4 { throw .malformed("there is no sample") }
    return report
  }

  private static func carry(
    _ source: AnyByteSource, _ reader: MediaReader, _ wanted: [Int], to target: Target, _ output: MediaOutput, _ options: CarryOptions,
    _ frameRate: ExactRatio?
  ) throws(MediaError) -> CarryReport {
    switch target {
    case .mp4:
      var carrier = try MovieCarrier(source, reader, wanted, output, options, frameRate: frameRate)
      return try carrier.run()
    case .flv:
      var carrier = try FLVCarrier(source, reader, wanted, output, options, frameRate: frameRate)
      return try carrier.run()
    case .byteStream:
      let codecs: [MediaCodec] = [.h264, .hevc]
      let track = try theOne(reader, wanted, "H.264 or H.265") { codecs.contains($0.codec) }
      var carrier = StreamCarrier(source, reader, track, output, frameRate: frameRate)
      return try carrier.run()
    case .adts:
      let track = try theOne(reader, wanted, "AAC") { $0.codec == .aac }
      var carrier = StreamCarrier(source, reader, track, output, frameRate: frameRate)
      return try carrier.run()
    case .frames:
      let codecs: [MediaCodec] = [.mp3, .ac3, .eac3]
      let track = try theOne(reader, wanted, "MP3, AC-3 or E-AC-3") { codecs.contains($0.codec) }
      var carrier = StreamCarrier(source, reader, track, output, frameRate: frameRate)
      return try carrier.run()
    }
  }

  static func theOne(
    _ reader: MediaReader, _ wanted: [Int], _ what: String, _ fits: (MediaTrack) -> Bool
  ) throws(MediaError) -> Int {
    let found = wanted.filter { fits(reader.tracks[$0]) }
    guard let track = found.first else { throw .unsupported("there is no track of \(what)") }
    if found.count > 1 { throw .unsupported("\(found.count) tracks of \(what): --track says which") }
    if reader.tracks[track].isProtected { throw .unsupported("track \(track) is encrypted") }
    return track
  }
}
