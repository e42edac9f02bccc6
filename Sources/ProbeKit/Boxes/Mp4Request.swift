import BitstreamKit
import MP4Kit
import RemuxKit

/// Output formats.
public enum Mp4Form: String, CaseIterable, Sendable {
  case text
  case json
  case jsonl
}

/// Selects the boxes to print and the form of the output.
public struct Mp4Request: Sendable {
  /// Whether every field, every row of every table and the bytes of unknown boxes are written.
  public var isFull: Bool
  public var form: Mp4Form
  /// The only boxes that are written, with the boxes inside; empty for all.
  public var path: [BoxPathStep]
  /// The number of levels that are written, at least 1.
  public var depth: Int

  /// Creates a request for all boxes.
  public init(form: Mp4Form, isFull: Bool = false, path: [BoxPathStep] = [], depth: Int = .max) {
    self.form = form
    self.isFull = isFull
    self.path = path
    self.depth = depth
  }
}
