import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

/// The codec configuration a decoder needs before the first sample.
public enum MediaConfiguration: Equatable, Sendable {
  /// None, or a kind that this toolkit does not parse.
  case none
  /// H.264 parameter sets.
  case avc(AVCDecoderConfigurationRecord)
  /// H.265 parameter sets.
  case hevc(HEVCDecoderConfigurationRecord)
  /// AAC configuration.
  case aac(AudioSpecificConfig)
  /// Configuration of a codec whose samples are copied unchanged: type and payload of its MP4 configuration box.
  case box(FourCC, [UInt8])

  /// Builds a configuration record from parameter sets given as whole NAL units, in order; `none` if they do not form a record.
  public init(parameterSets units: [[UInt8]], of codec: VideoCodec) {
    self = .none
    switch codec {
    case .h264: if let record = try? AVCDecoderConfigurationRecord(parameterSetsOf: units) { self = .avc(record) }
    case .hevc: if let record = try? HEVCDecoderConfigurationRecord(parameterSetsOf: units) { self = .hevc(record) }
    }
  }

  /// The picture size after cropping, in pixels, from the first sequence parameter set; nil if there is none.
  public var pictureSize: PictureSize? {
    switch self {
    case .avc(let record): record.parameterSets().sets.firstSeqParameterSet?.croppedSize
    case .hevc(let record): record.parameterSets().sets.firstSeqParameterSet?.croppedSize
    case .none, .aac, .box: nil
    }
  }

  /// Whether H.264 or H.265 can be decoded with the parameter sets: a picture parameter set is there, and the sequence parameter set that it
  /// refers to.
  package var hasUsableSets: Bool {
    switch self {
    case .avc(let record):
      let sets = record.parameterSets().sets
      return (0..<256).contains { sets.sliceContext(NALUnitHeader(), picParameterSetId: $0) != nil }
    case .hevc(let record):
      let sets = record.parameterSets().sets
      return (0..<64).contains { sets.sliceContext(picParameterSetId: $0, layer: 0) != nil }
    case .none, .aac, .box: return false
    }
  }

  /// Whether a record of H.264 or H.265 is damaged. One without parameter sets is not: they may be in the samples.
  package var isDamaged: Bool {
    let version: UInt8? =
      switch self {
      case .avc(let record): record.configurationVersion
      case .hevc(let record): record.configurationVersion
      case .none, .aac, .box: nil
      }
    guard let version else { return false }
    return !hasUsableSets && (version != 1 || !parameterSetUnits.isEmpty)
  }

  /// Pictures per second, from the first sequence parameter set; nil if it does not say.
  package var frameRate: ExactRatio? {
    switch self {
    case .avc(let record): record.parameterSets().sets.firstSeqParameterSet?.frameRate
    case .hevc(let record): record.parameterSets().sets.firstSeqParameterSet?.frameRate
    case .none, .aac, .box: nil
    }
  }

  /// Whether the first sequence parameter set has parameters of a hypothetical reference decoder.
  var hasHRD: Bool {
    switch self {
    case .avc(let record):
      let vui = record.parameterSets().sets.firstSeqParameterSet?.vuiParameters
      return vui?.nalHrdParameters != nil || vui?.vclHrdParameters != nil
    case .hevc(let record):
      return record.parameterSets().sets.firstSeqParameterSet?.vuiParameters?.timingInfo?.hrdParameters != nil
    case .none, .aac, .box: return false
    }
  }

  /// The parameter sets as whole NAL units, in byte stream order.
  public var parameterSetUnits: [[UInt8]] {
    switch self {
    case .avc(let record):
      record.sequenceParameterSets + (record.highProfileExtension?.sequenceParameterSetExts ?? []) + record.pictureParameterSets
    case .hevc(let record): record.nalUnits(of: .vps) + record.nalUnits(of: .sps) + record.nalUnits(of: .pps)
    case .none, .aac, .box: []
    }
  }

  /// States the profile and level that parameter sets in the samples need, too.
  mutating func cover(_ sets: [[UInt8]]) {
    switch self {
    case .avc(var record):
      for set in sets where set.count > 3 && VideoCodec.h264.unitType(set[0]) == 7 {
        if set[1] == record.avcProfileIndication { record.profileCompatibility &= set[2] }
        record.avcLevelIndication = max(record.avcLevelIndication, set[3])
      }
      self = .avc(record)
    case .hevc(var record):
      guard !sets.isEmpty, (try? record.followSets(and: sets)) != nil else { return }
      self = .hevc(record)
    case .none, .aac, .box: break
    }
  }

  /// A hash that equal configurations share within a process: comparing two hashes takes less time than comparing two records.
  var shortHash: Int {
    if case .box(_, let payload) = self { return payload.hashValue }
    return parameterSetUnits.hashValue
  }
}
