import RemuxKit

/// How findings are mended without decoding.
public enum Remedy: UInt8, Sendable, CaseIterable {
  /// `moov` is written before the media data.
  case faststart
  /// The boxes and sample tables of a movie are rewritten from its samples.
  case boxes
  /// The durations in the headers of a movie are those of its samples and edits.
  case durations
  /// The fields of the headers of a movie are corrected where they are.
  case headers
  /// The chunk offsets follow media data that was moved.
  case offsets
  /// The fragments of a movie are rewritten, or made of its samples.
  case fragments
  /// Fragments get the brands of CMAF.
  case brands
  /// The sample entry is made to agree with the bitstream.
  case sampleEntry
  /// The track is shown at the size and in the shape of its pictures.
  case trackSize
  /// Parameter sets are moved from the samples into the sample entry, which becomes `avc1` or `hvc1`.
  case parameterSets
  /// The sync samples are those pictures at which decoding can begin.
  case syncSamples
  /// Composition times are made from picture order counts.
  case compositionTimes
  /// Edits end where the media ends.
  case edits
  /// The edit list removes the priming that the metadata states.
  case priming
  /// The VUI states the frame rate of the samples.
  case frameRate
  /// Track IDs are renumbered.
  case trackIDs
  /// The handler of a track is that of its sample entry.
  case handler
  /// The media header of a track is that of its handler.
  case mediaHeader
  /// The header, the metadata with its key-frame index, and the tags of an FLV are rewritten.
  case tags
  /// Timestamps of an FLV that run backwards or return to 0 continue after the ones before.
  case timestamps
  /// FrameType in the tags of an FLV is that of the pictures.
  case frameTypes
  /// The NAL units of a byte stream are written with start codes, and nothing between them.
  case units
  /// Access unit delimiters are first in their access units, and fit all slices.
  case delimiters
  /// The VUI of a byte stream states no timing of 0, no reserved colours, and the timing of the VPS.
  case vui
  /// Units that end the stream are removed where others follow.
  case streamEnds
  /// The frames of an ADTS stream are written with new headers.
  case frames

  /// What is done, as a report says it.
  public var text: StaticString {
    switch self {
    case .faststart: "moov written before the media data"
    case .boxes: "boxes, tables and durations rewritten from the samples"
    case .durations: "durations set from the samples and edits"
    case .headers: "header fields corrected"
    case .offsets: "chunk offsets moved to the media data"
    case .fragments: "fragments and their index rewritten"
    case .brands: "CMAF brands written"
    case .sampleEntry: "sample entry made to agree with the bitstream"
    case .trackSize: "display size set from the pictures"
    case .parameterSets: "parameter sets moved into the sample entry"
    case .syncSamples: "sync samples set from the pictures"
    case .compositionTimes: "composition times made from picture order counts"
    case .edits: "edits shortened to the media that is there"
    case .priming: "edit list set from the priming that iTunSMPB states"
    case .frameRate: "VUI timing set from the sample durations"
    case .trackIDs: "tracks renumbered"
    case .handler: "handler set to that of the sample entry"
    case .mediaHeader: "media header written for the handler"
    case .tags: "header, metadata, key-frame index and tags rewritten"
    case .timestamps: "timestamps continued where they ran backwards"
    case .frameTypes: "FrameType set from the pictures"
    case .units: "units written with start codes and nothing between them"
    case .delimiters: "access unit delimiters written first in every access unit, for all slice types"
    case .vui: "VUI timing and colour corrected"
    case .streamEnds: "ends of the stream removed where units follow"
    case .frames: "frames written with new headers"
    }
  }

  /// The container whose files it mends; nil for H.264 and H.265 byte streams.
  var container: MediaContainer? {
    switch self {
    case .tags, .timestamps, .frameTypes: .flv
    case .units, .delimiters, .vui, .streamEnds: nil
    case .frames: .adts
    default: .mp4
    }
  }

  /// Whether it mends files of a container.
  func fits(_ other: MediaContainer) -> Bool { container.map { $0 == other } ?? (other.videoCodec != nil) }
}

/// Which findings are mended, and how.
public struct FixOptions: Sendable {
  /// The side to change if the sample entry and the bitstream disagree about shape or colour.
  public enum Side: String, Sendable, CaseIterable {
    /// The sample entry follows the parameter sets.
    case bitstream
    /// The parameter sets in the sample entry follow its other boxes.
    case container
  }

  /// The rules that are mended, and the targets.
  public var check = CheckOptions()
  /// The side that is right where both disagree.
  public var preferred = Side.bitstream
  /// Whether every byte must keep its offset.
  public var isInPlace = false

  /// Mends all that can be mended, where the bitstream is right.
  public init() {}
}
