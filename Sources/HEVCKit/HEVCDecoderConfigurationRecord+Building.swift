import BitstreamKit

extension HEVCDecoderConfigurationRecord {
  /// The record of a stream with these parameter sets, each a whole unit with its emulation prevention bytes.
  ///
  /// What the sets say differently is what a decoder for all of them must be able to do (ISO/IEC 14496-15:2022 8.3.2.1.3): the highest
  /// tier and level, the compatibility and constraint flags that all of them have, the least segmentation. Sizes of samples are those
  /// of the first sequence parameter set.
  /// - Parameters:
  ///   - isComplete: array_completeness: whether all sets are here and none in the samples (`hvc1`), or not (`hev1`).
  /// - Throws: where a set cannot be read, or no sequence parameter set is among them.
  public init(
    videoParameterSets: [[UInt8]], seqParameterSets: [[UInt8]], picParameterSets: [[UInt8]], isComplete: Bool = true
  ) throws(SyntaxError) {
    self.init()
    var sets = ParameterSets()
    for unit in videoParameterSets { sets.update(with: try NALUnit(parsing: unit, sets: sets)) }
    var first: SeqParameterSet?
    for unit in seqParameterSets {
      guard case .seqParameterSet(let sps) = try NALUnit(parsing: unit, sets: sets).payload else {
        throw SyntaxError(.malformed("the unit is no sequence parameter set"), element: "nal_unit_type")
      }
      take(sps, isFirst: first == nil)
      if first == nil { first = sps }
    }
    guard let sps = first, let format = sps.format else {
      throw SyntaxError(.malformed("a sequence parameter set of the base layer is needed"), element: "seq_parameter_set_rbsp")
    }
    chromaFormatIdc = format.chromaFormatIdc
    bitDepthLumaMinus8 = min(format.bitDepthLumaMinus8, 7)
    bitDepthChromaMinus8 = min(format.bitDepthChromaMinus8, 7)
    for unit in picParameterSets {
      guard case .picParameterSet(let pps) = try NALUnit(parsing: unit, sets: sets).payload else {
        throw SyntaxError(.malformed("the unit is no picture parameter set"), element: "nal_unit_type")
      }
      take(pps, isFirst: unit == picParameterSets.first)
    }
    // Without segmentation the kind of it means nothing (8.3.2.1.3).
    if minSpatialSegmentationIdc == 0 { parallelismType = 0 }
    for (type, units) in [(NALUnitType.vps, videoParameterSets), (.sps, seqParameterSets), (.pps, picParameterSets)] where !units.isEmpty {
      var array = NALUnitArray()
      array.arrayCompleteness = isComplete
      array.nalUnitType = type.rawValue
      array.nalUnits = units
      arrays.append(array)
    }
  }

  private mutating func take(_ sps: SeqParameterSet, isFirst: Bool) {
    guard let level = sps.profileTierLevel, let profile = level.general else { return }
    let segmentation = sps.vuiParameters?.bitstreamRestriction?.minSpatialSegmentationIdc ?? 0
    let layers = min(sps.spsMaxSubLayersMinus1 + 1, 7)
    if isFirst {
      generalProfileSpace = profile.profileSpace
      generalProfileIdc = profile.profileIdc
      generalProfileCompatibilityFlags = profile.profileCompatibilityFlags
      generalConstraintIndicatorFlags = profile.constraintIndicatorFlags
      minSpatialSegmentationIdc = segmentation
      temporalIdNested = sps.spsTemporalIdNestingFlag ?? false
    } else {
      generalProfileIdc = max(generalProfileIdc, profile.profileIdc)
      generalProfileCompatibilityFlags &= profile.profileCompatibilityFlags
      generalConstraintIndicatorFlags &= profile.constraintIndicatorFlags
      minSpatialSegmentationIdc = min(minSpatialSegmentationIdc, segmentation)
      temporalIdNested = temporalIdNested && sps.spsTemporalIdNestingFlag ?? false
    }
    // A level means more in the High tier: it counts within the highest tier alone.
    if profile.tierFlag == generalTierFlag {
      generalLevelIdc = max(generalLevelIdc, level.generalLevelIdc)
    } else if profile.tierFlag {
      generalLevelIdc = max(generalLevelIdc, level.generalLevelIdc)
      generalTierFlag = true
    }
    numTemporalLayers = max(numTemporalLayers, layers)
  }

  private mutating func take(_ pps: PicParameterSet, isFirst: Bool) {
    let kind: UInt8 =
      switch (pps.entropyCodingSyncEnabledFlag, pps.tiles != nil) {
      case (true, true): 0
      case (true, false): 3
      case (false, true): 2
      case (false, false): 1
      }
    parallelismType = isFirst || parallelismType == kind ? kind : 0
  }
}
