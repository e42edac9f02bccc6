import BitstreamKit
import NALKit

extension AVCDecoderConfigurationRecord {
  /// Creates a record from the parameter sets among `units`, whole NAL units in stream order. Repeated units are stored once; if several
  /// sets share an id but differ in content, the last one is stored, because a record holds one set per id.
  ///
  /// Picture parameter sets are not required, and of them only the id is parsed: those of a stream may be damaged, or come with its samples.
  /// - Throws: if there is no sequence parameter set, one of them or the id of another set cannot be parsed, or there are more sets than a
  ///   record can hold.
  public init(parameterSetsOf units: [[UInt8]], lengthSize: NALLengthSize = .four) throws(SyntaxError) {
    var (sequence, picture, extensions) = (NumberedUnits(), NumberedUnits(), NumberedUnits())
    for unit in units {
      switch (unit.first ?? 0) & 31 {
      case 7: sequence.insert(unit, try Self.number(unit, after: 4))
      case 8: picture.insert(unit, try Self.number(unit, after: 1))
      case 13: extensions.insert(unit, try Self.number(unit, after: 1))
      default: break
      }
    }
    try self.init(
      sequenceParameterSets: sequence.units, pictureParameterSets: picture.units, sequenceParameterSetExts: extensions.units,
      lengthSize: lengthSize)
    if sequence.units.count > 31 || picture.units.count > 255 {
      throw SyntaxError(
        .inconsistent("\(sequence.units.count) sequence and \(picture.units.count) picture parameter sets, maximum 31 and 255"),
        element: "numOfSequenceParameterSets")
    }
  }

  /// Reads the id of a parameter set, the first `ue(v)` after `bytes` whole bytes (header and fixed-length elements).
  private static func number(_ unit: [UInt8], after bytes: Int) throws(SyntaxError) -> UInt32 {
    var rbsp: [UInt8] = []
    _ = EmulationPrevention.removing(from: unit, 0..<min(unit.count, 24), into: &rbsp)
    var reader = BitReader(rbsp, min(bytes, rbsp.count)..<rbsp.count)
    var number: UInt32 = 0
    try reader.ue("parameter_set_id", &number)
    return number
  }
}

/// Units with unique ids, in order of first appearance.
private struct NumberedUnits {
  var units: [[UInt8]] = []
  var numbers: [UInt32] = []

  mutating func insert(_ unit: [UInt8], _ number: UInt32) {
    if let index = numbers.firstIndex(of: number) {
      units[index] = unit
    } else {
      units.append(unit)
      numbers.append(number)
    }
  }
}
