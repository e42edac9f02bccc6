import BitstreamKit
import NALKit

/// Converts access units to samples: replaces start codes with lengths and removes parameter sets, delimiters and filler.
struct SampleMaker {
  private let conversion: AccessUnitConversion
  private(set) var bytes: [UInt8] = []

  init(_ codec: VideoEncoderSettings.Codec) {
    conversion = UnitFilter.intoSamples(codec).conversion(into: .lengths(.four))
  }

  mutating func make(_ unit: EncodedAccessUnit) throws(EncoderError) {
    bytes.removeAll(keepingCapacity: true)
    do throws(SyntaxError) { try conversion.appendAnnexB(unit.data, 0..<unit.data.count, to: &bytes) } catch {
      throw .malformed(error.description)
    }
  }
}
