import BitstreamKit
import NALKit

extension HEVCDecoderConfigurationRecord {
  /// Creates a record from the parameter sets among `units`, whole NAL units in stream order. Repeated units are stored once. Video and
  /// picture parameter sets are not required: they may come with the samples.
  /// - Parameters: as those of `init(videoParameterSets:seqParameterSets:picParameterSets:sei:lengthSize:isComplete:)`.
  /// - Throws: if there is no sequence parameter set of the base layer, a set cannot be parsed, or sets contradict each other.
  public init(
    parameterSetsOf units: [[UInt8]], sei: [[UInt8]] = [], lengthSize: NALLengthSize = .four, isComplete: Bool = true
  ) throws(SyntaxError) {
    var (video, sequence, picture): ([[UInt8]], [[UInt8]], [[UInt8]]) = ([], [], [])
    for unit in units {
      switch unit.first.map({ NALUnitType(firstByte: $0) }) {
      case .vps: if !video.contains(unit) { video.append(unit) }
      case .sps: if !sequence.contains(unit) { sequence.append(unit) }
      case .pps: if !picture.contains(unit) { picture.append(unit) }
      default: break
      }
    }
    try self.init(
      videoParameterSets: video, seqParameterSets: sequence, picParameterSets: picture, sei: sei, lengthSize: lengthSize,
      isComplete: isComplete)
  }

  /// Creates a record from parameter sets given as whole NAL units and derives its other fields from them (ISO/IEC 14496-15 8.3.2.1.3).
  ///
  /// Frame rates are left unspecified: they are properties of a track, not of its parameter sets.
  /// - Parameters:
  ///   - sei: SEI units that apply to the whole stream; prefix and suffix units may be mixed.
  ///   - isComplete: array_completeness: samples contain no parameter sets (`hvc1`). It is never set for SEI arrays.
  /// - Throws: if there is no sequence parameter set of the base layer, a set cannot be parsed, or sets contradict each other.
  public init(
    videoParameterSets: [[UInt8]], seqParameterSets: [[UInt8]], picParameterSets: [[UInt8]], sei: [[UInt8]] = [],
    lengthSize: NALLengthSize = .four, isComplete: Bool = true
  ) throws(SyntaxError) {
    self.init()
    lengthSizeMinusOne = UInt8(truncatingIfNeeded: lengthSize.rawValue - 1)
    var sets = ParameterSets()
    for unit in videoParameterSets { sets.update(with: try NALUnit(whole: unit, .vps, sets, .lenient)) }
    var count = 0
    for unit in seqParameterSets {
      let read = try NALUnit(whole: unit, .sps, sets, .lenient)
      guard case .seqParameterSet(let set) = read.payload, read.header.nuhLayerId == 0 else { continue }
      try take(set, isFirst: count == 0)
      count += 1
    }
    if count == 0 { throw SyntaxError(.inconsistent("there is no sequence parameter set of the base layer"), element: "nalUnit") }
    var parallelism: UInt8?
    for unit in picParameterSets {
      guard case .picParameterSet(let set) = try NALUnit(whole: unit, .pps, sets, .lenient).payload else { continue }
      parallelism = parallelism.map { $0 == set.parallelismType ? $0 : 0 } ?? set.parallelismType
    }
    // Without a segment size limit, a decoder cannot rely on any parallelism (8.3.2.1.3).
    parallelismType = minSpatialSegmentationIdc == 0 ? 0 : parallelism ?? 0
    arrays = []
    add(videoParameterSets, .vps, isComplete)
    add(seqParameterSets, .sps, isComplete)
    add(picParameterSets, .pps, isComplete)
    for type in [NALUnitType.prefixSEI, .suffixSEI] {
      add(sei.filter { $0.first.map { NALUnitType(firstByte: $0) } == type }, type, false)
    }
  }

  /// Derives the fields of profile, tier, level and format, and the types of the arrays, from the units in the record, and from the sets in the
  /// samples as far as one record can cover both: of a set of another format, tier and level count.
  package mutating func followSets(and others: [[UInt8]]) throws(SyntaxError) {
    var made = try Self(parameterSetsOf: arrays.flatMap { $0.nalUnits })
    var sets = made.parameterSets().sets
    for unit in others where unit.first.map({ [NALUnitType.vps, .sps].contains(NALUnitType(firstByte: $0)) }) == true {
      guard let read = try? NALUnit(parsing: unit, sets: sets, policy: .lenient) else { continue }
      sets.update(with: read)
      guard case .seqParameterSet(let set) = read.payload, read.header.nuhLayerId == 0 else { continue }
      var wider = made
      if (try? wider.take(set, isFirst: false)) == nil, let level = set.profileTierLevel {
        wider = made
        wider.raise(to: level)
      }
      made = wider
    }
    configurationVersion = 1
    (generalProfileSpace, generalTierFlag, generalProfileIdc) = (made.generalProfileSpace, made.generalTierFlag, made.generalProfileIdc)
    generalProfileCompatibilityFlags = made.generalProfileCompatibilityFlags
    generalConstraintIndicatorFlags = made.generalConstraintIndicatorFlags
    generalLevelIdc = made.generalLevelIdc
    (chromaFormatIdc, bitDepthLumaMinus8, bitDepthChromaMinus8) = (made.chromaFormatIdc, made.bitDepthLumaMinus8, made.bitDepthChromaMinus8)
    (minSpatialSegmentationIdc, parallelismType) = (made.minSpatialSegmentationIdc, made.parallelismType)
    (numTemporalLayers, temporalIdNested) = (made.numTemporalLayers, made.temporalIdNested)
    for index in arrays.indices {
      let types = Set(arrays[index].nalUnits.compactMap { $0.first.map { VideoCodec.hevc.unitType($0) } })
      if types.count == 1, let type = types.first { arrays[index].nalUnitType = type }
    }
  }

