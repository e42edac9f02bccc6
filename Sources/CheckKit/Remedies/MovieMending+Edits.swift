import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit
import RemuxKit
import NALKit

extension MovieMending {
  /// Edits the parameter sets of a track in its sample entries, with what the entries state about them.
  mutating func editSets(of index: Int, _ codec: VideoCodec, _ edits: [StreamEdit]) throws(MediaError) {
    let track = movie.tracks[index]
    var entries: [EntryEdit] = []
    var (before, after): (SetFacts?, SetFacts?)
    for description in track.descriptions {
      for type in ["mvcC", "svcC"] as [FourCC] where movie.tree.child(type, of: description.node) != nil {
        throw .unsupported(
          "track \(index) has parameter sets of further views or layers in \(type), which are not edited: edit the byte stream")
      }
      var entry = EntryEdit()
      var sets = SetEdit(codec, edits)
      do throws(SyntaxError) {
        var record = EditedRecord(description)
        try record.edit(&sets)
        if sets.old.isEmpty, track.descriptions.count == 1 {
          // All sets are in the samples: the entry states what the first of each says.
          var inSamples = try surveyedSets(of: index)
          for place in inSamples.indices { try sets.edit(&inSamples[place]) }
        }
        try record.finish(sets, &entry)
      } catch { throw .unsupported(error.description) }
      let (old, new) = (SetFacts(sets.before)?.stated(by: description, edits), SetFacts(sets.after))
      if let old, let new { old.state(new, description, &entry) }
      (before, after) = (before ?? old, after ?? new)
      entries.append(entry)
    }
    var correction = TrackCorrection()
    correction.edits = edits
    let edit = DescriptionsEdit(entries: entries)
    if !edit.isEmpty {
      var tree = movie.tree
      do { correction.sampleDescriptions = try edit.applied(to: track, in: &tree) } catch { throw .bytes(error) }
    }
    if let before, let after, let header = track.header {
      correction.width = Self.displaySize(header.width, before.size.width, before.width, after.size.width, after.width)
      correction.height = Self.displaySize(
        header.height, before.size.height, before.size.height << 16, after.size.height, after.size.height << 16)
    }
    corrections[index] = correction
  }

  /// The new display size: in pixels of the new shape if it was in those of the old one, else in proportion to the coded size.
  /// - Parameters:
  ///   - shown: the size of the track header, a 16.16 fixed-point number.
  ///   - old: the size in samples, and in square pixels as a 16.16 fixed-point number; `new` likewise.
  private static func displaySize(_ shown: UInt32, _ old: UInt64, _ oldSquare: UInt64, _ new: UInt64, _ newSquare: UInt64) -> UInt32? {
    if old == new && oldSquare == newSquare || old == 0 { return nil }
    // Writers round, truncate or keep the fraction.
    let isSquare = max(UInt64(shown), oldSquare) - min(UInt64(shown), oldSquare) < 1 << 16
    // The new size has a fraction only if the old one has.
    let square = shown & 0xFFFF == 0 ? (newSquare + 0x8000) & ~0xFFFF : newSquare
    return UInt32(exactly: isSquare ? square : UInt64(shown) * new / old)
  }

  /// The distinct parameter sets in the samples of a track; none if they cannot be read.
  private func surveyedSets(of index: Int) throws(SyntaxError) -> [[UInt8]] {
    (try? TrackSurvey(source, reader, track: reader.tracks[index], ordersPictures: false))?.sets ?? []
  }
}

/// The parameter sets of a sample entry, before and after the edits.
private struct SetEdit {
  private var editor: TrackEditor
  private(set) var before: UnitSets
  private(set) var after: UnitSets
  private(set) var old: [[UInt8]] = []
  private(set) var new: [[UInt8]] = []

  init(_ codec: VideoCodec, _ edits: [StreamEdit]) {
    editor = TrackEditor(codec, edits)
    (before, after) = (UnitSets(codec), UnitSets(codec))
  }

  mutating func edit(_ unit: inout [UInt8]) throws(SyntaxError) {
    guard let first = unit.first else { return }
    before.take(unit)
    if before.isSet(first) { old.append(unit) }
    if editor.wants(first), let edited = try editor.rewrite(unit, at: 0).bytes { unit = edited }
    after.take(unit)
    if before.isSet(first) { new.append(unit) }
  }

  mutating func edit(_ units: inout [[UInt8]]) throws(SyntaxError) {
    for place in units.indices { try edit(&units[place]) }
    units.removeAll { $0.isEmpty }
  }
}

