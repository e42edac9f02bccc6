import BitstreamKit

/// A file that was opened to be carried, alone or with others.
public struct MediaInput {
  /// What messages call it.
  public let name: String
  /// Its bytes.
  public let source: AnyByteSource
  /// Its tracks, before the first sample.
  public let reader: MediaReader
  /// Pictures in a second of a bare stream, whatever the stream says.
  public let frameRate: ExactRatio?

  /// Opens a file.
  /// - Throws: as `MediaReader` does.
  public init<Source: ByteSource>(
    _ file: Source, name: String, as container: MediaContainer? = nil, codec: VideoCodec? = nil, frameRate: ExactRatio? = nil
  ) throws(MediaError) {
    let source = AnyByteSource(file)
    self.name = name
    self.source = source
    self.frameRate = frameRate
    reader = try MediaReader(source, as: container, codec: codec, frameRate: frameRate)
    if let why = reader.whyNoTracks { throw .malformed(why) }
  }

  /// Samples whose tracks and places were found by other means.
  init(_ source: AnyByteSource, name: String, reader: MediaReader) {
    self.name = name
    self.source = source
    self.reader = reader
    frameRate = nil
  }

  /// Units in a second of a track's times; 1 where nobody knows.
  func scale(_ track: Int) -> UInt32 { max(1, reader.tracks[track].timescale ?? 1) }
}
