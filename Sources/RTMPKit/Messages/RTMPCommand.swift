import BitstreamKit
import FLVKit

/// A command, an answer to one, or word of what has happened.
///
/// Adobe RTMP 1.0 (2012), 7.2.
public struct RTMPCommand: Syntax {
  public static let structureName: StaticString = "Command Message"

  /// What is to be done; `_result` and `_error` are answers.
  public var commandName = AMF0Value.string("")
  /// The command's number, or that of the command that is answered; a number. nil where the message ends before, as some servers' do.
  public var transactionId: AMF0Value? = .number(0)
  /// What the command needs to know, or null; nil where the message ends before.
  public var commandObject: AMF0Value? = .null
  /// What else belongs to it.
  public var arguments: [AMF0Value] = []

  /// A command without a name.
  @inlinable public init() {}

  /// A command.
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
      throw c._inconsistent("Optional Arguments", "there is no command object before them")
    }
  }
}

extension RTMPCommand {
  /// The command's name; empty where it is no string.
  public var name: AMF0String { commandName.string ?? "" }
  /// The number of the command; 0 where it is none.
  public var transaction: Double { transactionId?.doubleValue ?? 0 }
  /// What an answer or `onStatus` says of how it went: the first object behind the command object, or that one.
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

  /// Whether it tells of a failure.
  public var isError: Bool { name == "_error" || information?["level"]?.string == "error" }
}
