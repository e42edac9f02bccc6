import BitstreamKit
import RemuxKit
import NALKit

/// What a unit is to the order of units in an access unit.
enum UnitRole {
  /// A slice, or what follows slices.
  case picture
  /// What begins an access unit or precedes its slices.
  case head
  case delimiter
  /// The end of the stream.
  case end

  init(_ unit: AnnexBUnit, _ codec: VideoCodec) {
    let first = unit.headByte(0) ?? 0
    switch codec {
    case .h264:
      switch codec.unitType(first) {
      case 9: self = .delimiter
      case 11: self = .end
      case 6, 7, 8, 14...18: self = .head
      default: self = .picture
      }
    case .hevc:
      switch codec.unitType(first) {
      case 35: self = .delimiter
      case 37: self = .end
      case 32...34, 39, 41...44, 48...55: self = .head
      default: self = .picture
      }
    }
  }
}
