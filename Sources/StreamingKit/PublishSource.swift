import BitstreamKit
import FLVKit
import FileIO
import NALKit
import RTMPKit
import RemuxKit

/// Reads a source as FLV tags: an FLV file as it is, any other format by remuxing it on the fly.
public struct PublishSource {
  /// The file or pipe.
  public let input: InputFile
  /// The file to remux; nil for FLV, which is sent as it is.
  private let media: MediaInput?
  private let options: CarryOptions
  /// What is not published of the file.
  public private(set) var notes: [String] = []

  /// Opens a source. For formats other than FLV, selects the first video and the first audio track.
  /// - Parameters:
  ///   - codec: the codec of a byte stream; nil to detect it.
  ///   - legacyHEVC: whether H.265 gets codec id 12, which older servers know.
  ///   - frameRate: pictures per second of a byte stream; overrides the rate in the stream.
  /// - Throws: `ByteError` if it cannot be read; `MediaError` if it cannot be published.
  public init(_ input: InputFile, codec: VideoCodec? = nil, legacyHEVC: Bool = false, frameRate: ExactRatio? = nil) throws {
    self.input = input
    let head = try input.peek(3)
    let isFLV = head == [0x46, 0x4C, 0x56]
    var options = CarryOptions()
    options.legacyHEVC = legacyHEVC
    var media: MediaInput?
    if !isFLV {
      if !input.isSeekable { throw MediaError.unsupported("only FLV can be published from a pipe") }
      let opened = try MediaInput(input, name: input.name, codec: codec, frameRate: frameRate)
      let tracks = opened.tracks
      let wanted = [tracks.first { $0.kind == .video }, tracks.first { $0.kind == .audio }].compactMap { $0?.index }
      if wanted.isEmpty { throw MediaError.malformed("no video or audio track") }
      let others = tracks.filter { !wanted.contains($0.index) }.prefix(8)
      notes = others.map { "track \($0.index), \($0.codec.name), is left out: RTMP streams have one video and one audio track" }
      if let flat = try MediaComposition.flattening(opened, tracks: wanted.ordered(), for: .flv) {
        media = MediaInput(flat, name: input.name)
      } else {
        media = opened
        options.tracks = wanted.ordered()
      }
    }
    self.options = options
    self.media = media
  }

  /// Whether the source can be read again.
  public var canRepeat: Bool { input.isSeekable }

  /// Sends the whole source.
  /// - Returns: findings about the source, and notes on what of it is sent in another way.
  /// - Throws: if the source cannot be read. Returns normally if the run was stopped; `run.stop` has the reason.
  public func feed(_ run: StreamPublication) throws(MediaError) -> (findings: [String], notes: [String]) {
    guard let media else { return (try feedFile(run), []) }
    do {
      let report = try Remuxer.carry(
        media,
        toTags: { (tag) throws(ByteError) in
          do { try run.take(RTMPTag(tag)) } catch { throw ByteError("stopped") }
        }, options)
      return (report.findings, report.notes)
    } catch {
      if run.stop != nil { return ([], []) }
      throw error
    }
  }

  private func feedFile(_ run: StreamPublication) throws(MediaError) -> [String] {
    let feed = TagFeed { (try? run.take($0)) != nil }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if !input.isSeekable { do { try run.wait(for: input.pollDescriptor) } catch { return feed.findings } }
      let count: Int
      do { count = try input.read(into: &buffer) } catch { throw .bytes(error) }
      if !feed.take(buffer, 0..<count) { return feed.findings }
      if let error = feed.error { throw .malformed(error.description) }
      if count == 0 { break }
    }
    return feed.findings
  }
}
