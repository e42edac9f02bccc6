import BitstreamKit
import MP4Kit
import ProbeKit
import RemuxKit

/// A place in a file that an explanation is asked for.
public enum ExplainPlace: Sendable, Equatable {
  /// A byte.
  case offset(UInt64)
  /// The first byte of the first box at a path; of a field of this name if the last steps are not boxes.
  case path([BoxPathStep])
  /// The first byte of a NAL unit of a byte stream or of the first video track, as numbered by `nalu`.
  case unit(UInt64)
  /// The first byte of a NAL unit of a track, as numbered by `nalu --track`.
  case trackUnit(track: Int, number: UInt64)
  /// The first byte of a sample, counted from 0 in its track.
  case sample(track: Int, index: Int)
  /// The first byte of a NAL unit in a sample, both counted from 0.
  case sampleUnit(track: Int, index: Int, number: Int)
  /// The first byte of an image item of a HEIF file, by its `item_ID`.
  case item(UInt32)
  /// The first byte of a NAL unit of an image item, as numbered by `nalu --item`.
  case itemUnit(item: UInt32, number: UInt64)
  /// The sample presented at a time of `numerator / denominator` seconds; of the first video track, else of the first track, if `track` is
  /// nil.
  case time(track: Int?, numerator: UInt64, denominator: UInt64)
  /// The first byte of a tag of an FLV file, counted from 0.
  case tag(UInt64)
  /// The first byte of an ADTS frame, counted from 0.
  case frame(UInt64)
  /// The first byte of an FLV file's `onMetaData` tag.
  case metaData
  /// The first byte of the AudioSpecificConfig of a track; of the first AAC track if `track` is nil.
  case audioConfiguration(track: Int?)
  /// The first byte of the element or structure with these names, outermost first, inside a place. Names may be left out except for the
  /// last, and may have an index: `offset_for_ref_frame[1]`.
  indirect case element(ExplainPlace, [String])
}
