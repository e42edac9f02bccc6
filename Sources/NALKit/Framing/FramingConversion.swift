import BitstreamKit

/// Converts a sample of MP4 or FLV to a byte stream: each length field becomes a start code of four bytes. Empty units are dropped.
///
/// For streams whose parameter sets are in a record (`avcC`, `hvcC`) and not in the samples, see `AccessUnitConversion`.
/// - Parameter lengthSize: the size of the length fields; that of a record is its `lengthSize`.
/// - Throws: if the sample ends inside a unit or a length field.
public func annexB<Bytes: Collection>(
  fromAVCC sample: Bytes, lengthSize: NALLengthSize = .four
) throws(SyntaxError) -> [UInt8] where Bytes.Element == UInt8 {
  let sample = [UInt8](sample)
  var converter = SampleConverter(.reframing(into: .longStartCodes), lengthSize: lengthSize)
  converter.begin()
  var stream: [UInt8] = []
  stream.reserveCapacity(sample.count)
  try converter.append(sample, 0..<sample.count, to: &stream)
  try converter.end()
  return stream
}

/// Converts an access unit of a byte stream to a sample of MP4 or FLV: each start code becomes a length field; zeros after units are
/// dropped. All units are kept, delimiters and parameter sets too.
/// - Parameter lengthSize: the size of the length fields.
/// - Throws: if the bytes do not begin with a start code, a unit is too long for its length field, or the size is 3, which is reserved.
public func avcc<Bytes: Collection>(
  fromAnnexB stream: Bytes, lengthSize: NALLengthSize = .four
) throws(SyntaxError) -> [UInt8] where Bytes.Element == UInt8 {
  let stream = [UInt8](stream)
  var sample: [UInt8] = []
  sample.reserveCapacity(stream.count)
  try AccessUnitConversion.reframing(into: .lengths(lengthSize)).appendAnnexB(stream, 0..<stream.count, to: &sample)
  return sample
}

extension AccessUnitConversion {
  /// The conversion that keeps all units as they are, of any codec.
  static func reframing(into framing: NALFraming) -> AccessUnitConversion {
    AccessUnitConversion(into: framing, codec: nil)
  }
}
