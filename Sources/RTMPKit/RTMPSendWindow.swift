/// The limit of bytes sent and not acknowledged.
///
/// Adobe RTMP 1.0 (2012), 5.4.5. Few servers count as specified, and some never acknowledge: the window applies only to servers that have
/// acknowledged, and is doubled, since they may acknowledge as late as when a window is full.
struct RTMPSendWindow: Sendable {
  private var window: UInt64?
  private var isHard = false
  /// The window announced to the peer.
  private var announced: UInt32?
  private var sent: UInt64 = 0
  private var acknowledged: UInt64?

  init() {}

  var maySend: Bool {
    guard let window, window > 0, let acknowledged else { return true }
    return sent - min(sent, acknowledged) < 2 * window
  }

  mutating func take(_ count: Int) { sent &+= UInt64(count) }

  /// Records an acknowledgement: the number of bytes received modulo 2^32.
  mutating func acknowledge(_ number: UInt32) {
    // The number is extended to the largest total that was already sent; if there is none, the peer counts differently.
    let behind = UInt64(UInt32(truncatingIfNeeded: sent) &- number)
    acknowledged = behind <= sent ? sent - behind : sent
  }

  /// Applies a bandwidth limit.
  /// - Returns: the window to announce to the peer if it has changed.
  mutating func limit(_ message: SetPeerBandwidth) -> UInt32? {
    let size = UInt64(message.acknowledgementWindowSize)
    switch message.limitType {
    case 0: (window, isHard) = (size, true)
    case 1: (window, isHard) = (min(size, window ?? size), false)
    default: if isHard || window == nil { window = size }
    }
    guard let window, announced != UInt32(clamping: window) else { return nil }
    announced = UInt32(clamping: window)
    return announced
  }
}
