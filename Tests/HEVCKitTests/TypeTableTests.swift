import BitstreamKit
import HEVCKit
import TestSupport
import Testing
import NALKit

/// Type numbers with a structure: removing a line from a table fails a test.
@Suite struct TypeTableTests {
  static let prefixTypes: Set<UInt32> = [
    0, 1, 2, 3, 4, 5, 6, 9, 15, 16, 17, 19, 23, 45, 47, 56, 128, 129, 130, 131, 134, 135, 136, 137, 141, 144, 147, 148, 149, 165,
  ]
  static let suffixTypes: Set<UInt32> = [3, 4, 5, 17, 132]

  private static var sets: ParameterSets {
    var sets = ParameterSets()
    sets.insert(VideoParameterSet())
    sets.insert(SeqParameterSet())
    sets.insert(PicParameterSet())
    return sets
  }

  @Test func payloadTypesHaveAStructure() {
    for type in 0...400 as ClosedRange<UInt32> {
      #expect(SEIPayload.isTyped(type, isSuffix: false) == Self.prefixTypes.contains(type), "\(type)")
      #expect(SEIPayload.isTyped(type, isSuffix: true) == Self.suffixTypes.contains(type), "\(type)")
    }
  }

  /// Some bytes of each type are parsed as the structure that the type's name suggests. Types that need more than an empty sequence
  /// parameter set have separate tests.
  @Test(arguments: prefixTypes.union(suffixTypes).subtracting([0, 1, 130]).sorted()) func payloadTypesAreRead(type: UInt32) throws {
    let name = try #require(SEIPayloadType(rawValue: type).name?.description)
    var generator = Generator(seed: UInt64(type))
    let first: [UInt8] = Self.prefixTypes.contains(type) ? [39 << 1, 1] : [40 << 1, 1]
    for round in 0..<4000 {
      let payload = (0..<round % 40).map { _ in UInt8(truncatingIfNeeded: generator.next() & (round % 3 == 0 ? 0xFF : 0x93)) }
      let unit = EmulationPrevention.adding(to: first + [UInt8(type), UInt8(payload.count)] + payload + [0x80])
      let log = TraceLog()
      let traced = NALUnit.trace(unit, sets: Self.sets, into: log)
      guard case .sei(let sei)? = traced.unit?.payload, sei.messages.first?.payload.isOther == false else { continue }
      if log.rows.contains(where: { $0.path.contains(name) }) || payload.isEmpty && type == 135 { return }
    }
    Issue.record("no bytes are \(name)")
  }

  @Test func unitTypesHaveAStructure() {
    let typed = Set(0...9 as ClosedRange<UInt8>).union(16...21).union(32...35).union(38...40)
    for type in 0...63 as ClosedRange<UInt8> {
      #expect(NALUnitPayload.isTyped(NALUnitHeader(firstBytes: type << 1, 1)) == typed.contains(type), "\(type)")
    }
  }

  /// The payload of the smallest unit of each type.
  @Test(
    arguments: [
      (0, "sliceSegment"), (1, "sliceSegment"), (9, "sliceSegment"), (19, "sliceSegment"),
      (32, "videoParameterSet"), (34, "picParameterSet"), (35, "accessUnitDelimiter"), (38, "fillerData"),
      (39, "sei"), (40, "sei"),
    ] as [(UInt8, String)])
  func unitTypesAreRead(type: UInt8, name: String) throws {
    let unit: [UInt8]
    switch type {
    case 32: unit = hex("4001 0c01ffff01600000030090000003000003005d959809")
    default:
      let body: [UInt8] =
        switch type {
        case 34: [0xC1, 0x72, 0xB4, 0x62, 0x40]
        case 35: [0x50]
        case 38: [0xFF, 0x80]
        case 39, 40: [5, 0, 0x80]
        default: [0xAF, 0x08, 0x46, 0x80]
        }
      unit = [type << 1, 1] + body
    }
    var findings: [SyntaxError] = []
    let read = try NALUnit(parsing: unit, sets: Self.sets, findings: &findings)
    #expect("\(read.payload)".hasPrefix(name), "\(read.payload) \(findings)")
  }
}
