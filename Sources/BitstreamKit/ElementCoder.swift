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
  /// True when the coder produces the values, false when it consumes them. For the vocabulary; a structure never asks.
  var _fills: Bool { get }
  /// True when the coder consumes the values and may replace them; the vocabulary then stores them back into the model.
  var _edits: Bool { get }

  // MARK: Elements

  /// u(n): an unsigned number of `bits` bits, most significant first.
  mutating func u<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, in range: ClosedRange<T>, sizing: Bool, at i: Int, _ j: Int
  ) throws(SyntaxError)
  /// i(n): a signed number in two's complement of `bits` bits.
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
  /// A number as a run of bytes 0xFF, 255 each, and a last byte that is smaller (SEI payload types and sizes, H.264 7.3.2.3.1).
  mutating func ffCoded(_ name: StaticString, _ value: inout UInt32) throws(SyntaxError)
  /// f(n): a fixed pattern. The model holds nothing for it, so another pattern ends the walk.
  mutating func fixed(_ name: StaticString, _ pattern: UInt64, bits: Int) throws(SyntaxError)
  /// `count` bytes as they are.
  mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int) throws(SyntaxError)
  /// All bits up to the end of the region, with the alignment that they have: slice data, extensions nobody knows.
  mutating func rest(_ name: StaticString, _ value: inout BitString) throws(SyntaxError)
  /// A table of `count` rows that may be large: kept packed, a row is decoded when it is looked at. `layout`: what else decides the
  /// size of a row.
  mutating func table<Row>(_ name: StaticString, _ value: inout PackedTable<Row>, count: Int, layout: UInt32) throws(SyntaxError)
  /// Characters up to a zero byte, or to the end of the region where there is none.
  mutating func text(_ name: StaticString, _ value: inout TerminatedString) throws(SyntaxError)

  // MARK: Elements that are shown in another way than their bits; a coder that shows nothing need not know them

  /// Four bytes that name something.
  mutating func fourCC(_ name: StaticString, _ value: inout FourCC, at i: Int) throws(SyntaxError)
  /// An unsigned number of which the last `fraction` bits stand behind the point.
  mutating func fixedPoint<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, fraction: Int, at i: Int
  ) throws(SyntaxError)
  /// A signed number of which the last `fraction` bits stand behind the point.
  mutating func fixedPoint<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, fraction: Int, at i: Int
  ) throws(SyntaxError)
  /// `count` bytes that are characters.
  mutating func characters(_ name: StaticString, _ value: inout [UInt8], count: Int) throws(SyntaxError)

  // MARK: Structure

  /// A structure of a type of its own inside this one.
  mutating func nested<S: Syntax>(_ value: inout S) throws(SyntaxError)
  /// A structure inside this one, for the path of errors and the nesting of traces.
  mutating func structure(_ name: StaticString, _ body: (inout Self) throws(SyntaxError) -> Void) throws(SyntaxError)
  /// A region whose size in bytes stands before it. `body` names all of it: where the specification leaves room for more, it ends
  /// with `rest`. Bits that no element claims are an error, for the model could not give them back.
  mutating func sized(_ size: SizeCoding, _ body: (inout Self) throws(SyntaxError) -> Void) throws(SyntaxError)
  /// A region whose size stands before it in one to four bytes of seven bits each, the highest bit of each saying that another
  /// follows (ISO/IEC 14496-1, 8.3.3). `taken`: how many bytes the size takes, which may be more than it needs.
  mutating func expandable(
    _ name: StaticString, _ taken: inout UInt8, _ body: (inout Self) throws(SyntaxError) -> Void
  ) throws(SyntaxError)
  /// The region ends here: bits that are left are an error.
  mutating func regionEnd(_ name: StaticString) throws(SyntaxError)
  /// more_rbsp_data( ) (H.264 7.2): whether anything stands before the trailing bits. `held`: whether the model goes on.
  mutating func moreRBSPData(_ held: Bool) throws(SyntaxError) -> Bool
  /// Whether any byte is left in the region. `held`: whether the model goes on.
  mutating func moreBytes(_ held: Bool) -> Bool
  /// All bits up to the trailing bits: extension data flags, extensions nobody knows.
  mutating func rbspRest(_ name: StaticString, _ value: inout BitString) throws(SyntaxError)
  /// Whether the region has at least `atLeast` bits left and `bits` of them (1 to 57), behind the first `ahead`, are `pattern`: for
  /// the few parts that announce themselves by a code word and not by a flag. `held`: whether the model goes on.
  mutating func upcoming(_ pattern: UInt64, bits: Int, ahead: Int, atLeast: Int, _ held: Bool) -> Bool
  /// rbsp_trailing_bits( ) (H.264 7.3.2.11): a one, then zeros up to a byte. Bytes that follow are kept, and a reader
  /// records a finding: no structure that ends with trailing bits of its own may have any.
  mutating func rbspTrailingBits(_ trailing: inout [UInt8]) throws(SyntaxError)
  /// The end of an SEI payload (H.264 7.3.2.3.1, H.265 D.2.1): nothing where the payload ends with a byte, else a one and zeros up to
  /// the byte. `tail` holds what is neither; `always`: the payload has an extension, behind which the one must stand in any case.
  mutating func payloadTrailingBits(_ tail: inout BitString, always: Bool) throws(SyntaxError)
  /// byte_aligned( ).
  var isByteAligned: Bool { get }
  /// One way to understand the bits and, where they contradict it, another that keeps them all the same. `held`: whether the model
  /// holds what `body` names. A reader that has to take the other way goes back to where it was and records the error as a finding
  /// under every policy, for nothing is lost by it; a generator draws what `body` names.
  mutating func attempt<V>(
    _ held: Bool, _ value: inout V, _ body: (inout Self, inout V) throws(SyntaxError) -> Void,
    otherwise: (inout Self, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError)

  // MARK: For the words below

  /// A reader refuses a count that the bits left cannot hold, before anything is allocated.
  mutating func _require(_ name: StaticString, count: Int, atLeast bits: Int) throws(SyntaxError)
  /// A reader refuses a model that takes too much memory beyond the bytes that it is read from.
  mutating func _hold(_ name: StaticString, _ bytes: Int) throws(SyntaxError)
  /// How many elements of `bytes` bytes fill the region, of a list that goes to its end; `held` is how many the model has.
  mutating func _fitting(_ held: Int, bytes: Int) -> Int
  /// A generator says how long an open-ended list shall be; the others follow the bits or the model.
  mutating func _openLength(_ held: Int) -> Int?
  /// The error of a model that contradicts itself, at this place.
  func _inconsistent(_ name: StaticString, _ why: String) -> SyntaxError
  /// The error of bits that contradict the specification, at this place.
  func _malformed(_ name: StaticString, _ reason: SyntaxError.Reason) -> SyntaxError
}

extension ElementCoder {
  @inlinable @inline(__always) public mutating func _hold(_ name: StaticString, _ bytes: Int) throws(SyntaxError) {}
}

/// How the size of a region is coded in front of it.
public enum SizeCoding: Sendable {
  /// An unsigned number of `bits` bits that counts the region's bytes and `adding` more.
  case u(StaticString, bits: Int, adding: Int = 0)
  /// A run of bytes 0xFF, 255 each, and a last one that is smaller.
  case ff(StaticString)
}
