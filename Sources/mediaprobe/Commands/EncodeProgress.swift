import EncoderKit
import FileIO
import ProbeKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Shows progress as one line on standard error if that is a terminal.
struct EncodeProgress {
  /// Whether standard error is a terminal.
  let isShown = isatty(STDERR_FILENO) == 1
  private var width = 0

  /// Overwrites the previous line.
  mutating func show(_ statistics: EncodingStatistics) {
    if !isShown { return }
    let line = Self.line(statistics)
    let fill = String(repeating: " ", count: max(0, width - line.count))
    width = line.count
    put("\r" + line + fill)
  }

  /// Clears the line.
  mutating func end() {
    if isShown, width > 0 { put("\r" + String(repeating: " ", count: width) + "\r") }
    width = 0
  }

  private func put(_ text: String) {
    let bytes = Array(text.utf8)
    try? OutputDescriptor.standardError.write(bytes, 0..<bytes.count)
  }

  /// `120/500 pictures, 48.2/s, x264 1.20 Mb/s, x265 0.81 Mb/s (3 dropped), 0:08 left`
  static func line(_ statistics: EncodingStatistics) -> String {
    var parts = [
      "\(statistics.pictureCount)" + (statistics.expectedCount.map { "/\($0)" } ?? "") + " pictures", "\(decimal(statistics.rate, 1))/s",
    ]
    for encoder in statistics.encoders {
      var text = terminalText(encoder.name)
      if let rate = encoder.bitRate { text += " \(decimal(rate / 1e6, 2)) Mb/s" }
      if encoder.droppedCount > 0 { text += " (\(encoder.droppedCount) dropped)" }
      parts.append(text)
    }
    if let left = statistics.timeLeft, left < 360_000 {
      let seconds = Int(saturating: left.rounded(.up))
      let rest = seconds % 60
      parts.append("\(seconds / 60):\(rest < 10 ? "0" : "")\(rest) left")
    }
    return parts.joined(separator: ", ")
  }

  /// A number with a fixed number of decimals.
  private static func decimal(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "?" }
    var scale: Double = 1
    for _ in 0..<digits { scale *= 10 }
    let whole = Int(saturating: (value * scale).rounded())
    let unit = max(1, Int(saturating: scale))
    let fraction = String(whole % unit)
    return "\(whole / unit)." + String(repeating: "0", count: max(0, digits - fraction.count)) + fraction
  }
}
