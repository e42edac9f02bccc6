import BitstreamKit

/// A property of a file or track: a key and value for JSON, a label and text for the table.
public struct InfoItem: Sendable {
  /// A value for programs.
  public indirect enum Value: Sendable {
    case text(String)
    case number(Int64)
    case flag(Bool)
    case list([Value])
    case object([InfoItem])
  }

  /// The key for programs.
  public let key: String
  /// The value for programs.
  public let value: Value
  /// Label in text output; nil if the item is in JSON only.
  public let label: StaticString?
  /// The value in words; the value itself if the item is in JSON only.
  public var words: String { ownWords ?? value.description }
  private let ownWords: String?

  init(_ key: String, _ value: Value, _ label: StaticString? = nil, _ words: String? = nil) {
    self.key = key
    self.value = value
    self.label = label
    ownWords = words
  }

  /// An item with the same text in JSON and text output.
  init(_ key: String, _ text: String, _ label: StaticString) { self.init(key, .text(text), label, text) }
}

extension InfoItem.Value: CustomStringConvertible {
  /// The text; nil for a value of another kind.
  public var string: String? { if case .text(let text) = self { text } else { nil } }

  /// The number; nil for a value of another kind.
  public var integer: Int64? { if case .number(let number) = self { number } else { nil } }

  /// The flag; nil for a value of another kind.
  public var boolean: Bool? { if case .flag(let flag) = self { flag } else { nil } }

  /// The values of a list; none for a value of another kind.
  public var elements: [InfoItem.Value] { if case .list(let values) = self { values } else { [] } }

  /// The value of a key of an object; nil if there is none.
  public subscript(key: String) -> InfoItem.Value? {
    if case .object(let items) = self { items.first { $0.key == key }?.value } else { nil }
  }

  /// The value as text: flags as "yes" or "no", the values of a list and of an object one after another.
  public var description: String {
    switch self {
    case .text(let text): text
    case .number(let number): "\(number)"
    case .flag(let flag): flag ? "yes" : "no"
    case .list(let values): values.map { $0.description }.joined(separator: ", ")
    case .object(let items): items.map { "\($0.key) \($0.value.description)" }.joined(separator: ", ")
    }
  }
}

/// A section of the output: the file or a track.
public struct InfoSection: Sendable {
  /// The name of the file, or the track's kind and index.
  public var title: String
  /// The items in order.
  public var items: [InfoItem] = []

  /// The item of a key; nil if there is none.
  public subscript(key: String) -> InfoItem? { items.first { $0.key == key } }

  mutating func add(_ item: InfoItem?) {
    if let item { items.append(item) }
  }
}

extension InfoSection {
  /// The section with shorter texts and lists.
  func shortened(_ length: Int, _ count: Int) -> InfoSection {
    var section = InfoSection(title: InfoWords.shortened(title, length))
    section.items = items.map { $0.shortened(length, count) }
    return section
  }
}

extension InfoItem {
  fileprivate func shortened(_ length: Int, _ count: Int) -> InfoItem {
    InfoItem(key, value.shortened(length, count), label, ownWords.map { InfoWords.shortened($0, length) })
  }
}

extension InfoItem.Value {
  /// The nesting is that of our own descriptions, and so bounded.
  fileprivate func shortened(_ length: Int, _ count: Int) -> InfoItem.Value {
    switch self {
    case .text(let text): .text(InfoWords.shortened(text, length))
    case .number, .flag: self
    case .list(let values): .list(values.prefix(count).map { $0.shortened(length, count) })
    case .object(let items): .object(items.prefix(max(count, 32)).map { $0.shortened(length, count) })
    }
  }
}

extension OutputBuffer {
  /// Writes a section as text: a title, and labels in a column.
  mutating func info(_ section: InfoSection) {
    string(section.title)
    byte(0x0A)
    for item in section.items {
      guard let label = item.label else { continue }
      text("  ")
      text(label)
      spaces(max(1, 16 - label.utf8CodeUnitCount))
      string(item.words)
      byte(0x0A)
    }
  }

  mutating func info(_ items: [InfoItem]) {
    byte(0x7B)
    for (place, item) in items.enumerated() {
      if place > 0 { byte(0x2C) }
      quoted(item.key)
      byte(0x3A)
      info(item.value)
    }
    byte(0x7D)
  }

