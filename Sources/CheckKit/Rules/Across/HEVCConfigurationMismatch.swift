import BitstreamKit
import HEVCKit
import MP4Kit
import NALKit
import RemuxKit

/// `hvcC` states another profile, level or format than the sequence parameter set.
final class HEVCConfigurationMismatch: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.hevc-configuration", .error, "hvcC states another profile, level or format than the sequence parameter set",
      clause: "ISO/IEC 14496-15:2022 8.3.3.1.2: the fields of the record are those of the sets, or cover all of them",
      cause: "A tool changed the set or the record alone. Players decide by the record whether they can decode.",
      remedy: "mediaprobe check --fix FILE -o OUT.mp4, which makes the record from the sets.")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.movieTrack?.descriptions.count == 1, let record = track.description?.hevc, let stream = track.hevc,
      let set = stream.firstSet
    else { return }
    let offset = file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset
    for why in Self.differences(record, set, highest: stream.highest) {
      run.find(self, why, at: offset, path: track.entryPath + "/hvcC")
    }
  }

  override func item(_ item: ImageItem, _ units: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard case .hevc(let record) = item.configuration, let set = units.hevc?.firstSet else { return }
    for why in Self.differences(record, set) {
      run.find(self, "item \(item.id): \(why)", at: item.configurationOffset, path: "meta/iprp/ipco/hvcC")
    }
  }

  /// What a record states otherwise than a sequence parameter set.
  /// - Parameter highest: what all sets need; nil for what this one needs.
  static func differences(
    _ record: HEVCDecoderConfigurationRecord, _ set: SeqParameterSet, highest: HighestLevel? = nil
  ) -> [String] {
    var found: [String] = []
    if record.configurationVersion != 1 { found.append("configurationVersion is \(record.configurationVersion), not 1") }
    if let profile = set.profileTierLevel, let general = profile.general {
      if record.generalProfileSpace != general.profileSpace {
        found.append("in hvcC and the set general_profile_space is \(record.generalProfileSpace) and \(general.profileSpace)")
      }
      if record.generalProfileIdc != general.profileIdc {
        found.append("in hvcC and the set general_profile_idc is \(record.generalProfileIdc) and \(general.profileIdc)")
      }
      var least = highest ?? HighestLevel()
      least.take(profile)
      if !record.generalTierFlag, least.tierFlag { found.append("in hvcC and the set general_tier_flag is 0 and 1") }
      // The record may state a level that no set has, if it is not too low.
      if record.generalTierFlag == least.tierFlag, record.generalLevelIdc < least.levelIdc {
        found.append("in hvcC and the set general_level_idc is \(record.generalLevelIdc) and \(least.levelIdc)")
      } else if record.generalLevelIdc != least.levelIdc, !HEVCLevel.isKnown(record.generalLevelIdc) {
        found.append("in hvcC general_level_idc is \(record.generalLevelIdc), which is no level")
      }
    }
    found += flagDifferences(record, set)
    if let format = set.format {
      if UInt32(record.chromaFormatIdc) != UInt32(format.chromaFormatIdc) {
        found.append("in hvcC and the set chroma_format_idc is \(record.chromaFormatIdc) and \(format.chromaFormatIdc)")
      }
      if UInt32(record.bitDepthChromaMinus8) != UInt32(format.bitDepthChromaMinus8) {
        found.append("in hvcC and the set bit_depth_chroma_minus8 is \(record.bitDepthChromaMinus8) and \(format.bitDepthChromaMinus8)")
      }
      if UInt32(record.bitDepthLumaMinus8) != UInt32(format.bitDepthLumaMinus8) {
        found.append("in hvcC and the set bit_depth_luma_minus8 is \(record.bitDepthLumaMinus8) and \(format.bitDepthLumaMinus8)")
      }
    }
    for array in record.arrays {
      if let unit = array.nalUnits.first(where: { $0.first.map { VideoCodec.hevc.unitType($0) } != array.nalUnitType }),
        let first = unit.first
      {
        found.append("an array of type \(array.nalUnitType) has a unit of type \(VideoCodec.hevc.unitType(first))")
      }
    }
    if record.numTemporalLayers > set.spsMaxSubLayersMinus1 + 1 {
      found.append("numTemporalLayers is \(record.numTemporalLayers), sps_max_sub_layers_minus1 \(set.spsMaxSubLayersMinus1)")
    }
    if record.temporalIdNested, set.spsTemporalIdNestingFlag == false {
      found.append("temporalIdNested is 1, sps_temporal_id_nesting_flag 0")
    }
    return found
  }

  /// Flags of the record that the set does not have: a bit may be 1 only if it is in all sets.
  private static func flagDifferences(_ record: HEVCDecoderConfigurationRecord, _ set: SeqParameterSet) -> [String] {
    guard let general = set.profileTierLevel?.general else { return [] }
    var found: [String] = []
    let (compatible, constrained) = (record.generalProfileCompatibilityFlags, record.generalConstraintIndicatorFlags)
    if compatible & ~general.profileCompatibilityFlags != 0 {
      found.append(
        "general_profile_compatibility_flags are 0x\(String(compatible, radix: 16)), those of the set 0x\(String(general.profileCompatibilityFlags, radix: 16))"
      )
    }
    if constrained & ~general.constraintIndicatorFlags != 0 {
      found.append("general_constraint_indicator_flags have bits that are 0 in the set")
    }
    let own = UInt32(1) << UInt32(31 - record.generalProfileIdc & 31)
    if record.generalProfileIdc > 0, compatible & own == 0, general.profileCompatibilityFlags & own != 0 {
      found.append("general_profile_compatibility_flag[ \(record.generalProfileIdc) ], of the profile of the record, is 0")
    }
    return found
  }
}
