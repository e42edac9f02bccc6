import BitstreamKit

/// The context of a box, derived from its ancestors: the meaning of a type can depend on where the box is.
public struct BoxContext: Equatable, Sendable {
  /// The type of the parent box; zero bytes at the top level.
  public var container = FourCC(rawValue: 0)
  /// The version of the parent if it is a FullBox whose version matters (`stsd`, `iref`), else 0.
  public var containerVersion: UInt8 = 0
  /// The media type of the track from its `hdlr`, such as `vide` or `soun`; zero bytes if unknown.
  public var handler = FourCC(rawValue: 0)

  /// The top level of a file.
  public init() {}

  /// The context of a child of `container`.
  public init(in container: FourCC, version: UInt8 = 0, handler: FourCC = FourCC(rawValue: 0)) {
    self.container = container
    containerVersion = version
    self.handler = handler
  }
}

/// An error in the boxes of a file. Reading continues after it.
public struct BoxFinding: Equatable, Sendable, CustomStringConvertible {
  /// What kind of error it is.
  public enum Kind: Sendable {
    /// The fields of a box, or boxes that contradict each other.
    case content
    /// A size that is too small or exceeds the parent box or the file.
    case size
    /// Bytes that are not a box.
    case notABox
    /// A required child box is missing.
    case missing
    /// A limit of the reader.
    case limit
    /// A brand whose requirements are not met.
    case brand
    /// The handler of a file of items.
    case itemHandler
    /// The list of items, or the primary item.
    case itemList
    /// The properties of an item.
    case itemProperty
    /// The place of an item's data.
    case itemLocation
    /// A reference between items.
    case itemReference
  }

  /// The types of the boxes from the top level down to the faulty one.
  public var path: [FourCC]
  /// The offset of that box, or of the bytes in its place, in the file.
  public var offset: UInt64
  /// A description of the error.
  public var message: String
  /// What kind of error it is.
  public var kind: Kind

  /// Creates a finding.
  public init(path: [FourCC], offset: UInt64, message: String, kind: Kind = .content) {
    self.path = path
    self.offset = offset
    self.message = message
    self.kind = kind
  }

  /// `moov/trak/mdia at 1234: what is wrong`.
  public var description: String {
    var text = ""
    for (index, type) in path.enumerated() { text += (index == 0 ? "" : "/") + type.description }
    return text + (text.isEmpty ? "byte \(offset): " : " at byte \(offset): ") + message
  }
}
