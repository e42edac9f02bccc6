import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit
import RemuxKit
import NALKit

extension MovieMending {
  /// Mends what a track of pictures states about its bitstream.
  mutating func mendPictures(_ index: Int, _ track: MovieTrack) throws(MediaError) {
    let wanted: [Remedy] = [.sampleEntry, .trackSize, .parameterSets, .syncSamples, .compositionTimes, .frameRate]
    if !wanted.contains(where: { remedies.contains($0) }) { return }
    let ordersPictures = remedies.contains(.compositionTimes)
    let survey = try TrackSurvey(
      source, reader, track: reader.tracks[index], ordersPictures: ordersPictures || rules.contains("across.fields"))
    if remedies.contains(.syncSamples), survey.sampleCount > 0 {
      corrections[index, default: TrackCorrection()].keys = survey.keys
      changes.append("track \(index) has \(survey.keys.count) sync samples")
    }
    if ordersPictures { mendTimes(index, track, survey) }
    let ofEntry: [Remedy] = [.sampleEntry, .trackSize, .parameterSets, .frameRate]
    if !ofEntry.contains(where: { remedies.contains($0) }) { return }
    var edits: [EntryEdit] = []
    for description in track.descriptions { edits.append(try edit(description, survey, index, isOnly: track.descriptions.count == 1)) }
    try apply(DescriptionsEdit(entries: edits), index, track)
  }

  /// The changes of one sample entry of a track.
  private mutating func edit(
    _ description: SampleDescription, _ survey: borrowing TrackSurvey, _ index: Int, isOnly: Bool
  ) throws(MediaError) -> EntryEdit {
    var edit = EntryEdit()
    let movesSets = isOnly && remedies.contains(.parameterSets)
    if !isOnly, remedies.contains(.parameterSets) { refuse(.parameterSets, "track \(index) has several sample entries") }
    let sets = EntrySets(description, survey, isOnly: isOnly)
    if isOnly {
      let ratio = sets.h264?.sampleAspectRatio?.value ?? sets.hevc?.sampleAspectRatio?.value
      mendSize(description, index, sets.h264?.croppedSize ?? sets.hevc?.croppedSize, ratio)
    }
    if remedies.contains(.sampleEntry) { mendEntry(description, sets, survey, index, &edit) }
    if var record = description.avc {
      let old = record
      if movesSets { try moveSets(description, survey, index, &record, &edit) }
      mend(&record, survey, index, description)
      if record != old {
        var box = AVCConfigurationBox()
        box.config = record
        do { edit.boxes.append(("avcC", try box.encoded())) } catch { throw .unsupported(error.description) }
      }
    } else if var record = description.hevc {
      let old = record
      if movesSets { try moveSets(description, survey, index, &record, &edit) }
      mendSets(&record, survey, index, description)
      if record != old {
        var box = HEVCConfigurationBox()
        box.config = record
        do { edit.boxes.append(("hvcC", try box.encoded())) } catch { throw .unsupported(error.description) }
      }
    }
    return edit
  }

  /// Gives a track the size of its pictures with the shape of their samples that is stated then.
  /// - Parameters:
  ///   - coded: the size in the parameter sets; nil for that of the sample entry.
  ///   - codedRatio: the shape of a sample in the parameter sets; nil if they state none.
  mutating func mendSize(_ description: SampleDescription, _ index: Int, _ coded: PictureSize? = nil, _ codedRatio: Double? = nil) {
    guard rules.contains("across.track-size") || rules.contains("across.pixel-aspect-ratio"), let header = movie.tracks[index].header,
      let size = coded ?? description.visual.map({ PictureSize(width: Int($0.width), height: Int($0.height)) })
    else { return }
    let stated = description.pixelAspectRatio.flatMap { ExactRatio(UInt64($0.hSpacing), UInt64($0.vSpacing))?.value }
    let ratio = (preferred == .container ? stated ?? codedRatio : codedRatio ?? stated) ?? 1
    let width = (Double(size.width) * ratio * 65536).rounded()
    guard let fixed = UInt32(checked: width), fixed > 0, size.height > 0, size.height < 65536 else { return }
    if header.width > 0, header.height > 0,
      TrackSizeMismatch.hasShape(Double(header.width) / Double(header.height), width / 65536 / Double(size.height))
    {
      return
    }
    corrections[index, default: TrackCorrection()].width = fixed
    corrections[index, default: TrackCorrection()].height = UInt32(size.height) << 16
    changes.append("track \(index) is shown at \(decimal(width / 65536)) x \(size.height)")
  }

