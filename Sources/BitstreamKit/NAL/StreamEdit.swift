/// What shall become of the parameter sets of a stream, in words that H.264 and H.265 share.
public struct StreamEdit: Sendable, Equatable {
  /// The sets of a stream by their kind.
  public enum SetKind: String, Sendable, CaseIterable {
    /// H.265 alone.
    case video = "vps"
    case sequence = "sps"
    case picture = "pps"
  }

  /// What is changed.
  public enum Change: Sendable, Equatable {
    /// What is cut off at the sides, in luma samples.
    case crop(left: UInt32, right: UInt32, top: UInt32, bottom: UInt32)
    /// Frames a second.
    case frameRate(ExactRatio)
    /// Code points of ITU-T H.273: primaries, transfer characteristics, matrix coefficients.
    case colour(primaries: UInt8, transfer: UInt8, matrix: UInt8)
    /// Width to height of a sample.
    case sampleAspectRatio(width: UInt16, height: UInt16)
    /// One element.
    case element(ElementEdit)
  }

  /// The sets that it is for; nil for all that have what is changed.
  public var kind: SetKind?
  /// What is changed.
  public var change: Change

  /// An edit of the sets of a kind.
  public init(_ change: Change, in kind: SetKind? = nil) {
    self.kind = kind
    self.change = change
  }
}

/// An element that the parameter sets of a codec can have.
public struct EditableElement: Sendable, Hashable {
  /// The set that it stands in.
  public var kind: StreamEdit.SetKind
  /// Its name, without indices.
  public var name: String
  /// How many indices it has: 0 to 2.
  public var indexCount: Int
  /// The structures that it stands in, inside of the set.
  public var path: [String]

  /// The elements of a set that an editor has passed.
  public static func list(_ kind: StreamEdit.SetKind, _ passed: [EditedElement]) -> Set<EditableElement> {
    Set(passed.map { EditableElement(kind: kind, name: $0.name.description, indexCount: $0.i < 0 ? 0 : $0.j < 0 ? 1 : 2, path: $0.path) })
  }
}

/// Sample aspect ratios that have a number (H.264 Table E-1, H.265 Table E.1), from 1 on.
private let sampleAspectRatios: [(UInt16, UInt16)] = [
  (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11), (15, 11), (64, 33), (160, 99), (4, 3),
  (3, 2), (2, 1),
]

/// aspect_ratio_idc of a ratio, and the ratio in lowest terms: 255 where it has no number.
public func aspectRatioIdc(_ width: UInt16, _ height: UInt16) -> (idc: UInt8, width: UInt16, height: UInt16) {
  var (a, b) = (width, height)
  while b > 0 { (a, b) = (b, a % b) }
  if a == 0 { return (0, 0, 0) }
  let (across, down) = (width / a, height / a)
  let index = sampleAspectRatios.firstIndex { $0.0 == across && $0.1 == down }
  return (index.map { UInt8(truncatingIfNeeded: $0 + 1) } ?? 255, across, down)
}
