import BitstreamKit
import FLVKit
import FileIO
import NALKit
import RTMPKit
import RemuxKit

/// Reads a source as FLV tags: an FLV file as it is, any other format by remuxing it on the fly.
struct PublishSource {
  let input: InputFile
  /// The file to remux; nil for FLV, which is sent as it is.
  private let media: MediaInput?
  private let options: CarryOptions
  /// What is not published of the file.
  private(set) var notes: [String] = []

  /// Opens a source. For formats other than FLV, selects the first video and the first audio track.
  /// - Throws: `OpenError` and `ByteError` if it cannot be opened; `MediaError` if it cannot be published.
  init(_ path: String, _ opener: InputOpener, codec: VideoCodec?, legacyHEVC: Bool, frameRate: ExactRatio?) throws {
    input = HTTPRequest.isAddress(path) ? try opener.media([path], beside: "-") : try InputFile(path)
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
  var canRepeat: Bool { input.isSeekable }

  /// Sends the whole source.
  /// - Returns: findings about the source.
  /// - Throws: if the source cannot be read. Returns normally if the run was stopped; `run.stop` has the reason.
  func feed(_ run: PublishRun) throws(MediaError) -> [String] {
    guard let media else { return try feedFile(run) }
    do {
      let report = try Remuxer.carry(
        media,
        toTags: { (tag) throws(ByteError) in
          do { try run.take(RTMPTag(tag)) } catch { throw ByteError("stopped") }
        }, options)
      for text in report.notes { note("\(input.name): \(text)") }
      return report.findings
    } catch {
      if run.stop != nil { return [] }
      throw error
    }
  }

  private func feedFile(_ run: PublishRun) throws(MediaError) -> [String] {
    let feed = TagFeed { (tag) throws(PublishRun.Stop) in try run.take(tag) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if !input.isSeekable { do { try run.wait(for: input.pollDescriptor) } catch { return feed.findings } }
      let count: Int
      do { count = try input.read(into: &buffer) } catch { throw .bytes(error) }
      do { try feed.take(buffer, 0..<count) } catch { return feed.findings }
      if let error = feed.error { throw .malformed(error.description) }
      if count == 0 { break }
    }
    return feed.findings
  }
}