/// The configuration record of a sample entry.
private struct EditedRecord: ~Copyable {
  private let avcBefore: AVCDecoderConfigurationRecord?
  private let hevcBefore: HEVCDecoderConfigurationRecord?
  private let layersBefore: LHEVCConfigurationBox?
  private var avc: AVCDecoderConfigurationRecord?
  private var hevc: HEVCDecoderConfigurationRecord?
  private var layers: LHEVCConfigurationBox?

  init(_ description: SampleDescription) {
    (avc, hevc, layers) = (description.avc, description.hevc, description.layers)
    (avcBefore, hevcBefore, layersBefore) = (avc, hevc, layers)
  }

  /// Edits its parameter sets.
  mutating func edit(_ sets: inout SetEdit) throws(SyntaxError) {
    if var record = avc {
      try sets.edit(&record.sequenceParameterSets)
      if var extensions = record.highProfileExtension?.sequenceParameterSetExts {
        try sets.edit(&extensions)
        record.highProfileExtension?.sequenceParameterSetExts = extensions
      }
      try sets.edit(&record.pictureParameterSets)
      avc = record
    } else if var record = hevc {
      // Sequence parameter sets are read with the video parameter sets before them.
      try edit(&record.arrays, &sets)
      hevc = record
      if var further = layers {
        try edit(&further.arrays, &sets)
        layers = further
      }
    }
  }

  private func edit(_ arrays: inout [HEVCDecoderConfigurationRecord.NALUnitArray], _ sets: inout SetEdit) throws(SyntaxError) {
    let order = arrays.indices.ordered { (arrays[$0].nalUnitType, $0) < (arrays[$1].nalUnitType, $1) }
    for place in order { try sets.edit(&arrays[place].nalUnits) }
  }

  /// Updates the fields of the entry from the edited sets, and its record if it changed.
  mutating func finish(_ sets: SetEdit, _ entry: inout EntryEdit) throws(SyntaxError) {
    avc?.follow(sets)
    hevc?.follow(sets)
    if let avc, avc != avcBefore {
      var box = AVCConfigurationBox()
      box.config = avc
      entry.boxes.append(("avcC", try box.encoded()))
    }
    if let hevc, hevc != hevcBefore {
      var box = HEVCConfigurationBox()
      box.config = hevc
      entry.boxes.append(("hvcC", try box.encoded()))
    }
    if let layers, layers != layersBefore { entry.boxes.append(("lhvC", try layers.encoded())) }
  }
}

/// What a sample entry states about its parameter sets.
private struct SetFacts {
  /// In luma samples.
  let size: (width: UInt64, height: UInt64)
  private(set) var shape: ExactRatio?
  /// Colour primaries, transfer characteristics, matrix coefficients.
  private(set) var colour: [UInt8]?
  let isFullRange: Bool?

  /// The width in square pixels, a 16.16 fixed-point number.
  var width: UInt64 {
    guard let shape, shape.denominator > 0 else { return size.width << 16 }
    let (product, overflow) = (size.width << 16).multipliedReportingOverflow(by: shape.numerator)
    return overflow ? size.width << 16 : (product &+ shape.denominator / 2) / shape.denominator
  }

  init?(_ sets: UnitSets) {
    if sets.codec == .h264 { self.init(sets.h264.firstSeqParameterSet) } else { self.init(sets.hevc.firstSeqParameterSet) }
  }

  private init?(_ set: H264Kit.SeqParameterSet?) {
    guard let set, let size = set.croppedSize else { return nil }
    self.size = (UInt64(size.width), UInt64(size.height))
    let signal = set.vuiParameters?.videoSignalType
    (shape, isFullRange) = (set.sampleAspectRatio, signal?.videoFullRangeFlag)
    colour = signal?.colourDescription.map { [$0.colourPrimaries, $0.transferCharacteristics, $0.matrixCoefficients] }
  }

  private init?(_ set: HEVCKit.SeqParameterSet?) {
    guard let set, let size = set.croppedSize else { return nil }
    self.size = (UInt64(size.width), UInt64(size.height))
    let signal = set.vuiParameters?.videoSignalType
    (shape, isFullRange) = (set.sampleAspectRatio, signal?.videoFullRangeFlag)
    colour = signal?.colourDescription.map { [$0.colourPrimaries, $0.transferCharacteristics, $0.matrixCoeffs] }
  }

