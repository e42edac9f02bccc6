import BitstreamKit

/// The main values of a parameter set: names and values in order. Absent values are omitted.
struct ParamsSummary {
  /// A delivery schedule of the hypothetical reference decoder.
  struct Schedule: Equatable {
    /// Bits per second.
    var bitRate: UInt64
    /// Bits.
    var cpbSize: UInt64
    var isConstant: Bool
  }

  enum Value: Equatable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case size(PictureSize)
    /// Pictures per second.
    case rate(ExactRatio)
    /// Width to height.
    case aspect(ExactRatio)
    case names([String])
    case numbers([Int])
    case schedules([Schedule])
  }

  private(set) var items: [(key: StaticString, value: Value)] = []

  mutating func add(_ key: StaticString, _ value: Value?) {
    if let value { items.append((key, value)) }
  }

  mutating func add(_ key: StaticString, _ text: String?) { add(key, text.map(Value.text)) }
  mutating func add<T: FixedWidthInteger>(_ key: StaticString, _ number: T?) { add(key, number.map { Value.number(Int(clamping: $0)) }) }
  mutating func add(_ key: StaticString, _ flag: Bool?) { add(key, flag.map(Value.flag)) }

  /// Adds the name of a code point, or its number if it is reserved.
  mutating func add(_ key: StaticString, _ number: UInt8?, _ name: (UInt8) -> StaticString?) {
    if let number { add(key, name(number)?.description ?? "reserved (\(number))") }
  }
}

// MARK: - As text

extension ParamsSummary.Value {
  /// The value as one or more lines of text.
  var lines: [String] {
    switch self {
    case .text(let text): [text]
    case .number(let number): ["\(number)"]
    case .flag(let flag): [flag ? "yes" : "no"]
    case .size(let size): ["\(size.width)x\(size.height)"]
    case .rate(let ratio): [rateText(ratio)]
    case .aspect(let ratio): ["\(ratio.reduced.numerator):\(ratio.reduced.denominator)"]
    case .names(let names): [names.isEmpty ? "none" : names.joined(separator: ", ")]
    case .numbers(let numbers): [numbers.map { "\($0)" }.joined(separator: ", ")]
    case .schedules(let schedules):
      schedules.map { "\($0.bitRate) bit/s\($0.isConstant ? ", constant" : ""), buffer of \($0.cpbSize) bits" }
    }
  }

  /// The rate as an integer, or as a fraction and a decimal number.
  private func rateText(_ ratio: ExactRatio) -> String {
    let ratio = ratio.reduced
    if ratio.denominator == 1 { return "\(ratio.numerator)" }
    let thousandths = Int(saturating: (ratio.value * 1000).rounded())
    let fraction = String(thousandths % 1000 + 1000).dropFirst()
    return "\(ratio.numerator)/\(ratio.denominator) (\(thousandths / 1000).\(fraction))"
  }
}

// MARK: - As JSON

extension OutputBuffer {
  mutating func summary(_ summary: ParamsSummary) {
    for (place, item) in summary.items.enumerated() {
      key(item.key, first: place == 0)
      value(item.value)
    }
  }

  private mutating func value(_ value: ParamsSummary.Value) {
    switch value {
    case .text(let text): quoted(text)
    case .number(let number): self.number(number)
    case .flag(let flag): text(flag ? "true" : "false")
    case .size(let size):
      byte(0x7B)
      field("width", size.width, first: true)
      field("height", size.height)
      byte(0x7D)
    case .rate(let ratio): quoted("\(ratio.reduced.numerator)/\(ratio.reduced.denominator)")
    case .aspect(let ratio): quoted("\(ratio.reduced.numerator):\(ratio.reduced.denominator)")
    case .names(let names): array(names) { $0.quoted($1) }
    case .numbers(let numbers): array(numbers) { $0.number($1) }
    case .schedules(let schedules):
      array(schedules) { output, schedule in
        output.byte(0x7B)
        output.field("bit_rate", schedule.bitRate, first: true)
        output.field("cpb_size", schedule.cpbSize)
        output.field("cbr", schedule.isConstant)
        output.byte(0x7D)
      }
    }
  }
}
