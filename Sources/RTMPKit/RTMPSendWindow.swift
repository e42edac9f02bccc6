/// How much may be under way before the other side says that it came.
///
/// Adobe RTMP 1.0 (2012), 5.4.5. Few servers count as the specification says, and some never acknowledge anything: a window holds only
/// for those that do, and twice its size, for they may speak as late as when a window is full.
struct RTMPSendWindow: Sendable {
  private var window: UInt64?
  private var isHard = false
  /// What the other side was told of the window.
  private var told: UInt32?
  private var sent: UInt64 = 0
  private var acknowledged: UInt64?

  init() {}

  var maySend: Bool {
    guard let window, window > 0, let acknowledged else { return true }
    return sent - min(sent, acknowledged) < 2 * window
  }

  mutating func take(_ count: Int) { sent &+= UInt64(count) }

  /// Takes the low 32 bits of the number of bytes that came.
  mutating func acknowledge(_ number: UInt32) {
    // The number is the nearest below what was sent; one that would be ahead of that is of somebody who counts otherwise.
    let behind = UInt64(UInt32(truncatingIfNeeded: sent) &- number)
    acknowledged = behind <= sent ? sent - behind : sent
  }

  /// Takes a limit.
  /// - Returns: the window that the other side is to be told, where it is another than before.
  mutating func limit(_ message: SetPeerBandwidth) -> UInt32? {
    let size = UInt64(message.acknowledgementWindowSize)
    switch message.limitType {
    case 0: (window, isHard) = (size, true)
    case 1: (window, isHard) = (min(size, window ?? size), false)
    default: if isHard || window == nil { window = size }
    }
    guard let window, told != UInt32(clamping: window) else { return nil }
    told = UInt32(clamping: window)
    return told
  }
}
