import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit
import NALKit
import RemuxKit

/// Parameter sets that are moved from samples into the sample entry.
extension MovieMending {
  /// Whether a track is one whose sets are to be moved.
  private func isAsked(_ description: SampleDescription, _ survey: borrowing TrackSurvey) -> Bool {
    switch description.codec {
    case "hev1": rules.contains("apple.sample-entry")
    case "avc1", "hvc1": rules.contains("across.in-band-sets") && survey.setCount > 0
    default: false
    }
  }

  /// The sets of the record and those in samples; nil if two sets of the same ID differ.
  private func union(_ known: [[UInt8]], _ survey: borrowing TrackSurvey, _ codec: VideoCodec) -> [[UInt8]]? {
    let keys = StreamSets(codec)
    var all = known
    for set in survey.sets where !all.contains(set) {
      guard let key = keys.key(set) else { return nil }
      if all.contains(where: { keys.key($0) == key }) { return nil }
      all.append(set)
    }
    return all
  }

  mutating func moveSets(
    _ description: SampleDescription, _ survey: borrowing TrackSurvey, _ index: Int, _ record: inout AVCDecoderConfigurationRecord,
    _ edit: inout EntryEdit
  ) throws(MediaError) {
    if !isAsked(description, survey) { return }
    let known = record.sequenceParameterSets + record.pictureParameterSets + (record.highProfileExtension?.sequenceParameterSetExts ?? [])
    guard let all = union(known, survey, .h264) else { return leaveSets("avc3", index, &edit) }
    if all.count > known.count {
      do { record = try AVCDecoderConfigurationRecord(parameterSetsOf: all, lengthSize: record.lengthSize) } catch {
        throw .unsupported(error.description)
      }
    }
    finish(all, survey, index, "avc1", &edit)
  }

  mutating func moveSets(
    _ description: SampleDescription, _ survey: borrowing TrackSurvey, _ index: Int, _ record: inout HEVCDecoderConfigurationRecord,
    _ edit: inout EntryEdit
  ) throws(MediaError) {
    if !isAsked(description, survey) { return }
    func units(_ type: UInt8) -> [[UInt8]] { record.arrays.filter { $0.nalUnitType == type }.flatMap { $0.nalUnits } }
    let known = units(32) + units(33) + units(34)
    guard let all = union(known, survey, .hevc) else {
      if description.codec == "hvc1" { return leaveSets("hev1", index, &edit) }
      return refuse(.parameterSets, "the parameter sets of track \(index) change in the stream: one sample entry cannot hold them")
    }
    if all.count > known.count {
      do {
        record = try HEVCDecoderConfigurationRecord(parameterSetsOf: all, sei: units(39) + units(40), lengthSize: record.lengthSize)
      } catch { throw .unsupported(error.description) }
    }
    for array in record.arrays.indices where (32...34).contains(record.arrays[array].nalUnitType) {
      record.arrays[array].arrayCompleteness = true
    }
    finish(all, survey, index, "hvc1", &edit)
  }

  private mutating func finish(_ all: [[UInt8]], _ survey: borrowing TrackSurvey, _ index: Int, _ type: FourCC, _ edit: inout EntryEdit) {
    edit.type = type
    changes.append("track \(index) is \(type.description)")
    if survey.setCount == 0 { return }
    corrections[index, default: TrackCorrection()].removedSets = all
    changes.append("\(survey.setCount) parameter sets are removed from the samples of track \(index), whose sample entry holds them")
  }

  /// Names the track by the type that allows sets in samples.
  private mutating func leaveSets(_ type: FourCC, _ index: Int, _ edit: inout EntryEdit) {
    edit.type = type
    changes.append("track \(index) is \(type.description), because its parameter sets change in the samples")
  }
}