  /// With what a sample entry states of the shape and colour that edits set, which may differ from the parameter sets: the entry changes then,
  /// also if the sets have the value.
  func stated(by description: SampleDescription, _ edits: [StreamEdit]) -> SetFacts {
    var facts = self
    for edit in edits {
      switch edit.change {
      case .sampleAspectRatio:
        guard let box = description.pixelAspectRatio else { continue }
        facts.shape = ExactRatio(UInt64(box.hSpacing), UInt64(box.vSpacing))?.reduced
      case .colour:
        guard let points = description.colour?.codePoints else { continue }
        facts.colour = [points.colourPrimaries, points.transferCharacteristics, points.matrixCoefficients].map { UInt8(clamping: $0) }
      default: continue
      }
    }
    return facts
  }

  /// Makes a sample entry state what is new. Boxes that it does not have are not added: without them the parameter sets decide.
  func state(_ new: SetFacts, _ description: SampleDescription, _ entry: inout EntryEdit) {
    if new.size != size, let width = UInt16(exactly: new.size.width), let height = UInt16(exactly: new.size.height) {
      entry.fields.append((24, MovieMending.bytes(UInt32(width) << 16 | UInt32(height))))
    }
    // Pixels of no stated shape are shown as squares.
    let ratio = new.shape ?? ExactRatio(1, 1)
    if new.shape != shape, description.pixelAspectRatio != nil, let ratio, let width = UInt32(exactly: ratio.numerator),
      let height = UInt32(exactly: ratio.denominator)
    {
      entry.boxes.append(("pasp", MovieMending.bytes(width) + MovieMending.bytes(height)))
    }
    guard new.colour != colour || new.isFullRange != isFullRange, var box = description.colour, box.codePoints != nil else { return }
    // 2 is unspecified.
    if new.colour != colour {
      let colour = new.colour ?? [2, 2, 2]
      box.codePoints?.colourPrimaries = UInt16(colour[0])
      box.codePoints?.transferCharacteristics = UInt16(colour[1])
      box.codePoints?.matrixCoefficients = UInt16(colour[2])
    }
    if box.range != nil, new.isFullRange != isFullRange { box.range?.fullRangeFlag = new.isFullRange ?? false }
    if let payload = try? box.encoded() { entry.boxes.append(("colr", payload)) }
  }
}

extension AVCDecoderConfigurationRecord {
  /// Takes profile and level of edited sequence parameter sets where the record had those of the old ones.
  fileprivate mutating func follow(_ sets: SetEdit) {
    let isSequence = { (set: [UInt8]) in set.count > 3 && H264Kit.NALUnitType(firstByte: set[0]) == .sps }
    let (old, new) = (sets.old.filter(isSequence), sets.new.filter(isSequence))
    guard let was = old.first, let now = new.first else { return }
    if (avcProfileIndication, profileCompatibility) == (was[1], was[2]) { (avcProfileIndication, profileCompatibility) = (now[1], now[2]) }
    let level = { (sets: [[UInt8]]) -> UInt8 in sets.reduce(0) { max($0, $1[3]) } }
    if avcLevelIndication == level(old) { avcLevelIndication = level(new) }
  }
}

extension HEVCDecoderConfigurationRecord {
  /// Takes profile, tier, level, nesting and segmentation of edited sets where they have changed.
  fileprivate mutating func follow(_ sets: SetEdit) {
    guard sets.old != sets.new, let was = try? HEVCDecoderConfigurationRecord(parameterSetsOf: sets.old),
      let now = try? HEVCDecoderConfigurationRecord(parameterSetsOf: sets.new)
    else { return }
    if was.temporalIdNested != now.temporalIdNested { temporalIdNested = now.temporalIdNested }
    if was.minSpatialSegmentationIdc != now.minSpatialSegmentationIdc { minSpatialSegmentationIdc = now.minSpatialSegmentationIdc }
    if was.generalLevelIdc != now.generalLevelIdc { generalLevelIdc = now.generalLevelIdc }
    if was.generalTierFlag != now.generalTierFlag { generalTierFlag = now.generalTierFlag }
    if was.generalProfileSpace != now.generalProfileSpace { generalProfileSpace = now.generalProfileSpace }
    if was.generalProfileIdc != now.generalProfileIdc { generalProfileIdc = now.generalProfileIdc }
    if was.generalProfileCompatibilityFlags != now.generalProfileCompatibilityFlags {
      generalProfileCompatibilityFlags = now.generalProfileCompatibilityFlags
    }
    if was.generalConstraintIndicatorFlags != now.generalConstraintIndicatorFlags {
      generalConstraintIndicatorFlags = now.generalConstraintIndicatorFlags
    }
  }
}
