import BitstreamKit
import H264Kit
import NALKit

/// Returns the `avcC` of a byte stream: what a decoder or a sample entry needs to know before the first picture.
func configurationRecord(of stream: [UInt8]) throws -> [UInt8] {
  let units = AnnexB(stream).map { Array($0.bytes) }
  let record = try AVCDecoderConfigurationRecord(parameterSetsOf: units, lengthSize: 4)
  print(record.codecString, "with", record.sequenceParameterSets.count, "SPS and", record.pictureParameterSets.count, "PPS")
  return try record.encoded()
}