  /// Parses the record's parameter sets. Sets that cannot be parsed are omitted; `findings` has the reasons.
  public func parameterSets() -> (sets: ParameterSets, findings: [SyntaxError]) {
    var sets = ParameterSets()
    var findings: [SyntaxError] = []
    for type in [NALUnitType.vps, .sps, .pps] {
      for unit in nalUnits(of: type) {
        do {
          sets.update(with: try NALUnit(parsing: unit, sets: sets, policy: .lenient, findings: &findings))
        } catch {
          findings.append(error)
        }
      }
    }
    return (sets, findings)
  }

  /// Merges a set into the record, which must cover all sets.
  private mutating func take(_ sps: SeqParameterSet, isFirst: Bool) throws(SyntaxError) {
    guard let format = sps.format, let level = sps.profileTierLevel, let profile = level.general else {
      throw SyntaxError(.inconsistent("the sequence parameter set has no profile or format"), element: "nalUnit")
    }
    let segmentation = sps.vuiParameters?.bitstreamRestriction?.minSpatialSegmentationIdc ?? 0
    let nested = sps.spsTemporalIdNestingFlag ?? false
    let layers = min(sps.spsMaxSubLayersMinus1, 6) + 1
    if isFirst {
      generalProfileSpace = profile.profileSpace
      generalTierFlag = profile.tierFlag
      generalProfileIdc = profile.profileIdc
      generalProfileCompatibilityFlags = profile.profileCompatibilityFlags
      generalConstraintIndicatorFlags = profile.constraintIndicatorFlags
      generalLevelIdc = level.generalLevelIdc
      chromaFormatIdc = format.chromaFormatIdc
      bitDepthLumaMinus8 = format.bitDepthLumaMinus8
      bitDepthChromaMinus8 = format.bitDepthChromaMinus8
      minSpatialSegmentationIdc = segmentation
      temporalIdNested = nested
      numTemporalLayers = layers
      return
    }
    // These fields must be equal in all sets, because a record has one value for each.
    if profile.profileSpace != generalProfileSpace { throw Self.contradiction("general_profile_space") }
    if format.chromaFormatIdc != chromaFormatIdc { throw Self.contradiction("chroma_format_idc") }
    if format.bitDepthLumaMinus8 != bitDepthLumaMinus8 { throw Self.contradiction("bit_depth_luma_minus8") }
    if format.bitDepthChromaMinus8 != bitDepthChromaMinus8 { throw Self.contradiction("bit_depth_chroma_minus8") }
    raise(to: level)
    generalProfileIdc = max(generalProfileIdc, profile.profileIdc)
    generalProfileCompatibilityFlags &= profile.profileCompatibilityFlags
    generalConstraintIndicatorFlags &= profile.constraintIndicatorFlags
    minSpatialSegmentationIdc = min(minSpatialSegmentationIdc, segmentation)
    temporalIdNested = temporalIdNested && nested
    numTemporalLayers = max(numTemporalLayers, layers)
  }

  private mutating func raise(to level: ProfileTierLevel) {
    var highest = HighestLevel(tierFlag: generalTierFlag, levelIdc: generalLevelIdc)
    highest.take(level)
    (generalTierFlag, generalLevelIdc) = (highest.tierFlag, highest.levelIdc)
  }

  private static func contradiction(_ element: String) -> SyntaxError {
    SyntaxError(.inconsistent("sequence parameter sets with different values need separate records"), element: element)
  }

  private mutating func add(_ units: [[UInt8]], _ type: NALUnitType, _ isComplete: Bool) {
    if units.isEmpty { return }
    var array = NALUnitArray()
    array.arrayCompleteness = isComplete
    array.nalUnitType = type.rawValue
    array.nalUnits = units
    arrays.append(array)
  }
}

extension PicParameterSet {
  /// parallelismType of a configuration record (ISO/IEC 14496-15 8.3.2.1.3): 1 slices, 2 tiles, 3 rows; 0 for both tiles and rows.
  var parallelismType: UInt8 {
    switch (entropyCodingSyncEnabledFlag, tiles != nil) {
    case (true, true): 0
    case (true, false): 3
    case (false, true): 2
    case (false, false): 1
    }
  }
}
