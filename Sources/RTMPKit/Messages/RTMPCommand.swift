import BitstreamKit
import FLVKit

/// A command, a response, or a notification.
///
/// Adobe RTMP 1.0 (2012), 7.2.
public struct RTMPCommand: Syntax {
  public static let structureName: StaticString = "Command Message"

  /// The command; `_result` and `_error` are responses.
  public var commandName = AMF0Value.string("")
  /// The transaction ID of the command or of the command responded to; a number. nil if the message ends before it, as from some servers.
  public var transactionId: AMF0Value? = .number(0)
  /// The command's properties, or null; nil if the message ends before it.
  public var commandObject: AMF0Value? = .null
  /// Further arguments.
  public var arguments: [AMF0Value] = []

  /// A command without a name.
  @inlinable public init() {}

  /// Creates a command.
  public init(_ name: AMF0String, _ transaction: Double, _ object: AMF0Value = .null, _ arguments: [AMF0Value] = []) {
    commandName = .string(name)
    transactionId = .number(transaction)
    commandObject = object
    self.arguments = arguments
  }

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    var isOver = false
    try c.next("Command Name", &commandName, &isOver)
    let isNumbered = c.moreBytes(transactionId != nil)
    try c.when(isNumbered, &transactionId, .null) { (c, v) throws(SyntaxError) in try c.next("Transaction ID", &v, &isOver) }
    let present = isNumbered && c.moreBytes(commandObject != nil)
    try c.when(present, &commandObject, .null) { (c, v) throws(SyntaxError) in try c.next("Command Object", &v, &isOver) }
    if present {
      try c.listToEnd(&arguments, .null) { (c, v, _) throws(SyntaxError) in try c.next("Optional Arguments", &v, &isOver) }
    } else if !arguments.isEmpty {
      throw c._inconsistent("Optional Arguments", "the command object before them is missing")
    }
  }
}

extension RTMPCommand {
  /// The command name; empty if it is not a string.
  public var name: AMF0String { commandName.string ?? "" }
  /// The transaction ID; 0 if it is not a number.
  public var transaction: Double { transactionId?.doubleValue ?? 0 }
  /// The information object of a response or `onStatus`: the first object among the arguments, or else the command object.
  public var information: AMF0Object? {
    for argument in arguments { if let object = argument.object { return object } }
    return commandObject?.object
  }
  /// `NetStream.Publish.Start` and its like; empty where nothing is said.
  public var code: String { text("code") }
  /// In the server's words; empty where nothing is said.
  public var words: String { text("description") }

  /// A text of the information, at most 256 bytes of it and an ellipsis: it is meant for one line of a message.
  private func text(_ name: AMF0String) -> String {
    guard let text = information?[name]?.string else { return "" }
    if text.bytes.count <= 256 { return text.text }
    var end = 256
    while end > 0, text.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: text.bytes[..<end], as: UTF8.self) + "…"
  }

  /// Whether it reports a failure.
  public var isError: Bool { name == "_error" || information?["level"]?.string == "error" }
}