  private mutating func info(_ value: InfoItem.Value) {
    switch value {
    case .text(let text): quoted(text)
    case .number(let number): self.number(number)
    case .flag(let flag): text(flag ? "true" : "false")
    case .list(let values): array(values) { $0.info($1) }
    case .object(let items): info(items)
    }
  }
}

/// Formatting of values.
package enum InfoWords {
  /// The first characters of a text, with an ellipsis if it is longer.
  package static func shortened(_ text: String, _ length: Int) -> String {
    if text.utf8.count <= length { return text }
    var short = String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
    if short.utf8.count < text.utf8.count { short += "…" }
    return short
  }

  /// Formats milliseconds as `0:20:00.040`.
  static func duration(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1000
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(String(milliseconds % 1000 + 1000).dropFirst())"
  }

  /// The size and pixel shape of pictures.
  static func picture(_ size: PictureSize, _ aspect: ExactRatio?) -> (items: [InfoItem], words: String) {
    var items: [InfoItem] = [InfoItem("width", .number(Int64(size.width))), InfoItem("height", .number(Int64(size.height)))]
    var words = "\(size.width)x\(size.height)"
    if let aspect = aspect?.reduced, aspect.numerator > 0 {
      items.append(InfoItem("pixel_aspect_ratio", .text("\(aspect.numerator):\(aspect.denominator)")))
      if aspect.numerator != aspect.denominator { words += ", pixel aspect ratio \(aspect.numerator):\(aspect.denominator)" }
    }
    return (items, words)
  }

  /// A duration item with the exact value for JSON; nil if negative or out of range.
  static func duration(_ key: String, _ value: Int64, _ timescale: UInt32, _ label: StaticString) -> InfoItem? {
    guard value >= 0, let time = MediaTime(value: value, timescale: timescale), let millis = time.value(in: 1000) else { return nil }
    let object: [InfoItem] = [
      InfoItem("value", .number(value)), InfoItem("timescale", .number(Int64(timescale))), InfoItem("milliseconds", .number(millis)),
    ]
    return InfoItem(key, .object(object), label, duration(millis))
  }

  /// Formats a size as `1.01 GiB (1084427653 bytes)`.
  package static func size(_ bytes: UInt64) -> String {
    let units: [(UInt64, String)] = [(1 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
    guard let unit = units.first(where: { bytes >= $0.0 }) else { return "\(bytes) bytes" }
    return "\(decimals(Double(bytes) / Double(unit.0))) \(unit.1) (\(bytes) bytes)"
  }

  /// Formats a rate in bits per second as `7.23 Mbit/s`.
  static func bitRate(_ rate: Int64) -> String {
    if rate >= 1_000_000 { return "\(decimals(Double(rate) / 1e6)) Mbit/s" }
    return rate >= 1000 ? "\(decimals(Double(rate) / 1e3)) kbit/s" : "\(rate) bit/s"
  }

  static func bitRate(_ rate: Int64?, _ key: String = "bit_rate") -> InfoItem? {
    rate.flatMap { $0 > 0 ? InfoItem(key, .number($0), "Bit rate", bitRate($0)) : nil }
  }

  /// The frame rate as a fraction and as a decimal number.
  static func frameRate(_ ratio: ExactRatio, isAverage: Bool) -> InfoItem {
    let exact = ratio.reduced
    let text = "\(exact.numerator)/\(exact.denominator)"
    let words = exact.denominator == 1 ? "\(exact.numerator)" : "\(text) (\(decimals(exact.value, 3)))"
    let object: [InfoItem] = [InfoItem("ratio", .text(text)), InfoItem("average", .flag(isAverage))]
    return InfoItem("frame_rate", .object(object), "Frame rate", words + (isAverage ? " on average" : ""))
  }

  static func decimals(_ value: Double, _ places: Int = 2) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    guard value.magnitude < 1e12 else { return "\(value)" }
    let scaled = Int64(saturating: (value * scale).rounded())
    if places == 0 { return "\(scaled)" }
    let whole = max(1, Int64(saturating: scale))
    return "\(scaled / whole).\(String(scaled.magnitude % UInt64(whole) + UInt64(whole)).dropFirst())"
  }
}
