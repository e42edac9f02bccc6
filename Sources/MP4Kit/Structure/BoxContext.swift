import BitstreamKit

/// What the boxes around a box say about what it is: the same four characters mean different things in different places.
public struct BoxContext: Equatable, Sendable {
  /// The type of the box around it; zero bytes at the top level.
  public var container = FourCC(rawValue: 0)
  /// The version of that box, where it is a FullBox that has one to speak of (`stsd`, `iref`); else 0.
  public var containerVersion: UInt8 = 0
  /// What the track carries, as its `hdlr` says: `vide`, `soun`; zero bytes where nothing has said so.
  public var handler = FourCC(rawValue: 0)

  /// The top level of a file.
  public init() {}

  /// Inside a box.
  public init(in container: FourCC, version: UInt8 = 0, handler: FourCC = FourCC(rawValue: 0)) {
    self.container = container
    containerVersion = version
    self.handler = handler
  }
}

/// Something that is wrong with the boxes of a file, or that the reader could not make sense of. The reading goes on.
public struct BoxFinding: Equatable, Sendable, CustomStringConvertible {
  /// The boxes from the top level to the one at fault.
  public var path: [FourCC]
  /// Where that box, or what stands there instead, starts in the file.
  public var offset: UInt64
  /// What is wrong.
  public var message: String

  /// Something that is wrong with a box.
  public init(path: [FourCC], offset: UInt64, message: String) {
    self.path = path
    self.offset = offset
    self.message = message
  }

  /// `moov/trak/mdia at 1234: what is wrong`.
  public var description: String {
    var text = ""
    for (index, type) in path.enumerated() { text += (index == 0 ? "" : "/") + type.description }
    return text + (text.isEmpty ? "byte \(offset): " : " at byte \(offset): ") + message
  }
}
