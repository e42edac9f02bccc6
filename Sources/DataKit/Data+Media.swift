import BitstreamKit
import NALKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// `AnnexB(data)` and `LengthPrefixed(data)` need no declarations here: they take any collection of bytes.

/// Converts a sample of MP4 or FLV to a byte stream: each length field becomes a start code of four bytes. Empty units are dropped.
/// - Parameter lengthSize: the size of the length fields; that of a record is its `lengthSize`.
/// - Throws: if the sample ends inside a unit or a length field.
public func annexB(fromAVCC sample: Data, lengthSize: NALLengthSize = .four) throws(SyntaxError) -> Data {
  Data(try annexB(fromAVCC: [UInt8](sample), lengthSize: lengthSize))
}

/// Converts an access unit of a byte stream to a sample of MP4 or FLV: each start code becomes a length field; zeros after units are
/// dropped. All units are kept, delimiters and parameter sets too.
/// - Parameter lengthSize: the size of the length fields.
/// - Throws: if the bytes do not begin with a start code, a unit is too long for its length field, or the size is 3, which is reserved.
public func avcc(fromAnnexB stream: Data, lengthSize: NALLengthSize = .four) throws(SyntaxError) -> Data {
  Data(try avcc(fromAnnexB: [UInt8](stream), lengthSize: lengthSize))
}

extension Syntax {
  /// Reads the structure from the first of `data`; later bytes are left alone.
  /// - Parameter offset: the file offset of the data, for errors.
  /// - Throws: where the bytes end too early or contradict the specification.
  public init(parsing data: Data, at offset: UInt64? = nil) throws(SyntaxError) { try self.init(parsing: [UInt8](data), at: offset) }

  /// The structure's own bytes; a last byte that is not full is filled with zero bits.
  /// - Throws: where the model contradicts itself or the specification.
  public func encodedData() throws(SyntaxError) -> Data { Data(try encoded()) }
}

extension MemoryOutput {
  /// The bytes written so far.
  public var data: Data { Data(bytes) }
}

/// A source of bytes in `Data`, which may be mapped (`Data(contentsOf:options: .mappedIfSafe)`): only the windows that are read are copied.
public struct DataSource: ByteSource, Sendable {
  /// The bytes.
  public let data: Data

  /// Creates a source of all of `data`.
  public init(_ data: Data) { self.data = data }

  /// The number of bytes.
  public var byteCount: UInt64 { UInt64(data.count) }

  /// Replaces the contents of `buffer` with the bytes at `offset`: `count` of them, or fewer at the end of the data.
  public func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    buffer.removeAll(keepingCapacity: true)
    guard let offset = Int(exactly: offset), offset < data.count, count > 0 else { return }
    let first = data.startIndex + offset
    buffer.append(contentsOf: data[first..<first + min(count, data.count - offset)])
  }
}
