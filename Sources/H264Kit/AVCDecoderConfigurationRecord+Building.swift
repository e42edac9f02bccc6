import BitstreamKit

extension AVCDecoderConfigurationRecord {
  /// A record of the parameter sets among whole NAL units of a stream, in the order in which they come. Units that come again are
  /// left out; of sets with the same number and another content the last one counts, for a record can hold only one of them.
  /// - Throws: where there is no sequence parameter set, one of them cannot be read, or there are more than a record can hold.
  public init(parameterSetsOf units: [[UInt8]], lengthSize: NALLengthSize = .four) throws(SyntaxError) {
    var (sequence, picture, extensions) = (NumberedUnits(), NumberedUnits(), NumberedUnits())
    for unit in units {
      switch (unit.first ?? 0) & 31 {
      case 7: sequence.insert(unit, try Self.number(unit, behind: 4))
      case 8: picture.insert(unit, try Self.number(unit, behind: 1))
      case 13: extensions.insert(unit, try Self.number(unit, behind: 1))
      default: break
      }
    }
    try self.init(
      sequenceParameterSets: sequence.units, pictureParameterSets: picture.units, sequenceParameterSetExts: extensions.units,
      lengthSize: lengthSize)
    if sequence.units.count > 31 || picture.units.count > 255 {
      throw SyntaxError(
        .inconsistent("\(sequence.units.count) and \(picture.units.count) parameter sets where 31 and 255 are the most"),
        element: "numOfSequenceParameterSets")
    }
  }

  /// The number that a parameter set begins with, behind its header and whole bytes.
  private static func number(_ unit: [UInt8], behind bytes: Int) throws(SyntaxError) -> UInt32 {
    var rbsp: [UInt8] = []
    _ = EmulationPrevention.removing(from: unit, 0..<min(unit.count, 24), into: &rbsp)
    var reader = BitReader(rbsp, min(bytes, rbsp.count)..<rbsp.count)
    var number: UInt32 = 0
    try reader.ue("parameter_set_id", &number)
    return number
  }
}

/// Units in the order in which their numbers came first.
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
