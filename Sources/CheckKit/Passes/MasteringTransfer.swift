import BitstreamKit
import NALKit

/// Mastering display messages whose stream states no HDR transfer function, until it is known whether another message prefers one: the messages
/// of a picture come in any order.
struct MasteringTransfer {
  /// The last message whose picture has not come yet, and transfer_characteristics there.
  private var waiting: (transfer: UInt8, unit: AnnexBUnit, path: String)?
  /// preferred_transfer_characteristics of the last message that states them.
  private var preferred: UInt8?

  /// Takes preferred_transfer_characteristics of a message.
  mutating func prefer(_ transfer: UInt8) { preferred = transfer }

  /// Takes a mastering display message.
  /// - Parameter transfer: transfer_characteristics of the stream.
  mutating func take(_ transfer: UInt8, in unit: AnnexBUnit, at path: String) {
    if !Self.isHDR(transfer) { waiting = (transfer, unit, path) }
  }

  /// Tells of the message that waits, when its picture has come.
  mutating func settle(_ rule: Rule, _ run: CheckRun) {
    guard let message = waiting else { return }
    waiting = nil
    if let preferred, Self.isHDR(preferred) { return }
    run.find(
      rule, "transfer_characteristics is \(message.transfer)", at: message.unit.offset, size: message.unit.length,
      path: message.path + " › mastering_display_colour_volume")
  }

  /// PQ or HLG.
  private static func isHDR(_ transfer: UInt8) -> Bool { transfer == 16 || transfer == 18 }
}
