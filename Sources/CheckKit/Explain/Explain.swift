import BitstreamKit
import MP4Kit
import NALKit
import ProbeKit
import RemuxKit

/// Answers what owns a byte of a file: boxes, tags, samples, NAL units, structures and elements, and what they mean.
///
///     let answer = try Explain(ProbeInput(source, name: "in.mp4")).answer(.offset(4711))
///
/// Only headers on the way to the byte are read, in windows. A byte of a movie's media costs a walk over its sample tables, a byte of a
/// stream without an index the stream before it.
public struct Explain {
  /// What an answer is, or why there is none.
  public struct Answer: Sendable {
    /// The owners; nil if the file could not be read.
    public var explanation: Explanation?
    /// Why the file could not be read, or not completely; nil if it was.
    public var refusal: String?
    /// How the question ended.
    public var outcome = ProbeOutcome.complete
  }

  let input: ProbeInput
  private let codec: VideoCodec?

  /// Creates a question about a seekable input.
  /// - Parameter codec: the codec of a byte stream; nil to detect it.
  public init(_ input: ProbeInput, codec: VideoCodec? = nil) {
    self.input = input
    self.codec = codec
  }

  /// The owners of a place.
  /// - Throws: `ProbeRequestError` if the file does not have the place.
  public func answer(_ place: ExplainPlace) throws(ProbeRequestError) -> Answer {
    let content: FileContent
    do { content = try input.content() } catch { return Answer(refusal: error.description, outcome: .failed) }
    var container = content.container
    if let codec, container == nil || container?.videoCodec != nil { container = MediaContainer(codec) }
    guard let container else { return Answer(refusal: content.refusal() ?? "unknown content", outcome: .malformed) }
    do { return Answer(explanation: try explanation(place, container)) } catch {
      switch error {
      case .place(let message): throw ProbeRequestError(message)
      case .media(let error): return Answer(refusal: error.unnamed.description, outcome: error.failure == nil ? .malformed : .failed)
      }
    }
  }

  private func explanation(_ place: ExplainPlace, _ container: MediaContainer) throws(ExplainError) -> Explanation {
    switch place {
    case .path(let steps): return try explanation(steps, [], container)
    case .element(.path(let steps), let names): return try explanation(steps, names, container)
    case .element(let place, let names):
      // An element that the file ends before has the last byte of the file.
      let offset = try offset(of: names, in: place, container)
      return try owners(of: min(offset, max(1, input.byteCount) - 1), container)
    default: break
    }
    let target = try target(of: place, container)
    var found = try owners(of: target.offset, container)
    found.cut(to: target.kind)
    return found
  }

  /// Everything that owns a byte.
  func owners(of offset: UInt64, _ container: MediaContainer, _ search: ElementSearch? = nil) throws(ExplainError) -> Explanation {
    guard offset < input.byteCount else { throw .place("No byte \(offset): the file has \(input.byteCount) bytes.") }
    let found = Explanation(offset: offset, byte: try AnyByteSource(input).byte(at: offset), layers: [])
    switch container {
    case .mp4:
      var boxes = BoxExplainer(input, search: search)
      return try boxes.explain(byte: offset, found)
    case .flv:
      var tags = TagExplainer(input, search: search)
      return try tags.explain(found)
    case .adts: return try FrameExplainer(input, search: search).explain(found)
    case .h264: return try StreamExplainer(input, .h264, search: search).explain(found)
    case .hevc: return try StreamExplainer(input, .hevc, search: search).explain(found)
    }
  }
}

extension Explanation {
  /// Removes the owners inside the innermost one of a kind.
  mutating func cut(to kind: ExplainLayer.Kind?) {
    guard let kind, let last = layers.lastIndex(where: { $0.kind == kind }) else { return }
    layers.removeSubrange((last + 1)...)
  }
}
