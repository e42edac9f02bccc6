import BitstreamKit
import NALKit

/// An opened source file.
public struct MediaInput {
  /// Its name in messages.
  public let name: String
  /// Its bytes.
  public let source: AnyByteSource
  /// A reader positioned before the first sample.
  public let reader: MediaReader
  /// Frame rate of a byte stream in pictures per second; overrides the rate in the stream.
  public let frameRate: ExactRatio?
  /// Whether only the samples that lie outside of the file are left out, as in a damaged file, and not all after the first of them.
  var skipsMissing = false

  /// The tracks in file order.
  public var tracks: [MediaTrack] { reader.tracks }

  /// Opens a file.
  /// - Throws: `MediaError`, as `MediaReader` does, or if the file has no tracks; it names the file.
  public init<Source: ByteSource>(
    _ file: Source, name: String, as container: MediaContainer? = nil, codec: VideoCodec? = nil, frameRate: ExactRatio? = nil
  ) throws(MediaError) {
    let source = AnyByteSource(file)
    self.name = name
    self.source = source
    self.frameRate = frameRate
    do throws(MediaError) {
      reader = try MediaReader(source, as: container, codec: codec, frameRate: frameRate)
    } catch { throw error.naming(name) }
    if let why = reader.whyNoTracks { throw self.error(.malformed(why)) }
  }

  /// The same file with the times that audio frames have in samples, if they are wanted.
  func timingSound(_ isWanted: Bool) -> MediaInput { MediaInput(self, reader.timingSound(isWanted)) }

  /// The same file with timestamps of an FLV that return to 0 or run backwards continued after the ones before.
  func repairingTimes() -> MediaInput {
    var options = CarryOptions()
    options.repairsTimes = true
    return MediaInput(self, reader.prepared(options))
  }

  private init(_ other: MediaInput, _ reader: MediaReader) {
    (name, source, frameRate, skipsMissing) = (other.name, other.source, other.frameRate, other.skipsMissing)
    self.reader = reader
  }

  /// Wraps a reader whose tracks and samples were recovered.
  package init(_ source: AnyByteSource, name: String, reader: MediaReader) {
    self.name = name
    self.source = source
    self.reader = reader
    frameRate = nil
  }

  /// The error with the name of this input.
  func error(_ error: MediaError) -> MediaError { error.naming(name) }

  /// The time scale of a track in units per second; 1 if unknown.
  func scale(_ track: Int) -> UInt32 { max(1, reader.tracks[track].timescale ?? 1) }

  /// Whether a track has samples, as far as an index says: other files have no empty tracks. Errors in the track are left to its readers.
  public func hasSamples(ofTrack track: Int) -> Bool {
    guard reader.traits.isIndexed, var own = try? reader.reopened(track: track) else { return true }
    do { return try own.next() != nil } catch { return true }
  }
}
