import BitstreamKit
import NALKit

/// The units of a byte stream and their bytes.
func annexBUnits(of stream: [UInt8]) -> [(AnnexBUnit, [UInt8])] {
  var parser = AnnexBParser()
  var units: [(AnnexBUnit, [UInt8])] = []
  var cursor = 0
  while let unit = parser.next(in: stream, from: &cursor, to: stream.count) ?? parser.finish() {
    units.append((unit, Array(stream[Int(unit.offset)..<Int(unit.offset + unit.length)])))
  }
  return units
}

/// What stream editors are tried with.
/// - Parameter quantiser: the codec's name for the initial quantisation parameter.
func editLists(quantiser: String) -> [[StreamEdit]] {
  let picture = [quantiser, "num_ref_idx_l0_default_active_minus1"].map { StreamEdit(.element(ElementEdit($0, to: 3)), in: .picture) }
  let rate = ExactRatio(30000, 1001).map { [StreamEdit(.frameRate($0))] } ?? []
  return [
    [StreamEdit(.crop(left: 2, right: 4, top: 2, bottom: 8)), StreamEdit(.colour(primaries: 1, transfer: 1, matrix: 1))],
    [StreamEdit(.sampleAspectRatio(width: 40, height: 33))] + rate, picture,
  ]
}

/// The elements of a trace follow one another without gap or overlap.
func checkRows(_ log: TraceLog) throws(Violation) {
  var next = 0
  for row in log.rows {
    let element = row.element
    try demand(element.bitOffset == next, "\(element.fullName) is at bit \(element.bitOffset), the element before it ends at \(next)")
    next = element.bitOffset + element.bitLength
  }
}