  // MARK: - Composition times

  private mutating func mendTimes(_ index: Int, _ track: MovieTrack, _ survey: borrowing TrackSurvey) {
    if survey.sampleCount == 0 { return }
    guard survey.displayIndices.count == survey.sampleCount else {
      return refuse(.compositionTimes, "the picture order of track \(index) is not known for each sample")
    }
    guard let duration = survey.duration, duration > 0 else {
      return refuse(.compositionTimes, "the samples of track \(index) have different durations")
    }
    // Times that are wrong by accident coincide, or leave gaps.
    if Self.isEvenlyPresented(survey, duration) {
      return refuse(
        .compositionTimes,
        "the composition times of track \(index) are evenly spaced: its parameter sets, by which picture order counts are read, may be damaged"
      )
    }
    var least: Int64 = 0
    for (place, shown) in survey.displayIndices.enumerated() { least = min(least, Int64(shown) - Int64(place)) }
    var delay = -least * Int64(duration)
    if let stated = Self.statedDelay(survey, duration) {
      delay = stated
    } else if let start = track.editList?.entries.first(where: { $0.mediaTime >= 0 })?.mediaTime {
      // An edit list states where the first picture is presented.
      delay = start
    }
    var offsets: [Int32] = []
    offsets.reserveCapacity(survey.sampleCount)
    for (place, shown) in survey.displayIndices.enumerated() {
      let (offset, overflow) = (Int64(shown) - Int64(place)).multipliedReportingOverflow(by: Int64(duration))
      guard !overflow, let short = Int32(exactly: offset &+ delay) else {
        return refuse(.compositionTimes, "the pictures of track \(index) are reordered too far")
      }
      offsets.append(short)
    }
    corrections[index, default: TrackCorrection()].compositionOffsets = offsets
    extendEdit(index, track, from: survey.extent.endPresentationTime, to: Int64(survey.sampleCount) &* Int64(duration) &+ delay)
    changes.append("track \(index) has the composition times of its picture order counts")
  }

  /// The time from the first decoding time to the first picture on which most composition times agree; nil if there is none, or if the
  /// offsets are lost.
  private static func statedDelay(_ survey: borrowing TrackSurvey, _ duration: UInt32) -> Int64? {
    if survey.offsets.allSatisfy({ $0 == survey.offsets.first }) { return nil }
    var delays = ValueCounts()
    for (place, shown) in survey.displayIndices.enumerated() {
      delays.add(Int64(survey.offsets[place]) &- (Int64(shown) &- Int64(place)) &* Int64(duration))
    }
    return delays.common.flatMap { $0.count > survey.sampleCount / 2 ? $0.value : nil }
  }

  /// Whether pictures are reordered by the stated composition times, and each is presented one duration after another.
  private static func isEvenlyPresented(_ survey: borrowing TrackSurvey, _ duration: UInt32) -> Bool {
    if survey.offsets.allSatisfy({ $0 == survey.offsets.first }) { return false }
    let times = survey.offsets.enumerated().map { Int64($0.offset) &* Int64(duration) &+ Int64($0.element) }.ordered()
    return zip(times, times.dropFirst()).allSatisfy { $1 &- $0 == Int64(duration) }
  }

  /// Ends the edit of a track at the new end of the presentation if it ended at the old one.
  private mutating func extendEdit(_ index: Int, _ track: MovieTrack, from old: Int64, to end: Int64) {
    let edits = (track.editList?.entries ?? PackedTable<EditListBox.Entry>(layout: 0)).filter { $0.mediaTime >= 0 }
    guard end > old, edits.count == 1, let edit = edits.first, edit.mediaRateInteger == 1, edit.editDuration > 0,
      let length = MediaTime(value: Int64(clamping: edit.editDuration), timescale: movie.timescale)?
        .value(in: reader.tracks[index].timescale ?? 1)
    else { return }
    if edit.mediaTime &+ length >= old { corrections[index, default: TrackCorrection()].editEnd = end }
  }

