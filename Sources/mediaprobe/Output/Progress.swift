import FileIO

/// How far a long run has come: a line on standard error that is written over, and only where that is a terminal.
final class Progress {
  /// Nothing is shown of what is over at once.
  private static let patience = Duration.milliseconds(700)
  private static let interval = Duration.milliseconds(200)

  private let isShown = OutputDescriptor.standardError.isTerminal
  private let total: UInt64
  private let start = ContinuousClock.now
  private var next: ContinuousClock.Instant
  private var done: UInt64 = 0
  private var hasShown = false
  private var verb = "written"

  /// - Parameter total: bytes, as far as one can tell.
  init(total: UInt64) {
    self.total = total
    next = start + Self.patience
  }

  /// More bytes went out.
  func add(_ count: UInt64) {
    done &+= count
    if isShown, ContinuousClock.now >= next { show() }
  }

  /// What was written is looked at.
  func beginCheck() {
    verb = "written, checking"
    if isShown, hasShown { show() }
  }

  private func show() {
    let now = ContinuousClock.now
    next = now + Self.interval
    hasShown = true
    let passed = Double((now - start).components.seconds) + Double((now - start).components.attoseconds) / 1e18
    let rate = passed > 0 ? Double(done) / passed : 0
    var line =
      "\(Self.megabytes(Double(done))) of about \(Self.megabytes(Double(max(done, total)))) MB \(verb), \(Self.megabytes(rate)) MB/s"
    if rate > 0, total > done { line += ", \(Int(saturating: min(1e9, Double(total - done) / rate)) + 1) s left" }
    put("\r\u{1B}[K" + line)
  }

  private static func megabytes(_ bytes: Double) -> String {
    let tenths = Int(saturating: (bytes / 1e5).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Takes the line away.
  func finish() {
    if hasShown { put("\r\u{1B}[K") }
    hasShown = false
  }

  private func put(_ text: String) {
    let bytes = Array(text.utf8)
    try? OutputDescriptor.standardError.write(bytes, 0..<bytes.count)
  }
}
