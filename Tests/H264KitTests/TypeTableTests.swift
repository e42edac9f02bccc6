import BitstreamKit
import H264Kit
import TestSupport
import Testing
import NALKit

/// Type numbers with a structure: removing a line from a table fails a test.
@Suite struct TypeTableTests {
  static let payloadTypes: Set<UInt32> = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 14, 15, 16, 17, 19, 20, 21, 23, 45, 47, 56, 137, 144, 147, 148,
  ]

  private static var sets: ParameterSets {
    var sets = ParameterSets()
    var sps = SeqParameterSet()
    sps.log2MaxPicOrderCntLsbMinus4 = 0
    sets.insert(sps)
    sets.insert(PicParameterSet())
    return sets
  }

  @Test func payloadTypesHaveAStructure() {
    for type in 0...400 as ClosedRange<UInt32> { #expect(SEIPayload.isTyped(type) == Self.payloadTypes.contains(type), "\(type)") }
  }

  /// Some bytes of each type are parsed as the structure that the type's name suggests. `pic_timing` has no elements without a VUI.
  @Test(arguments: payloadTypes.subtracting([1]).sorted()) func payloadTypesAreRead(type: UInt32) throws {
    let name = try #require(SEIPayloadType(rawValue: type).name?.description)
    var generator = Generator(seed: UInt64(type))
    for round in 0..<4000 {
      let payload = (0..<round % 40).map { _ in UInt8(truncatingIfNeeded: generator.next() & (round % 3 == 0 ? 0xFF : 0x93)) }
      let unit = EmulationPrevention.adding(to: [6, UInt8(type), UInt8(payload.count)] + payload + [0x80])
      let log = TraceLog()
      let traced = NALUnit.trace(unit, sets: Self.sets, into: log)
      guard case .sei(let sei)? = traced.unit?.payload, sei.messages.first?.payload.isOther == false else { continue }
      let isNamed = log.rows.contains { $0.path.contains(name) }
      if isNamed { return }
      if payload.isEmpty, type == 14 { return }
    }
    Issue.record("no bytes are \(name)")
  }

  /// Types 20 and 21 have a structure with the header selected by `svc_extension_flag` and `avc_3d_extension_flag`.
  @Test func unitTypesHaveAStructure() {
    let typed: Set<UInt8> = Set(1...15).union([19])
    for type in 0...31 as ClosedRange<UInt8> {
      let header = NALUnitHeader(firstByte: 0x60 | type)
      #expect(NALUnitPayload.isTyped(header) == typed.contains(type), "\(type)")
    }
    var view = NALUnitHeader(firstByte: 0x74)
    view.mvcExtension = .init()
    #expect(NALUnitPayload.isTyped(view))
    view.nalUnitType = 21
    #expect(NALUnitPayload.isTyped(view))
  }

  /// The content of the smallest unit of each type.
  @Test(
    arguments: [
      (2, "partitionA"), (3, "partitionBC"), (4, "partitionBC"), (1, "slice"), (5, "slice"), (19, "slice"), (6, "sei"),
      (7, "seqParameterSet"), (8, "picParameterSet"), (9, "accessUnitDelimiter"), (10, "endOfSequence"), (11, "endOfStream"),
      (12, "fillerData"), (13, "seqParameterSetExtension"), (14, "prefix"), (15, "subsetSeqParameterSet"),
    ] as [(UInt8, String)])
  func unitTypesAreRead(type: UInt8, name: String) throws {
    var generator = Generator(seed: UInt64(type))
    for round in 0..<20000 {
      let count = type == 10 || type == 11 ? 0 : round % 24 + 1
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      let ending: [UInt8] = type == 10 || type == 11 ? [] : [0x80]
      let start: [UInt8] = type == 7 || type == 15 ? [type == 7 ? 66 : 83, 0, 30] : type == 12 ? [0xFF] : []
      let body = type == 12 ? [] : type == 6 ? [] : bytes
      let unit = EmulationPrevention.adding(to: [0x60 | type] + (type == 6 ? [5, 0] : start) + body + ending)
      guard let outcome = try? readUnit(unit, sets: Self.sets), !outcome.unit.payload.isOther else { continue }
      #expect("\(outcome.unit.payload)".hasPrefix(name), "\(outcome.unit.payload)")
      return
    }
    Issue.record("no bytes are a unit of type \(type)")
  }
}
