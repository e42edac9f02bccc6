import AACKit
import BitstreamKit
import H264Kit
import HEVCKit

/// What a decoder has to know before the first sample.
public enum MediaConfiguration: Equatable, Sendable {
  /// Nothing, or nothing that this toolkit reads.
  case none
  /// Parameter sets of H.264.
  case avc(AVCDecoderConfigurationRecord)
  /// Parameter sets of H.265.
  case hevc(HEVCDecoderConfigurationRecord)
  /// Of AAC.
  case aac(AudioSpecificConfig)
  /// Of a codec whose samples go as they are: what an MP4 has in a box of this type, behind the box's header.
  case box(FourCC, [UInt8])

  /// The record of parameter sets that are given as whole NAL units, in their order; `none` where they make no record.
  public init(parameterSets units: [[UInt8]], of codec: VideoCodec) {
    self = .none
    switch codec {
    case .h264: if let record = try? AVCDecoderConfigurationRecord(parameterSetsOf: units) { self = .avc(record) }
    case .hevc:
      let (vps, sps, pps) = (Self.units(units, of: 32), Self.units(units, of: 33), Self.units(units, of: 34))
      if let record = try? HEVCDecoderConfigurationRecord(videoParameterSets: vps, seqParameterSets: sps, picParameterSets: pps) {
        self = .hevc(record)
      }
    }
  }

  /// Units of a type of H.265, each once.
  private static func units(_ units: [[UInt8]], of type: UInt8) -> [[UInt8]] {
    var found: [[UInt8]] = []
    for unit in units where (unit.first ?? 0) >> 1 & 63 == type && !found.contains(unit) { found.append(unit) }
    return found
  }

  /// The size of the pictures behind cropping, by the first sequence parameter set; nil where there is none.
  public var pictureSize: PictureSize? {
    switch self {
    case .avc(let record): record.parameterSets().sets.firstSeqParameterSet?.croppedSize
    case .hevc(let record): record.parameterSets().sets.firstSeqParameterSet?.croppedSize
    case .none, .aac, .box: nil
    }
  }

  /// The parameter sets as whole NAL units, in the order in which a stream would have them.
  public var parameterSetUnits: [[UInt8]] {
    switch self {
    case .avc(let record):
      record.sequenceParameterSets + (record.highProfileExtension?.sequenceParameterSetExts ?? []) + record.pictureParameterSets
    case .hevc(let record): record.nalUnits(of: .vps) + record.nalUnits(of: .sps) + record.nalUnits(of: .pps)
    case .none, .aac, .box: []
    }
  }
}
