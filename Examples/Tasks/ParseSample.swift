import BitstreamKit
import H264Kit
import NALKit

/// Prints the units of a sample in the form that VideoToolbox delivers: parameter sets from the format description, and a block buffer
/// of NAL units with lengths of four bytes.
func printSample(_ sample: some Collection<UInt8>, parameterSets: [[UInt8]]) throws {
  var sets = ParameterSets()
  for set in parameterSets { sets.update(with: try NALUnit(parsing: set, sets: sets)) }
  print("picture size:", sets.firstSeqParameterSet?.croppedSize ?? "unknown")

  let sample = Array(sample)
  let units = LengthPrefixed(sample, lengthSize: 4)
  if let error = units.error { print("the sample is damaged:", error) }
  for unit in units {
    let parsed = try NALUnit(parsing: Array(unit.bytes), sets: sets)
    if case .slice(let slice) = parsed.payload {
      print("slice at \(unit.range):", slice.sliceHeader.sliceType)
    } else {
      print("unit of type \(parsed.header.nalUnitType) at \(unit.range)")
    }
  }
  print("as a byte stream: \(try annexB(fromAVCC: sample).count) bytes")
}
