import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit
import NALKit

/// The configuration and framing of a sample description.
package struct MediaSampleDescription: Sendable {
  /// The codec configuration.
  package var configuration = MediaConfiguration.none
  /// How NAL units are delimited in the samples.
  package var framing = MediaFraming.opaque
  /// File offset of the configuration record.
  var offset: UInt64 = 0
  /// The first array of an H.265 record that is of further layers, and the file offset of their record; nil without such layers.
  private var layers: (first: Int, offset: UInt64)?

  init() {}

  init(_ record: AVCDecoderConfigurationRecord, at offset: UInt64) {
    configuration = .avc(record)
    framing = .lengthPrefixed(record.lengthSize)
    self.offset = offset
  }

  init(_ record: HEVCDecoderConfigurationRecord, at offset: UInt64) {
    configuration = .hevc(record)
    framing = .lengthPrefixed(record.lengthSize)
    self.offset = offset
  }

  init<Source: ByteSource>(_ description: SampleDescription, in tree: BoxTree<Source>) {
    func place(_ type: FourCC) -> UInt64 { tree.child(type, of: description.node).map { tree.nodes[$0].place.payloadOffset } ?? 0 }
    self.init()
    if let avc = description.avc {
      self.init(avc, at: place("avcC"))
    } else if let hevc = description.hevc, let record = description.layeredHEVC {
      self.init(record, at: place("hvcC"))
      if record.arrays.count > hevc.arrays.count { layers = (hevc.arrays.count, place("lhvC")) }
    } else if let aac = description.audioSpecificConfig {
      configuration = .aac(aac)
    } else if let type = BoxedConfiguration.boxType(of: MediaCodec(sampleEntry: description.codec)),
      let child = tree.child(type, of: description.node)
    {
      var copy = tree
      if let payload = try? copy.payload(of: child, limit: 1 << 16) { configuration = .box(type, payload) }
      offset = tree.nodes[child].place.payloadOffset
    }
  }

  /// The NAL units of the record, each with the file offset of its 16-bit nalUnitLength. H.265 units are sorted VPS, SPS, PPS, then others,
  /// so that each follows the sets it refers to.
  var units: [(offset: UInt64, bytes: [UInt8])] {
    var place = offset
    var found: [(offset: UInt64, bytes: [UInt8])] = []
    func add(_ units: [[UInt8]], after fields: UInt64) {
      place &+= fields
      for unit in units {
        found.append((place, unit))
        place &+= 2 + UInt64(unit.count)
      }
    }
    switch configuration {
    case .avc(let record):
      add(record.sequenceParameterSets, after: 6)
      add(record.pictureParameterSets, after: 1)
      if let high = record.highProfileExtension { add(high.sequenceParameterSetExts, after: 4) }
    case .hevc(let record):
      place &+= 23
      for (index, array) in record.arrays.enumerated() {
        // The fields of LHEVCConfigurationBox precede its arrays.
        if let layers, index == layers.first { place = layers.offset &+ 6 }
        add(array.nalUnits, after: 3)
      }
      let rank: (UInt8) -> UInt8 = { first in VideoCodec.hevc.isParameterSet(first) ? VideoCodec.hevc.unitType(first) : 63 }
      found =
        (32...34 as ClosedRange<UInt8>).flatMap { type in found.filter { rank($0.bytes.first ?? 0) == type } }
        + found.filter { rank($0.bytes.first ?? 0) == 63 }
    case .none, .aac, .box: break
    }
    return found
  }
}
