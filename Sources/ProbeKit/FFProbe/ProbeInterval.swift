import BitstreamKit
import NALKit
import RemuxKit

/// A part of the file to read, by times in microseconds: `10%20`, `10%+5`, `%+#100`, `+1%+#1`.
struct ProbeInterval {
  enum End {
    case time(Int64)
    /// After the first packet of the interval.
    case duration(Int64)
    case packets(Int)
  }

  /// Where reading starts; nil to go on where the last interval ended.
  var start: Int64?
  /// Whether the start counts from the last packet read.
  var isRelative = false
  /// nil for the end of the file.
  var end: End?

  /// The whole file.
  init() {}

  /// Parses the value of `-read_intervals`.
  static func all(_ text: String) throws(ProbeUsageError) -> [ProbeInterval] {
    var intervals: [ProbeInterval] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      do { intervals.append(try ProbeInterval(part)) } catch {
        let place = "Error parsing read interval #\(intervals.count) '\(terminalText(String(part)))'"
        let option = "Failed to set value '\(terminalText(text))' for option 'read_intervals': Invalid argument"
        throw ProbeUsageError(error.message, list: [place, option])
      }
    }
    return intervals
  }

  private init(_ text: Substring) throws(ProbeUsageError) {
    let halves = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    if var first = halves.first, !first.isEmpty {
      isRelative = first.hasPrefix("+")
      if isRelative { first = first.dropFirst() }
      start = Self.time(first)
      if start == nil { throw ProbeUsageError("Invalid interval start specification '\(first)'") }
    }
    guard halves.count > 1, !halves[1].isEmpty else { return }
    let second = halves[1]
    if second.hasPrefix("+#") {
      let digits = second.dropFirst(2)
      guard let count = Int(digits), count >= 0 else {
        throw ProbeUsageError("Invalid or negative value '\(digits)' for duration number of frames")
      }
      end = .packets(count)
      return
    }
    let isDuration = second.hasPrefix("+")
    let words = second.dropFirst(isDuration ? 1 : 0)
    guard let time = Self.time(words) else { throw ProbeUsageError("Invalid interval end/duration specification '\(words)'") }
    end = isDuration ? .duration(time) : .time(time)
  }

  /// Parses a time as FFmpeg does: `[-][HH:]MM:SS[.fraction]`, or seconds, or a number with `ms` or `us`; nil if it is none.
  static func time(_ text: Substring) -> Int64? {
    var digits = text
    let isNegative = digits.hasPrefix("-")
    if isNegative { digits = digits.dropFirst() }
    var unit: Int64 = 1_000_000
    for (name, value) in [("ms", 1000), ("us", 1), ("s", 1_000_000)] as [(String, Int64)] where digits.hasSuffix(name) {
      (unit, digits) = (value, digits.dropLast(name.utf8.count))
      break
    }
    let halves = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let places = halves.first?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    guard 1...3 ~= places.count else { return nil }
    var seconds: Int64 = 0
    for (index, place) in places.enumerated() {
      // Of hours that the microseconds of 64 bits have room for.
      guard let number = UInt32(place), number < 100_000_000, place.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
        index == 0 || number < 60
      else { return nil }
      seconds = seconds * 60 + Int64(number)
    }
    var fraction: Int64 = 0
    if halves.count > 1 {
      var weight: Int64 = 100_000
      for byte in halves[1].utf8 {
        guard byte >= 0x30, byte <= 0x39 else { return nil }
        fraction += Int64(byte - 0x30) * weight
        weight /= 10
      }
    }
    let time = seconds * unit + fraction * unit / 1_000_000
    return isNegative ? -time : time
  }
}

/// How far a reader of intervals got.
struct ProbeIntervalClock {
  private let interval: ProbeInterval
  private var end: Int64?
  private var packets = 0

  init(_ interval: ProbeInterval) {
    self.interval = interval
    if case .time(let end) = interval.end { self.end = end }
  }

  /// Whether the interval ends before a packet.
  /// - Parameter time: the time of the packet, or of the last that had one.
  mutating func isOver(before time: Int64?) -> Bool {
    if case .packets(let count) = interval.end {
      if packets >= count { return true }
    } else if let time {
      if end == nil, case .duration(let length) = interval.end { end = time.addingReportingOverflow(length).partialValue }
      if let end, time >= end { return true }
    }
    packets += 1
    return false
  }
}
