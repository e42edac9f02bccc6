import BitstreamKit
import MP4Kit
import ProbeKit
import RemuxKit

/// A place in a file that an explanation is asked for.
public enum ExplainPlace: Sendable, Equatable {
  /// A byte.
  case offset(UInt64)
  /// The first byte of the first box at a path.
  case path([BoxPathStep])
  /// The first byte of a NAL unit, as numbered by `nalu`.
  case unit(UInt64)
  /// The first byte of a sample, counted from 0 in its track.
  case sample(track: Int, index: Int)
  /// The sample presented at a time of `numerator / denominator` seconds; of the first video track, else of the first track, if `track` is
  /// nil.
  case time(track: Int?, numerator: UInt64, denominator: UInt64)

  /// Parses `4711`, `0x1267`, `moov/trak[1]/mdia`, `unit 17`, `sample 1:118`, `time 3.4s` or `time 1:3.4s`. Nil for anything else.
  public init?(_ text: String) {
    let words = text.utf8.split(separator: 0x20).map { Array($0) }
    guard let first = words.first, words.count <= 2 else { return nil }
    if words.count == 2 {
      switch String(decoding: first, as: UTF8.self) {
      case "unit":
        guard let number = Self.number(words[1][...]) else { return nil }
        self = .unit(number)
      case "sample":
        let parts = words[1].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, let track = Self.number(parts[0]), let index = Self.number(parts[1]), let track = Int(exactly: track),
          let index = Int(exactly: index)
        else { return nil }
        self = .sample(track: track, index: index)
      case "time":
        guard let time = Self.time(words[1]) else { return nil }
        self = time
      default: return nil
      }
      return
    }
    if let number = Self.number(first[...]) {
      self = .offset(number)
      return
    }
    var steps: [BoxPathStep] = []
    for part in first.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let step = BoxPathStep(Array(part)) else { return nil }
      steps.append(step)
    }
    self = .path(steps)
  }

  /// A decimal number, or a hexadecimal one after `0x`.
  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    if digits.first.map({ $0 >= 0x30 && $0 <= 0x39 }) != true { return nil }
    if digits.count > 2, digits.prefix(2).elementsEqual([0x30, 0x78]) || digits.prefix(2).elementsEqual([0x30, 0x58]) {
      return UInt64(String(decoding: digits.dropFirst(2), as: UTF8.self), radix: 16)
    }
    return UInt64(String(decoding: digits, as: UTF8.self))
  }

  /// `3.4s`, `3.4` or `1:3.4s`, with at most six decimals.
  private static func time(_ text: [UInt8]) -> ExplainPlace? {
    var track: Int?
    var digits = text[...]
    if let colon = digits.firstIndex(of: UInt8(ascii: ":")) {
      guard let number = number(digits[..<colon]), let index = Int(exactly: number) else { return nil }
      track = index
      digits = digits[(colon + 1)...]
    }
    if digits.last == UInt8(ascii: "s") { digits.removeLast() }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 1 || parts.count == 2, var value = UInt64(String(decoding: parts[0], as: UTF8.self)), value < 1 << 40 else {
      return nil
    }
    var scale: UInt64 = 1
    for digit in parts.count == 2 ? parts[1] : [] {
      guard digit >= 0x30, digit <= 0x39, scale < 1_000_000 else { return nil }
      value = value * 10 + UInt64(digit - 0x30)
      scale *= 10
    }
    return .time(track: track, numerator: value, denominator: scale)
  }
}
