import BitstreamKit

/// The bytes that a probe reads: in order, and at any offset if the input is seekable.
///
/// A class of closures, so that files, pipes and memory share the code of every probe.
public final class ProbeInput: ByteSource {
  /// The name used in messages and documents.
  public let name: String
  /// Whether the input can be read at any offset.
  public let isSeekable: Bool
  /// The number of bytes; 0 if the input is not seekable.
  public let byteCount: UInt64
  /// What was found wrong as the input was opened: findings of every answer about it.
  package var problems: [String] = []
  /// Whether it may be a part of a presentation: segments after their initialization segment. An input that reads another one is so, too.
  package var isPart = false
  /// Whether it comes from a pipe, also if it can be read at any offset because it was copied. An input that reads another one does, too.
  package var isPiped = false
  /// The names of the files that it consists of, and where they begin; empty for a single file. An input that reads another one has them, too.
  package var segments: [(name: String, offset: UInt64)] = []
  /// The number of bytes read in order or skipped.
  public private(set) var position: UInt64 = 0
  /// Reads at an offset; nil if the input is not seekable.
  private let readBytes: ((UInt64, Int, inout [UInt8]) throws(ByteError) -> Void)?
  /// Reads at an offset, or in order if the input is not seekable, into the start of an array whose size is kept, and returns the number
  /// of bytes; nil to read through `readBytes`.
  private let readPart: ((UInt64, inout [UInt8]) throws(ByteError) -> Int)?
  /// Bytes peeked from a pipe and not read yet.
  private var ahead: [UInt8] = []

  /// Creates a seekable input.
  public init(_ source: AnyByteSource, name: String) {
    self.name = name
    isSeekable = true
    byteCount = source.byteCount
    readBytes = { (offset, count, buffer) throws(ByteError) in try source.read(at: offset, count: count, into: &buffer) }
    readPart = nil
  }

  /// Creates a seekable input.
  public convenience init<Source: ByteSource>(_ source: Source, name: String) { self.init(AnyByteSource(source), name: name) }

  /// Creates a seekable input that fills chunks without resizing them.
  /// - Parameter readPart: reads the bytes at an offset into the start of its argument, whose size it keeps, and returns their number.
  public init(
    _ source: AnyByteSource, name: String, readPart: @escaping (UInt64, inout [UInt8]) throws(ByteError) -> Int
  ) {
    self.name = name
    isSeekable = true
    byteCount = source.byteCount
    readBytes = { (offset, count, buffer) throws(ByteError) in try source.read(at: offset, count: count, into: &buffer) }
    self.readPart = readPart
  }

  /// Creates an input that is read in order.
  /// - Parameter read: reads the next bytes into the start of its argument, and returns their number; 0 at the end.
  public init(name: String, read: @escaping (inout [UInt8]) throws(ByteError) -> Int) {
    self.name = name
    isSeekable = false
    byteCount = 0
    readBytes = nil
    readPart = { (_, buffer) throws(ByteError) in try read(&buffer) }
  }

  /// Creates an input that reads another one, of which nothing has been read.
  /// - Parameters:
  ///   - name: the name used in messages and documents; nil for that of the input.
  ///   - observe: called with the number of bytes of each read.
  public convenience init(_ input: ProbeInput, name: String? = nil, observe: @escaping (UInt64) -> Void) {
    let name = name ?? input.name
    guard input.isSeekable else {
      self.init(name: name) { (buffer) throws(ByteError) in
        let count = try input.read(into: &buffer)
        observe(UInt64(count))
        return count
      }
      return
    }
    let source = AnyByteSource(ObservedSource(source: input, observe: observe))
    if let readPart = input.readPart {
      self.init(source, name: name) { (offset, buffer) throws(ByteError) in
        let count = try readPart(offset, &buffer)
        observe(UInt64(count))
        return count
      }
    } else {
      self.init(source, name: name)
    }
    (isPart, isPiped, segments) = (input.isPart, input.isPiped, input.segments)
  }

  /// Returns the next bytes without consuming them: `count` of them, or fewer at the end of the input.
  public func peek(_ count: Int) throws(ByteError) -> [UInt8] {
    var bytes: [UInt8] = []
    if isSeekable {
      try read(at: position, count: count, into: &bytes)
      return bytes
    }
    while ahead.count < count {
      bytes = [UInt8](repeating: 0, count: count - ahead.count)
      let got = try readPart?(position, &bytes) ?? 0
      if got == 0 { break }
      ahead.append(contentsOf: bytes[..<got])
    }
    return Array(ahead.prefix(count))
  }

  /// Reads the next bytes into the start of `buffer`, at most `buffer.count`.
  /// - Returns: the number of bytes; 0 at the end.
  public func read(into buffer: inout [UInt8]) throws(ByteError) -> Int {
    var count = min(ahead.count, buffer.count)
    if count > 0 {
      buffer.replaceSubrange(..<count, with: ahead[..<count])
      ahead.removeSubrange(..<count)
    } else if let readPart {
      count = try readPart(position, &buffer)
    } else {
      // A source resizes the array to the bytes read; callers expect the size they passed.
      let size = buffer.count
      try read(at: position, count: size, into: &buffer)
      count = buffer.count
      if count < size { buffer += [UInt8](repeating: 0, count: size - count) }
    }
    position += UInt64(count)
    return count
  }

  /// Skips the next `count` bytes, as far as the input has them.
  /// - Returns: the number of bytes skipped; 0 if the input is not seekable.
  public func skip(_ count: UInt64) -> UInt64 {
    if !isSeekable || position >= byteCount { return 0 }
    let possible = min(count, byteCount - position)
    position += possible
    return possible
  }

  public func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    if let readBytes { return try readBytes(offset, count, &buffer) }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// A source that reports the size of each read.
private struct ObservedSource: ByteSource {
  let source: ProbeInput
  let observe: (UInt64) -> Void

  var byteCount: UInt64 { source.byteCount }

  func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    try source.read(at: offset, count: count, into: &buffer)
    observe(UInt64(buffer.count))
  }
}
