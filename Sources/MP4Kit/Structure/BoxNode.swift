import BitstreamKit

/// A box in a `BoxTree`: its place and its position among the other boxes, in 72 bytes, since a malformed file can have many.
public struct BoxNode: Sendable {
  private let offset: UInt64
  private let end: UInt64
  private let codedSize: UInt64
  /// 0 if the box holds no child boxes: they never start at the first byte of a file.
  private let childrenOffset: UInt64
  private let userType: BoxHeader.UserType
  private let type: FourCC
  private let container: FourCC
  private let handler: FourCC
  private let parentIndex: Int32
  private var nextIndex: Int32
  private let containerVersion: UInt8
  /// At most `BoxWalker.deepest`.
  private let depth: UInt8
  private let form: BoxHeader.SizeForm
  private let flags: UInt8

  /// Creates a node.
  /// - Precondition: indices are below 2^31.
  public init(_ place: BoxPlace, parent: Int?, next: Int) {
    (offset, end, codedSize, childrenOffset) = (place.offset, place.end, place.header.size, place.childrenOffset ?? 0)
    userType = place.header.userType ?? BoxHeader.UserType(0, 0)
    (type, form) = (place.header.type, place.header.form)
    (container, handler, containerVersion) = (place.context.container, place.context.handler, place.context.containerVersion)
    depth = UInt8(clamping: place.depth)
    flags = (place.isBox ? 1 : 0) | (place.header.userType == nil ? 0 : 2)
    (parentIndex, nextIndex) = (Int32(parent ?? -1), Int32(next))
  }

  /// The position of the box and its header.
  public var place: BoxPlace {
    BoxPlace(
      header: BoxHeader(type, size: codedSize, form: form, userType: flags & 2 == 0 ? nil : userType), offset: offset, end: end,
      depth: Int(depth), context: BoxContext(in: container, version: containerVersion, handler: handler),
      childrenOffset: childrenOffset == 0 ? nil : childrenOffset, isBox: flags & 1 == 1)
  }

  /// The index of the parent; nil at the top level.
  public var parent: Int? { parentIndex < 0 ? nil : Int(parentIndex) }

  /// The index of the first node after this box and its descendants; the number of nodes if there is none.
  public internal(set) var next: Int {
    get { Int(nextIndex) }
    set { nextIndex = Int32(newValue) }
  }

  /// Whether this is a box of a type, without making its place.
  func isBox(_ wanted: FourCC) -> Bool { flags & 1 == 1 && type == wanted }

  /// Whether this is a box, and not bytes that are none.
  var isBox: Bool { flags & 1 == 1 }
}
