/// Primitives that walk the elements of a structure: implemented by readers, writers and `SyntaxCoder`.
///
/// A `syntax` function does not know the direction. It passes each element with its name in the specification's spelling, a place
/// for the value, its width or code, and its legal range; `at:` gives the indices of an element that is an array in the
/// specification. The coder decides what happens to a value out of range, except where the value sizes something that follows
/// (`sizing: true`): that ends the walk under every policy.
///
/// Most structures use the concrete `SyntaxCoder`. Only structures on a hot path, such as slice headers and tag headers, are generic
/// over `ElementCoder` (`FastSyntax`), so that `BitReader` reads them without a call for each element.
public protocol ElementCoder {
  /// True if the coder produces the values, false if it consumes them. Used by the extensions below, never by a structure.
  var _fills: Bool { get }
  /// True if the coder consumes the values and may replace them; the extensions then store them back into the model.
  var _edits: Bool { get }

  // MARK: Elements

  /// u(n): an unsigned number of `bits` bits, most significant first.
  mutating func u<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, in range: ClosedRange<T>, sizing: Bool, at i: Int, _ j: Int
  ) throws(SyntaxError)
  /// i(n): a signed two's complement number of `bits` bits.
  mutating func i<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, in range: ClosedRange<T>, at i: Int, _ j: Int
  ) throws(SyntaxError)
  /// ue(v): unsigned Exp-Golomb (H.264 9.1).
  mutating func ue<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, in range: ClosedRange<T>, sizing: Bool, at i: Int, _ j: Int
  ) throws(SyntaxError)
  /// se(v): signed Exp-Golomb (H.264 9.1.1).
  mutating func se<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, in range: ClosedRange<T>, at i: Int, _ j: Int
  ) throws(SyntaxError)
  /// A number coded as a run of bytes 0xFF, 255 each, and a last smaller byte (SEI payload types and sizes, H.264 7.3.2.3.1).
  mutating func ffCoded(_ name: StaticString, _ value: inout UInt32) throws(SyntaxError)
  /// f(n): a fixed pattern. The model does not store it, so any other pattern ends the walk.
  mutating func fixed(_ name: StaticString, _ pattern: UInt64, bits: Int) throws(SyntaxError)
  /// `count` bytes.
  mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int) throws(SyntaxError)
  /// All bits up to the end of the region with their alignment, such as slice data and unknown extensions.
  mutating func rest(_ name: StaticString, _ value: inout BitString) throws(SyntaxError)
  /// A table of `count` rows that may be large: stored packed, rows are decoded on access. `layout` is additional context that determines
  /// the row size.
  mutating func table<Row>(_ name: StaticString, _ value: inout PackedTable<Row>, count: Int, layout: UInt32) throws(SyntaxError)
  /// Characters up to a zero byte, or to the end of the region if there is none.
  mutating func text(_ name: StaticString, _ value: inout TerminatedString) throws(SyntaxError)

  // MARK: Elements with a display form; coders without a display need not implement them

  /// A four-character code.
  mutating func fourCC(_ name: StaticString, _ value: inout FourCC, at i: Int) throws(SyntaxError)
  /// An unsigned fixed-point number with `fraction` fractional bits.
  mutating func fixedPoint<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, fraction: Int, at i: Int
  ) throws(SyntaxError)
  /// A signed fixed-point number with `fraction` fractional bits.
  mutating func fixedPoint<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, fraction: Int, at i: Int
  ) throws(SyntaxError)
  /// `count` bytes of characters.
  mutating func characters(_ name: StaticString, _ value: inout [UInt8], count: Int) throws(SyntaxError)

  // MARK: Structure

  /// A nested structure of its own type.
  mutating func nested<S: Syntax>(_ value: inout S) throws(SyntaxError)
  /// A nested structure, for the path of errors and the nesting of traces.
  mutating func structure(_ name: StaticString, _ body: (inout Self) throws(SyntaxError) -> Void) throws(SyntaxError)
  /// A region preceded by its size in bytes. `body` must cover all of it: where the specification allows further data, it ends with
  /// `rest`. Bits left over are an error, since the model could not reproduce them.
  mutating func sized(_ size: SizeCoding, _ body: (inout Self) throws(SyntaxError) -> Void) throws(SyntaxError)
  /// A region preceded by its size in one to four bytes of seven bits each, the top bit of each indicating that another follows (ISO/IEC
  /// 14496-1, 8.3.3). `taken` is the number of bytes of the size, which may be more than necessary.
  mutating func expandable(
    _ name: StaticString, _ taken: inout UInt8, _ body: (inout Self) throws(SyntaxError) -> Void
  ) throws(SyntaxError)
  /// The region must end here: bits left over are an error.
  mutating func regionEnd(_ name: StaticString) throws(SyntaxError)
  /// more_rbsp_data( ) (H.264 7.2): whether more data precedes the trailing bits. `held`: whether the model has more data.
  mutating func moreRBSPData(_ held: Bool) throws(SyntaxError) -> Bool
  /// Whether any byte is left in the region. `held`: whether the model has more data.
  mutating func moreBytes(_ held: Bool) -> Bool
  /// All bits up to the trailing bits, such as extension data flags and unknown extensions.
  mutating func rbspRest(_ name: StaticString, _ value: inout BitString) throws(SyntaxError)
  /// Whether the region has at least `atLeast` bits left and, after the first `ahead` of them, `bits` bits (1 to 57) equal to `pattern`:
  /// for the few parts signalled by a codeword instead of a flag. `held`: whether the model has the part.
  mutating func upcoming(_ pattern: UInt64, bits: Int, ahead: Int, atLeast: Int, _ held: Bool) -> Bool
  /// rbsp_trailing_bits( ) (H.264 7.3.2.11): a one, then zeros up to a byte. Bytes that follow are kept, and a reader
  /// records a finding: no structure that ends with trailing bits of its own may have any.
  mutating func rbspTrailingBits(_ trailing: inout [UInt8]) throws(SyntaxError)
  /// The end of an SEI payload (H.264 7.3.2.3.1, H.265 D.2.1): nothing if the payload is byte-aligned, otherwise a one bit and zero bits
  /// up to the byte boundary. `tail` stores anything else. `always`: the payload has an extension, which is always followed by the one
  /// bit.
  mutating func payloadTrailingBits(_ tail: inout BitString, always: Bool) throws(SyntaxError)
  /// byte_aligned( ).
  var isByteAligned: Bool { get }
  /// Codes `body` or, where the bits contradict it, `otherwise`, which must accept them. `held`: whether the model holds what `body`
  /// codes. A reader that takes the second alternative rewinds and records the error as a finding under every policy, since no data is
  /// lost; a generator takes `body`.
  mutating func attempt<V>(
    _ held: Bool, _ value: inout V, _ body: (inout Self, inout V) throws(SyntaxError) -> Void,
    otherwise: (inout Self, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError)

  // MARK: Used by the extensions

  /// A reader rejects a count that exceeds the bits left, before anything is allocated.
  mutating func _require(_ name: StaticString, count: Int, atLeast bits: Int) throws(SyntaxError)
  /// A reader refuses a model that takes too much memory beyond the bytes that it is read from.
  mutating func _hold(_ name: StaticString, _ bytes: Int) throws(SyntaxError)
  /// How many elements of `bytes` bytes fill the region, of a list that goes to its end; `held` is how many the model has.
  mutating func _fitting(_ held: Int, bytes: Int) -> Int
  /// A generator returns the length of an open-ended list; other coders follow the bits or the model.
  mutating func _openLength(_ held: Int) -> Int?
  /// Rejects a part of a model that is nil and must be present, or is set and must be absent: throws, or lets the part's first element
  /// throw, whose name then is in the error.
  mutating func _contradict(isMissing: Bool) throws(SyntaxError)
  /// Returns the error for an inconsistent model at this position.
  func _inconsistent(_ name: StaticString, _ why: String) -> SyntaxError
  /// Returns the error for bits that violate the specification at this position.
  func _malformed(_ name: StaticString, _ reason: SyntaxError.Reason) -> SyntaxError
}

extension ElementCoder {
  @inlinable @inline(__always) public mutating func _hold(_ name: StaticString, _ bytes: Int) throws(SyntaxError) {}

  public mutating func _contradict(isMissing: Bool) throws(SyntaxError) { throw _inconsistent("", contradiction(isMissing)) }
}

/// Why a model is not written that has or lacks a part.
func contradiction(_ isMissing: Bool) -> String { isMissing ? "a part that must be present is nil" : "a part that must be absent is set" }

/// How the size of a region is coded in front of it.
public enum SizeCoding: Sendable {
  /// An unsigned number of `bits` bits: the size of the region in bytes plus `adding`.
  case u(StaticString, bits: Int, adding: Int = 0)
  /// A run of bytes 0xFF, 255 each, and a last smaller byte.
  case ff(StaticString)
}
