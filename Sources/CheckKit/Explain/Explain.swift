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
    let source = AnyByteSource(input)
    if case .path(let steps) = place {
      guard container == .mp4 else { throw .place("Only MP4, MOV and HEIF files have boxes.") }
      var boxes = BoxExplainer(input)
      guard var found = try boxes.explain(steps) else { throw .place("No box matches the path.") }
      found.byte = try source.byte(at: found.offset)
      return found
    }
    let target = try ExplainTarget(place, input, container)
    guard target.offset < input.byteCount else {
      throw .place("No byte \(target.offset): the file has \(input.byteCount) bytes.")
    }
    var found = Explanation(offset: target.offset, byte: try source.byte(at: target.offset), layers: [])
    switch container {
    case .mp4:
      var boxes = BoxExplainer(input)
      found = try boxes.explain(byte: target.offset, found)
    case .flv:
      var tags = TagExplainer(input)
      found = try tags.explain(found)
    case .adts: found = try FrameExplainer(input).explain(found)
    case .h264: found = try StreamExplainer(input, .h264).explain(found)
    case .hevc: found = try StreamExplainer(input, .hevc).explain(found)
    }
    found.cut(to: target.kind)
    return found
  }
}

extension Explanation {
  /// Removes the owners inside the innermost one of a kind.
  mutating func cut(to kind: ExplainLayer.Kind?) {
    guard let kind, let last = layers.lastIndex(where: { $0.kind == kind }) else { return }
    layers.removeSubrange((last + 1)...)
  }
}
