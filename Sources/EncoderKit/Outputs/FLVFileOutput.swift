import BitstreamKit
import FLVKit

/// Writes an FLV file.
public final class FLVFileOutput: TagOutput {
  private let output: GatheringOutput
  private var writer = FLVWriter(video: nil, audio: nil)
  private var bytes: [UInt8] = []
  private var hasFrames = false

  /// Creates an output.
  /// - Parameter isLive: whether each tag is written immediately.
  public init(_ output: MediaOutput, isLive: Bool = false) {
    self.output = isLive ? GatheringOutput(output, room: 1) : GatheringOutput(output)
  }

  /// All, if the output can be changed at the end.
  public var measured: FLVMetaData.Measured { output.canReplace ? .all : [] }

  /// The file header and everything before the first frame are written with it, so that the output is not touched before.
  public func put(_ tag: FLVStreamTag) throws(EncoderError) {
    do throws(SyntaxError) { try writer.append(tag, to: &bytes) } catch { throw .malformed(error.description) }
    if case .frame = tag.role { hasFrames = true }
    if !hasFrames { return }
    try output.put(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Gathers the file header.
  public func begin(_ tags: FLVTagMaker) { writer.appendFileHeader(hasAudio: tags.audio != nil, hasVideo: tags.video != nil, to: &bytes) }

  /// Writes the measured values into the metadata.
  public func finish() throws(EncoderError) {
    try output.flush()
    let patch: FLVPatch?
    do throws(SyntaxError) { patch = try writer.patch() } catch { throw .malformed(error.description) }
    if output.canReplace, let patch { try output.replace(at: patch.offset, patch.bytes) }
  }
}
