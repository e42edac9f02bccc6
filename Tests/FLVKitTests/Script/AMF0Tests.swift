import BitstreamKit
import FLVKit
import TestSupport
import Testing

/// Generates values of every type; `last` allows values that nothing can follow.
struct AMF0Builder {
  var generator: Generator

  mutating func value(_ depth: Int, last: Bool) -> AMF0Value {
    switch generator.upTo(depth > 4 ? 15 : 22) {
    case 0: return .number(AMF0Number(Double(bitPattern: generator.next())))
    case 1: return .boolean(UInt8(truncatingIfNeeded: generator.next()))
    case 2: return .string(string())
    case 3: return .movieClip
    case 4: return .null
    case 5: return .undefined
    case 6: return .reference(UInt16(truncatingIfNeeded: generator.next()))
    case 7: return .objectEnd
    case 8:
      var date = AMF0Date()
      date.dateTime.bitPattern = generator.next()
      date.localDateTimeOffset = Int16(truncatingIfNeeded: generator.next())
      return .date(date)
    case 9: return .longString(string())
    case 10: return .unsupported
    case 11: return .recordSet
    case 12: return .xmlDocument(string())
    case 13 where last: return .avmPlus((0..<generator.upTo(5)).map { UInt8($0) })
    case 13...16: return .number(1)
    case 17, 18: return .object(object(depth, last: last))
    case 19:
      var array = AMF0ECMAArray()
      array.ecmaArrayLength = UInt32(truncatingIfNeeded: generator.next())
      array.variables = object(depth, last: last)
      return .ecmaArray(array)
    case 20:
      var typed = AMF0TypedObject()
      typed.className = string()
      typed.properties = object(depth, last: last)
      return .typedObject(typed)
    default:
      let count = Int(generator.upTo(3))
      return .strictArray((0..<count).map { value(depth + 1, last: last && $0 == count - 1) })
    }
  }

  private mutating func object(_ depth: Int, last: Bool) -> AMF0Object {
    var object = AMF0Object()
    object.isTerminated = !last || generator.upTo(1) == 0
    let count = Int(generator.upTo(3))
    for index in 0..<count {
      var property = AMF0Property(string(), value(depth + 1, last: !object.isTerminated && index == count - 1))
      if property == .end { property.propertyName = "x" }
      object.properties.append(property)
    }
    return object
  }

