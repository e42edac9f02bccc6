import BitstreamKit
import NALKit

/// NAL units with the prefixes of a framing.
/// - Parameter isParameterSet: whether a unit with this first byte needs a start code of 4 bytes.
public func framed(
  _ units: [[UInt8]], _ framing: NALFraming, isParameterSet: (UInt8) -> Bool = { _ in false }
) throws(SyntaxError) -> [UInt8] {
  var bytes: [UInt8] = []
  for (place, unit) in units.enumerated() {
    try framing.appendPrefix(of: UInt64(unit.count), isFirst: place == 0 || unit.first.map(isParameterSet) == true, to: &bytes)
    bytes += unit
  }
  return bytes
}
