// The conversions of the standard library (`Int(x)`, `UInt8(x)`, …) trap on NaN, on infinities and out of range. The package has these
// instead; the declarations at the end of this file take the place of the trapping ones, so that the compiler refuses those.

extension FixedWidthInteger {
  /// The integer part of a floating-point value; nil for NaN, infinities and values whose integer part the type cannot hold.
  @inlinable public init?(checked value: Double) {
    // Both bounds are powers of two (or 0), which a Double holds exactly for any width up to 1023 bits.
    let limit = Double(sign: .plus, exponent: Self.isSigned ? Self.bitWidth - 1 : Self.bitWidth, significand: 1)
    let isAboveLowest = Self.isSigned ? value >= -limit || value > -limit - 1 : value > -1
    // False for NaN.
    guard isAboveLowest, value < limit else { return nil }
    self = Self(value)
  }

  /// The integer part of a floating-point value; 0 for NaN, the nearest value of the type for anything out of range.
  @inlinable public init(saturating value: Double) {
    self = Self(checked: value) ?? (value.isNaN ? 0 : value < 0 ? Self.min : Self.max)
  }
}

// MARK: - Conversions that trap

extension Int {
  @available(*, deprecated, message: "traps; use Int(checked:) or Int(saturating:)")
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "traps; use Int(checked:) or Int(saturating:)")
  package init(_ value: Float) { self.init(saturating: Double(value)) }
}

extension Int8 {
  @available(*, deprecated, message: "traps; use Int8(checked:) or Int8(saturating:)")
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "traps; use Int8(checked:) or Int8(saturating:)")
  package init(_ value: Float) { self.init(saturating: Double(value)) }
}

extension Int16 {
  @available(*, deprecated, message: "traps; use Int16(checked:) or Int16(saturating:)")
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "traps; use Int16(checked:) or Int16(saturating:)")
  package init(_ value: Float) { self.init(saturating: Double(value)) }
}

extension Int32 {
  @available(*, deprecated, message: "traps; use Int32(checked:) or Int32(saturating:)")
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "traps; use Int32(checked:) or Int32(saturating:)")
  package init(_ value: Float) { self.init(saturating: Double(value)) }
}

extension Int64 {
  @available(*, deprecated, message: "traps; use Int64(checked:) or Int64(saturating:)")
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "traps; use Int64(checked:) or Int64(saturating:)")
  package init(_ value: Float) { self.init(saturating: Double(value)) }
}

extension UInt {
  @available(*, deprecated, message: "traps; use UInt(checked:) or UInt(saturating:)")
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "traps; use UInt(checked:) or UInt(saturating:)")
  package init(_ value: Float) { self.init(saturating: Double(value)) }
}

extension UInt8 {
  @available(*, deprecated, message: "traps; use UInt8(checked:) or UInt8(saturating:)")
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "traps; use UInt8(checked:) or UInt8(saturating:)")
  package init(_ value: Float) { self.init(saturating: Double(value)) }
}

extension UInt16 {
  @available(*, deprecated, message: "traps; use UInt16(checked:) or UInt16(saturating:)")
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "traps; use UInt16(checked:) or UInt16(saturating:)")
  package init(_ value: Float) { self.init(saturating: Double(value)) }
}

extension UInt32 {
  @available(*, deprecated, message: "traps; use UInt32(checked:) or UInt32(saturating:)")
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "traps; use UInt32(checked:) or UInt32(saturating:)")
  package init(_ value: Float) { self.init(saturating: Double(value)) }
}

extension UInt64 {
  @available(*, deprecated, message: "traps; use UInt64(checked:) or UInt64(saturating:)")
  package init(_ value: Double) { self.init(saturating: value) }
  @available(*, deprecated, message: "traps; use UInt64(checked:) or UInt64(saturating:)")
  package init(_ value: Float) { self.init(saturating: Double(value)) }
}