  // MARK: - Sample entry

  private func mendEntry(
    _ description: SampleDescription, _ sets: borrowing EntrySets, _ survey: borrowing TrackSurvey, _ index: Int, _ edit: inout EntryEdit
  ) {
    if rules.contains("across.picture-size"), let size = sets.h264?.croppedSize ?? sets.hevc?.croppedSize,
      let width = UInt16(exactly: size.width), let height = UInt16(exactly: size.height)
    {
      edit.fields.append((24, Self.bytes(UInt32(width) << 16 | UInt32(height))))
    }
    if rules.contains("across.bit-rate"), let box = description.bitRate,
      let rate = Self.rate(survey.byteCount, survey.extent.decodingSpan, reader.tracks[index].timescale ?? 1)
    {
      edit.boxes.append(("btrt", Self.payload(box, rate)))
    }
    if rules.contains("across.fields"), let set = sets.h264 {
      edit.boxes.append(("fiel", survey.fieldHandling(set)))
    }
    if preferred == .container { return }
    if rules.contains("across.pixel-aspect-ratio"), description.pixelAspectRatio != nil,
      let ratio = sets.h264?.sampleAspectRatio ?? sets.hevc?.sampleAspectRatio,
      let width = UInt32(exactly: ratio.numerator), let height = UInt32(exactly: ratio.denominator)
    {
      edit.boxes.append(("pasp", Self.bytes(width) + Self.bytes(height)))
    }
    if rules.contains("across.colour") || rules.contains("across.colour-range"), var box = description.colour, var points = box.codePoints {
      if !rules.contains("across.colour") {
        // The colours agree, or may differ on purpose.
      } else if let coded = sets.h264?.vuiParameters?.videoSignalType?.colourDescription {
        points.take(coded.colourPrimaries, coded.transferCharacteristics, coded.matrixCoefficients)
      } else if let coded = sets.hevc?.vuiParameters?.videoSignalType?.colourDescription {
        points.take(coded.colourPrimaries, coded.transferCharacteristics, coded.matrixCoeffs)
      }
      box.codePoints = points
      if rules.contains("across.colour-range"), box.range != nil { box.range?.fullRangeFlag = sets.isFullRange }
      if let payload = try? box.encoded() { edit.boxes.append(("colr", payload)) }
    }
  }

  /// The changes of parameter sets that make them agree with the boxes of the sample entry.
  private func setEdits(_ description: SampleDescription, _ survey: borrowing TrackSurvey, _ index: Int) -> [StreamEdit] {
    var edits: [StreamEdit] = []
    if rules.contains("across.frame-rate"), let rate = survey.frameRate(timescale: reader.tracks[index].timescale ?? 1) {
      edits.append(StreamEdit(.frameRate(rate), in: .sequence))
    }
    if preferred != .container || !remedies.contains(.sampleEntry) { return edits }
    if rules.contains("across.pixel-aspect-ratio"), let box = description.pixelAspectRatio, let width = UInt16(exactly: box.hSpacing),
      let height = UInt16(exactly: box.vSpacing), width > 0, height > 0
    {
      edits.append(StreamEdit(.sampleAspectRatio(width: width, height: height), in: .sequence))
    }
    if rules.contains("across.colour"), let points = description.colour?.codePoints,
      let primaries = UInt8(exactly: points.colourPrimaries), let transfer = UInt8(exactly: points.transferCharacteristics),
      let matrix = UInt8(exactly: points.matrixCoefficients)
    {
      edits.append(StreamEdit(.colour(primaries: primaries, transfer: transfer, matrix: matrix), in: .sequence))
    }
    return edits
  }

