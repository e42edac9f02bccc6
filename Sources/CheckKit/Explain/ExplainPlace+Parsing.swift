import BitstreamKit
import MP4Kit
import ProbeKit
import RemuxKit

extension ExplainPlace {
  /// Parses `4711`, `0x1267`, `moov/trak[1]/mdia`, `moov/mvhd/timescale`, `unit 17`, `sample 1:118`, `item 1`, `time 3.4s`,
  /// `time 1:3.4s`, and the paths of findings: `unit 17 › slice_header › frame_num`, with `>` or `/` as well. Nil for anything else.
  public init?(_ text: String) {
    guard let all = Self.steps(text), let first = all.first else { return nil }
    var rest = all.dropFirst()
    let words = first.split(separator: 0x20).map { Array($0) }
    if words.count == 2, let place = Self.place(words[0], words[1], &rest) {
      self = place
    } else if let number = Self.number(first[...]) {
      if !rest.isEmpty { return nil }
      self = .offset(number)
    } else {
      switch String(decoding: first, as: UTF8.self) {
      // A box type such as `0x3:` has four characters.
      case let text where (text.hasPrefix("0x") || text.hasPrefix("0X")) && first.count != 4: return nil
      case "onMetaData": self = .metaData
      case "AudioSpecificConfig": self = .audioConfiguration(track: nil)
      default:
        // A type can be any four characters: `unit`, or two words.
        let boxes = all.prefix { BoxPathStep($0) != nil }
        if boxes.isEmpty { return nil }
        self = .path(boxes.compactMap { BoxPathStep($0) })
        rest = all.dropFirst(boxes.count)
      }
    }
    if !rest.isEmpty { self = .element(self, rest.map { String(decoding: $0, as: UTF8.self) }) }
  }

  /// The parts between `›`, `>` and `/`, without the spaces around them; nil if one is empty.
  private static func steps(_ text: String) -> [[UInt8]]? {
    var steps: [[UInt8]] = [[]]
    let bytes = Array(text.utf8)
    var at = 0
    while at < bytes.count {
      let isArrow = at + 2 < bytes.count && bytes[at] == 0xE2 && bytes[at + 1] == 0x80 && bytes[at + 2] == 0xBA
      if isArrow || bytes[at] == UInt8(ascii: ">") || bytes[at] == UInt8(ascii: "/") {
        steps.append([])
      } else {
        steps[steps.count - 1].append(bytes[at])
      }
      at += isArrow ? 3 : 1
    }
    for index in steps.indices {
      while steps[index].last == 0x20 { steps[index].removeLast() }
      steps[index] = Array(steps[index].drop { $0 == 0x20 })
      if steps[index].isEmpty { return nil }
    }
    return steps
  }

  /// A place of two words. Takes further steps that belong to it.
  private static func place(_ name: [UInt8], _ value: [UInt8], _ rest: inout ArraySlice<[UInt8]>) -> ExplainPlace? {
    switch String(decoding: name, as: UTF8.self) {
    case "unit": return number(value[...]).map { .unit($0) }
    case "tag": return number(value[...]).map { .tag($0) }
    case "frame": return number(value[...]).map { .frame($0) }
    case "time": return time(value)
    case "sample":
      let parts = value.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard parts.count == 2, let track = index(parts[0]), let index = index(parts[1]) else { return nil }
      guard let number = numbered("unit", &rest).flatMap({ Int(exactly: $0) }) else { return .sample(track: track, index: index) }
      return .sampleUnit(track: track, index: index, number: number)
    case "track":
      guard let track = index(value[...]), let first = rest.first else { return nil }
      if first.elementsEqual("AudioSpecificConfig".utf8) {
        rest.removeFirst()
        return .audioConfiguration(track: track)
      }
      if first.elementsEqual("configuration record".utf8) { rest.removeFirst() }
      return numbered("unit", &rest).map { .trackUnit(track: track, number: $0) }
    case "item":
      guard let item = index(value[...]).flatMap({ UInt32(exactly: $0) }) else { return nil }
      if rest.first?.elementsEqual("configuration record".utf8) == true { rest.removeFirst() }
      return numbered("unit", &rest).map { .itemUnit(item: item, number: $0) } ?? .item(item)
    case "configuration":
      guard value.elementsEqual("record".utf8) else { return nil }
      return numbered("unit", &rest).map { .unit($0) }
    default: return nil
    }
  }

  /// The number in a first step such as `unit 3`, which is taken; nil if the first step is something else.
  private static func numbered(_ name: String, _ rest: inout ArraySlice<[UInt8]>) -> UInt64? {
    guard let words = rest.first?.split(separator: 0x20), words.count == 2, words[0].elementsEqual(name.utf8),
      let number = number(words[1])
    else { return nil }
    rest.removeFirst()
    return number
  }

  private static func index(_ digits: ArraySlice<UInt8>) -> Int? { number(digits).flatMap { Int(exactly: $0) } }

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
