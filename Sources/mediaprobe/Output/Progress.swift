import FileIO

/// Progress of a long run: one line on standard error, rewritten in place, if that is a terminal.
final class Progress {
  /// Delay before the first line in nanoseconds, so that short runs show none.
  private static let patience: UInt64 = 700_000_000
  private static let interval: UInt64 = 200_000_000

  private let isShown = OutputDescriptor.standardError.isTerminal && !Verbosity.isQuiet
  private let total: UInt64
  private let start = monotonicNanoseconds()
  private var next: UInt64
  private var done: UInt64 = 0
  private var hasShown = false
  private var verb: String

  /// - Parameters:
  ///   - total: estimated number of bytes.
  ///   - verb: what is done to them.
  init(total: UInt64, verb: String = "written") {
    self.total = total
    self.verb = verb
    next = start + Self.patience
  }

  /// Adds bytes written or read.
  func add(_ count: UInt64) {
    done &+= count
    if isShown, monotonicNanoseconds() >= next { show() }
  }

  /// Switches to the verification phase.
  func beginCheck() {
    verb = "written, checking"
    if isShown, hasShown { show() }
  }

  private func show() {
    let now = monotonicNanoseconds()
    next = now + Self.interval
    hasShown = true
    let passed = Double(now - start) / 1e9
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

  /// Clears the line.
  func finish() {
    if hasShown { put("\r\u{1B}[K") }
    hasShown = false
  }

  private func put(_ text: String) {
    let bytes = Array(text.utf8)
    try? OutputDescriptor.standardError.write(bytes, 0..<bytes.count)
  }
}