  private mutating func refuseSets(_ index: Int) {
    for remedy in [Remedy.sampleEntry, .frameRate] where remedies.contains(remedy) {
      refuse(remedy, "track \(index) has parameter sets in its samples, which would disagree")
    }
  }

  /// Corrects profile and level, and the sets where they follow the container.
  private mutating func mend(
    _ record: inout AVCDecoderConfigurationRecord, _ survey: borrowing TrackSurvey, _ index: Int, _ description: SampleDescription
  ) {
    if rules.contains("across.avc-configuration"), remedies.contains(.sampleEntry), let set = record.sequenceParameterSets.first,
      set.count > 3
    {
      (record.avcProfileIndication, record.profileCompatibility) = (set[1], set[2])
      record.avcLevelIndication = record.sequenceParameterSets.reduce(0) { $1.count > 3 ? max($0, $1[3]) : $0 }
    }
    let edits = setEdits(description, survey, index)
    if edits.isEmpty { return }
    if survey.setCount > 0 { return refuseSets(index) }
    var editor = H264Kit.StreamEditor(edits)
    for place in record.sequenceParameterSets.indices {
      do throws(SyntaxError) {
        guard let new = try editor.rewrite(record.sequenceParameterSets[place], at: 0) else { continue }
        record.sequenceParameterSets[place] = new
        changes.append("sequence parameter set \(place) of track \(index) follows the container")
      } catch { refuse(.sampleEntry, "track \(index): \(error.description)") }
    }
  }

  private mutating func mendSets(
    _ record: inout HEVCDecoderConfigurationRecord, _ survey: borrowing TrackSurvey, _ index: Int, _ description: SampleDescription
  ) {
    if rules.contains("across.hevc-configuration"), remedies.contains(.sampleEntry) {
      do { try record.followSets(and: survey.sets) } catch { refuse(.sampleEntry, "track \(index): \(error.description)") }
    }
    let edits = setEdits(description, survey, index)
    if edits.isEmpty { return }
    if survey.setCount > 0 { return refuseSets(index) }
    var editor = HEVCKit.StreamEditor(edits)
    // The editor reads a sequence parameter set with the video parameter set before it.
    for array in record.arrays.indices where [32, 33].contains(record.arrays[array].nalUnitType) {
      for place in record.arrays[array].nalUnits.indices {
        do throws(SyntaxError) {
          guard let new = try editor.rewrite(record.arrays[array].nalUnits[place], at: 0) else { continue }
          if new == record.arrays[array].nalUnits[place] { continue }
          record.arrays[array].nalUnits[place] = new
          changes.append("a parameter set of track \(index) follows the sample entry")
        } catch { refuse(.sampleEntry, "track \(index): \(error.description)") }
      }
    }
  }
}

/// The first sequence parameter set that a sample entry stands for.
private struct EntrySets: ~Copyable {
  let h264: H264Kit.SeqParameterSet?
  let hevc: HEVCKit.SeqParameterSet?

  /// video_full_range_flag, which is 0 where it is absent.
  var isFullRange: Bool {
    h264?.vuiParameters?.videoSignalType?.videoFullRangeFlag ?? hevc?.vuiParameters?.videoSignalType?.videoFullRangeFlag ?? false
  }

  /// - Parameter isOnly: whether the sets in the samples are of this entry, because it is the only one.
  init(_ description: SampleDescription, _ survey: borrowing TrackSurvey, isOnly: Bool) {
    h264 = description.avc?.parameterSets().sets.firstSeqParameterSet ?? (isOnly ? survey.h264 : nil)
    hevc = description.hevc?.parameterSets().sets.firstSeqParameterSet ?? (isOnly ? survey.hevc : nil)
  }
}

extension ColourInformationBox.CodePoints {
  /// Takes code points that are specified; 2 is 'unspecified'.
  fileprivate mutating func take(_ primaries: UInt8, _ transfer: UInt8, _ matrix: UInt8) {
    if primaries != 2 { colourPrimaries = UInt16(primaries) }
    if transfer != 2 { transferCharacteristics = UInt16(transfer) }
    if matrix != 2 { matrixCoefficients = UInt16(matrix) }
  }
}
