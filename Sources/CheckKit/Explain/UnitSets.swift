import BitstreamKit
import H264Kit
import HEVCKit
import NALKit
import RemuxKit

/// The parameter sets before a unit.
struct UnitSets {
  let codec: VideoCodec
  private(set) var h264 = H264Kit.ParameterSets()
  private(set) var hevc = HEVCKit.ParameterSets()

  init(_ codec: VideoCodec) { self.codec = codec }

  /// Keeps a unit that is a parameter set.
  mutating func take(_ unit: [UInt8]) {
    guard let first = unit.first, isSet(first) else { return }
    switch codec {
    case .h264:
      if let read = try? H264Kit.NALUnit(parsing: unit, sets: h264, policy: .lenient) { h264.update(with: read) }
    case .hevc:
      if let read = try? HEVCKit.NALUnit(parsing: unit, sets: hevc, policy: .lenient) { hevc.update(with: read) }
    }
  }

  /// Whether a unit of this first byte is a parameter set.
  func isSet(_ first: UInt8) -> Bool {
    codec.isParameterSet(first) || codec.isSubsetParameterSet(first)
  }

  /// The name of a unit's type, as `nalu` writes it.
  func typeName(_ first: UInt8) -> StaticString {
    switch codec {
    case .h264: H264Kit.NALUnitType(firstByte: first).abbreviation
    case .hevc: HEVCKit.NALUnitType(firstByte: first).name
    }
  }
}
