import BitstreamKit

/// The content of a box after its header: its own fields, followed by child boxes if `holdsBoxes` is true.
///
/// ISO/IEC 14496-12:2022, 4.2. The header (`BoxHeader`) and the child boxes (`BoxTree`) are not included: `syntax` lists the box's own
/// fields in the order of the standard.
public protocol Box: Syntax {
  /// Whether child boxes follow the fields.
  static var holdsBoxes: Bool { get }
  /// Whether the box has fields of its own. Only a container may have none.
  static var hasFields: Bool { get }
}

extension Box {
  /// False: most boxes hold fields only.
  @inlinable public static var holdsBoxes: Bool { false }
  /// True: most boxes have fields.
  @inlinable public static var hasFields: Bool { true }
}

/// A box with exactly one type.
public protocol TypedBox: Box {
  /// The box's four characters.
  static var boxType: FourCC { get }
}

extension SyntaxCoder {
  /// Codes the version and flags of a FullBox (ISO/IEC 14496-12:2022, 4.2.2). A version outside `versions` ends the coding, because the
  /// layout of the remaining fields depends on it.
  @inlinable public mutating func fullBox(
    _ version: inout UInt8, _ flags: inout UInt32, versions: ClosedRange<UInt8> = 0...0
  ) throws(SyntaxError) {
    try u("version", &version, bits: 8, in: versions, sizing: true, at: -1, -1)
    try u("flags", &flags, bits: 24)
  }

  /// Codes a 64-bit number in version 1 of a box, a 32-bit number in version 0.
  @inlinable public mutating func sizedByVersion(_ name: StaticString, _ value: inout UInt64, _ version: UInt8) throws(SyntaxError) {
    try u(name, &value, bits: version == 0 ? 32 : 64, at: -1, -1)
  }
}

/// A container without fields of its own, such as moov, trak or mdia.
public struct ContainerBox: Box {
  public static let structureName: StaticString = "Box"
  public static var holdsBoxes: Bool { true }
  public static var hasFields: Bool { false }

  /// An empty container.
  public init() {}
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {}
}

/// A box whose content has no meaning: padding or reserved space.
///
/// ISO/IEC 14496-12:2022, 8.1.2 `FreeSpaceBox`; the QuickTime File Format's `wide`.
public struct FreeSpaceBox: Box {
  public static let structureName: StaticString = "FreeSpaceBox"

  /// Free space. A round trip keeps the content unchanged.
  public init() {}
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {}
}
