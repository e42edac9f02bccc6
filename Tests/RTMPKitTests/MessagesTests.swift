import BitstreamKit
import FLVKit
import TestSupport
import Testing

@testable import RTMPKit

@Test func setChunkSizeLaws() { checkLaws(SetChunkSize.self) }
@Test func abortMessageLaws() { checkLaws(AbortMessage.self) }
@Test func acknowledgementLaws() { checkLaws(Acknowledgement.self) }
@Test func windowAcknowledgementSizeLaws() { checkLaws(WindowAcknowledgementSize.self) }
@Test func setPeerBandwidthLaws() { checkLaws(SetPeerBandwidth.self) }
@Test func userControlMessageLaws() { checkLaws(UserControlMessage.self) }
@Test func commandLaws() { checkLaws(RTMPCommand.self) }

@Test func aChunkSizeOfNothingIsRefused() {
  #expect(throws: SyntaxError.self) { try SetChunkSize(parsing: [0, 0, 0, 0]) }
  #expect(throws: SyntaxError.self) { try SetChunkSize(parsing: [0x80, 0, 0, 1]) }
}

@Test func whatACommandSays() throws {
  let status = AMF0Value.object(
    AMF0Object([
      AMF0Property("level", .string("error")), AMF0Property("code", .string("NetStream.Publish.BadName")),
      AMF0Property("description", .string("Already publishing")),
    ]))
  let command = RTMPCommand("onStatus", 0, .null, [status])
  #expect(command.isError && command.code == "NetStream.Publish.BadName" && command.words == "Already publishing")
  #expect(try RTMPCommand(parsing: command.encoded()) == command)
  // ffmpeg's server says this word and nothing else.
  let word = try RTMPCommand(parsing: hex("02 000B 6F6E46435075626C697368"))
  #expect(word.name == "onFCPublish" && word.transactionId == nil && word.transaction == 0)
  #expect(try word.encoded().count == 14)
  // A command that ends after its transaction ID.
  let short = try RTMPCommand(parsing: hex("02 0005 636C6F7365 00 0000000000000000"))
  #expect(short.name == "close" && short.commandObject == nil && short.code.isEmpty && !short.isError)
}

@Test func numbersOfAnEvent() {
  let message = UserControlMessage(.setBufferLength, 1, 3000)
  #expect(message.eventData == hex("00000001 00000BB8") && message.value == 1 && message.event == .setBufferLength)
  #expect(UserControlMessage(.streamDry).value == nil)
}
