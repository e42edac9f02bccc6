import BitstreamKit

/// A change of the parameter sets of a stream, in terms common to H.264 and H.265.
public struct StreamEdit: Sendable, Equatable {
  /// The kind of parameter set.
  public enum SetKind: String, Sendable, CaseIterable {
    /// H.265 only.
    case video = "vps"
    case sequence = "sps"
    case picture = "pps"
  }

  /// The change.
  public enum Change: Sendable, Equatable {
    /// The cropping at each side, in luma samples.
    case crop(left: UInt32, right: UInt32, top: UInt32, bottom: UInt32)
    /// Frames per second.
    case frameRate(ExactRatio)
    /// Code points of ITU-T H.273: colour primaries, transfer characteristics, matrix coefficients.
    case colour(primaries: UInt8, transfer: UInt8, matrix: UInt8)
    /// The width to height ratio of a sample.
    case sampleAspectRatio(width: UInt16, height: UInt16)
    /// A single element.
    case element(ElementEdit)
  }

  /// The parameter sets to change; nil for all that have the changed elements.
  public var kind: SetKind?
  /// The change.
  public var change: Change

  /// Creates an edit of the parameter sets of a kind.
  public init(_ change: Change, in kind: SetKind? = nil) {
    self.kind = kind
    self.change = change
  }
}

/// An element of a codec's parameter sets.
public struct EditableElement: Sendable, Hashable {
  /// The parameter set that contains it.
  public var kind: StreamEdit.SetKind
  /// Its name, without indices.
  public var name: String
  /// The number of indices, 0 to 2.
  public var indexCount: Int
  /// The enclosing structures within the parameter set.
  public var path: [String]

  /// Returns the elements of a parameter set visited by an editor.
  public static func list(_ kind: StreamEdit.SetKind, _ passed: [EditedElement]) -> Set<EditableElement> {
    Set(passed.map { EditableElement(kind: kind, name: $0.name.description, indexCount: $0.i < 0 ? 0 : $0.j < 0 ? 1 : 2, path: $0.path) })
  }
}

/// The sample aspect ratios with an aspect_ratio_idc (H.264 Table E-1, H.265 Table E.1), from 1.
private let sampleAspectRatios: [(UInt16, UInt16)] = [
  (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11), (15, 11), (64, 33), (160, 99), (4, 3),
  (3, 2), (2, 1),
]

/// Returns aspect_ratio_idc and the ratio in lowest terms; 255 if the ratio is not in the table.
public func aspectRatioIdc(_ width: UInt16, _ height: UInt16) -> (idc: UInt8, width: UInt16, height: UInt16) {
  var (a, b) = (width, height)
  while b > 0 { (a, b) = (b, a % b) }
  if a == 0 { return (0, 0, 0) }
  let (across, down) = (width / a, height / a)
  let index = sampleAspectRatios.firstIndex { $0.0 == across && $0.1 == down }
  return (index.map { UInt8(truncatingIfNeeded: $0 + 1) } ?? 255, across, down)
}
