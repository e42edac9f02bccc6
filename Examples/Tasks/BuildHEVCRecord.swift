import BitstreamKit
import HEVCKit
import NALKit

/// Returns the `hvcC` of an H.265 byte stream.
func hevcConfigurationRecord(of stream: [UInt8]) throws -> [UInt8] {
  let units = AnnexB(stream).map { Array($0.bytes) }
  let record = try HEVCDecoderConfigurationRecord(parameterSetsOf: units)
  print(record.codecString(), "with", record.arrays.count, "arrays of parameter sets")
  return try record.encoded()
}
