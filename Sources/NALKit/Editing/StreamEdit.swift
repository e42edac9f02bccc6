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