  mutating func string() -> AMF0String {
    AMF0String(bytes: (0..<generator.upTo(4)).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
  }
}

@Test func amf0Laws() { checkLaws(AMF0Value.self) }

@Test(arguments: 0..<1000 as Range<UInt64>) func everyTypeGivesItsOwnBytes(_ seed: UInt64) throws {
  var builder = AMF0Builder(generator: Generator(seed: seed))
  let value = builder.value(0, last: true)
  let bytes = try value.encoded()
  #expect(try AMF0Value(parsing: bytes) == value)
  for length in 0..<bytes.count {
    let prefix = Array(bytes[..<length])
    // A prefix is an error, or an object without its end that encodes to the same bytes.
    if let read = try? AMF0Value(parsing: prefix) { #expect(try read.encoded() == Array(prefix.prefix(try read.encoded().count))) }
  }
  let log = AMF0Value.trace(bytes)
  #expect(log.error == nil)
  if let last = log.rows.last { #expect(last.element.bitOffset + last.element.bitLength == bytes.count * 8) }
}

@Test(arguments: 0..<300 as Range<UInt64>) func damageIsAnErrorOrAValueThatGivesItsBytes(_ seed: UInt64) throws {
  var builder = AMF0Builder(generator: Generator(seed: seed))
  let bytes = try builder.value(0, last: true).encoded()
  for bit in 0..<bytes.count * 8 {
    var damaged = bytes
    damaged[bit / 8] ^= 0x80 >> UInt8(bit % 8)
    guard let read = try? AMF0Value(parsing: damaged) else { continue }
    let again = try read.encoded()
    #expect(again == Array(damaged.prefix(again.count)))
  }
}

@Test func nansAndNegativeZeroAreKept() throws {
  for text in ["00 7FF8000000000001", "00 FFF0000000000123", "00 8000000000000000", "00 7FF0000000000000"] {
    let value = try AMF0Value(parsing: hex(text))
    #expect(value == value)
    #expect(try value.encoded() == hex(text))
  }
  #expect(AMF0Value.number(0.0) != AMF0Value.number(-0.0))
}

@Test func stringsHoldAnyBytes() throws {
  let value = try AMF0Value(parsing: hex("02 0003 61FF62"))
  #expect(value.string?.bytes == [0x61, 0xFF, 0x62] && value.string?.text == "a\u{FFFD}b")
  #expect(try AMF0Value.string("é").encoded() == hex("02 0002 C3A9"))
  var tooLong = AMF0Value.string(AMF0String(bytes: [UInt8](repeating: 0x61, count: 65536)))
  #expect(throws: SyntaxError.self) { try tooLong.encoded() }
  tooLong = .longString(tooLong.string ?? "")
  #expect(try tooLong.encoded().count == 65541)
}

@Test func anECMAArraysCountMayDisagree() throws {
  let bytes = hex("08 000000FF 0001 61 05 0000 09")
  let value = try AMF0Value(parsing: bytes)
  guard case .ecmaArray(let array) = value else { return #expect(Bool(false)) }
  #expect(array.ecmaArrayLength == 255 && array.variables.properties == [AMF0Property("a", .null)])
  #expect(try value.encoded() == bytes)
}

@Test func anObjectMayEndWithItsTag() throws {
  let bytes = hex("03 0001 61 05")
  let value = try AMF0Value(parsing: bytes)
  #expect(value.object?.isTerminated == false && value.object?["a"] == .null)
  #expect(try value.encoded() == bytes)
  // Neither another value nor AMF 3 data can follow such an object.
  #expect(throws: SyntaxError.self) { try AMF0Value.strictArray([value, .null]).encoded() }
  #expect(throws: SyntaxError.self) { try AMF0Value.object(AMF0Object([AMF0Property("x", .avmPlus([1]))])).encoded() == [] }
}

@Test func unknownTypesAreRefused() {
  for type in 18...255 as ClosedRange<UInt8> {
    #expect(throws: SyntaxError.self) { try AMF0Value(parsing: [type, 0, 0, 0, 0, 0, 0, 0, 0]) }
  }
}

/// The byte at which reading ends, and the reason.
private func end(of bytes: [UInt8]) throws -> (byte: Int, reason: SyntaxError.Reason) {
  do throws(SyntaxError) { _ = try AMF0Value(parsing: bytes) } catch {
    return ((try #require(error.bitOffset)) / 8, error.reason)
  }
  Issue.record("no error")
  return (bytes.count, .malformed(""))
}

/// Each level of nesting has a few bytes, so that reading ends at the limit of levels, far from the end of 16 MiB.
@Test func deepNestingEndsEarly() throws {
  let size = 16 << 20
  let patterns: [[UInt8]] = [
    [3, 0, 0], [3, 0, 1, 0x61], [8, 0, 0, 0, 1, 0, 0], [10, 0, 0, 0, 1], [10, 0, 0, 0xFF, 0xFF], [16, 0, 0, 0, 0],
    [10, 0xFF, 0xFF, 0xFF, 0xFF],
  ]
  for pattern in patterns {
    var bytes = pattern
    while bytes.count < size { bytes += bytes }
    bytes.removeLast(bytes.count - size)
    let (byte, reason) = try end(of: bytes)
    #expect(byte < 4096, "\(pattern): \(reason) at byte \(byte)")
  }
}

/// A count that the bytes left cannot hold is refused where it stands, before anything is made for it.
@Test func hostileCountsCostNothing() throws {
  for head in ["0A FFFFFFFF", "0C FFFFFFFF", "0F FFFFFFFF", "0A 00FFFFFF", "02 FFFF"] {
    let (byte, reason) = try end(of: hex(head + "0505"))
    #expect(byte <= 5, "\(head): \(reason) at byte \(byte)")
  }
}

@Test func realisticDepthIsRead() throws {
  var value = AMF0Value.number(7)
  for _ in 0..<30 { value = .object(AMF0Object([AMF0Property("a", value)])) }
  #expect(try AMF0Value(parsing: value.encoded()) == value)
}
