import BitstreamKit
import H264Kit

/// A unit and what was found in it.
func readUnit(
  _ unit: [UInt8], at offset: UInt64? = nil, sets: ParameterSets, policy: BitReader.Policy = .strict
) throws(SyntaxError) -> (unit: NALUnit, findings: [SyntaxError]) {
  var findings: [SyntaxError] = []
  return (try NALUnit(parsing: unit, sets: sets, policy: policy, fileOffset: offset, findings: &findings), findings)
}
