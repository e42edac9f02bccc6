import BitstreamKit

/// What stands in a box behind its header: its own fields, and behind them other boxes where `holdsBoxes` says so.
///
/// ISO/IEC 14496-12:2022, 4.2. The header is no part of it (`BoxHeader`), nor are the boxes inside (`BoxTree`): a box's `syntax`
/// names its own fields, in the order of the standard.
public protocol Box: Syntax {
  /// Whether boxes follow the fields.
  static var holdsBoxes: Bool { get }
  /// Whether there are any fields: only a box of boxes may have none.
  static var hasFields: Bool { get }
}

extension Box {
  /// Most boxes hold fields alone.
  @inlinable public static var holdsBoxes: Bool { false }
  /// Most boxes have fields.
  @inlinable public static var hasFields: Bool { true }
}

/// A box that goes by one type.
public protocol TypedBox: Box {
  /// The box's four characters.
  static var boxType: FourCC { get }
}

extension SyntaxCoder {
  /// The version and flags that a FullBox starts with (ISO/IEC 14496-12:2022, 4.2.2). Another version has another form, so that
  /// nothing behind it can be read.
  @inlinable public mutating func fullBox(
    _ version: inout UInt8, _ flags: inout UInt32, versions: ClosedRange<UInt8> = 0...0
  ) throws(SyntaxError) {
    try u("version", &version, bits: 8, in: versions, sizing: true, at: -1, -1)
    try u("flags", &flags, bits: 24)
  }

  /// A number of 64 bits in version 1 of a box and of 32 bits in version 0.
  @inlinable public mutating func sizedByVersion(_ name: StaticString, _ value: inout UInt64, _ version: UInt8) throws(SyntaxError) {
    try u(name, &value, bits: version == 0 ? 32 : 64, at: -1, -1)
  }
}

/// A box of boxes that has no fields of its own: moov, trak, mdia and their like.
public struct ContainerBox: Box {
  public static let structureName: StaticString = "Box"
  public static var holdsBoxes: Bool { true }
  public static var hasFields: Bool { false }

  /// A box of boxes.
  public init() {}
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {}
}

/// A box whose content means nothing: padding, or room for something else.
///
/// ISO/IEC 14496-12:2022, 8.1.2 `FreeSpaceBox`; the QuickTime File Format's `wide`.
public struct FreeSpaceBox: Box {
  public static let structureName: StaticString = "FreeSpaceBox"

  /// Free space; what stands there is kept where the box is.
  public init() {}
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {}
}
