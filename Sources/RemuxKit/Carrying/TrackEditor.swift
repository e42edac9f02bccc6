import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

/// Edits the parameter sets of a stream of either codec, and the slice headers and timing messages that an edit changes.
///
/// Pass the units for which `wants(_:)` is true, in stream order. Unaffected units keep their bytes.
public enum TrackEditor: Sendable {
  /// The editor of H.264.
  case h264(H264Kit.StreamEditor)
  /// The editor of H.265.
  case hevc(HEVCKit.StreamEditor)

  /// Creates an editor at the beginning of a stream.
  public init(_ codec: VideoCodec, _ edits: [StreamEdit]) {
    self = codec == .h264 ? .h264(H264Kit.StreamEditor(edits)) : .hevc(HEVCKit.StreamEditor(edits))
  }

  /// Whether a unit with this first byte must be passed to `rewrite`.
  public func wants(_ firstByte: UInt8) -> Bool {
    switch self {
    case .h264(let editor): editor.wants(firstByte)
    case .hevc(let editor): editor.wants(firstByte)
    }
  }

  /// Returns the unit's new bytes, nil if it stays unchanged and none if it is to be left out, and the reasons why it could not be parsed.
  /// - Parameter offset: the unit's file offset, for errors.
  /// - Throws: if an edit is out of range, would change decoded pictures, or cannot be expressed in slice headers.
  public mutating func rewrite(_ unit: [UInt8], at offset: UInt64) throws(SyntaxError) -> (bytes: [UInt8]?, findings: [SyntaxError]) {
    switch self {
    case .h264(var editor):
      defer { self = .h264(editor) }
      return (try editor.rewrite(unit, at: offset), editor.findings)
    case .hevc(var editor):
      defer { self = .hevc(editor) }
      return (try editor.rewrite(unit, at: offset), editor.findings)
    }
  }

  /// For each edit, whether a set contained the edited element.
  public var isApplied: [Bool] {
    switch self {
    case .h264(let editor): editor.isApplied
    case .hevc(let editor): editor.isApplied
    }
  }
}
