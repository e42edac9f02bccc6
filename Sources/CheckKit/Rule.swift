import BitstreamKit
import H264Kit
import HEVCKit
import NALKit
import RemuxKit

/// A rule: its documentation, and the state of one check. Subclasses of the classes below override the hooks that they need.
///
/// A check creates the rules of a family for each file, or for each track of it, so that a rule keeps its state in stored properties.
public class Rule {
  /// The documentation.
  public var page: RulePage { RulePage("", .note, "", clause: "", cause: "", remedy: "") }

  /// The number of findings of this rule so far.
  final var count = 0
  /// The hooks that the rule does not override, as far as they have been called; bits of `Hook`.
  private final var idleHooks: UInt8 = 0

  init() {}

  /// A hook that is called for each unit, picture, sample, frame, tag or box, and that few rules of a family override. The implementation
  /// of the family notes its call, so that a pass calls the rules that override it, and the others once.
  enum Hook: UInt8 {
    case unit = 1
    case picture = 2
    case sample = 4
    case box = 8
  }

  /// Notes that the rule does not override a hook.
  final func ignore(_ hook: Hook) { idleHooks |= hook.rawValue }
  /// Whether the rule was found not to override a hook.
  final func ignores(_ hook: Hook) -> Bool { idleHooks & hook.rawValue != 0 }
}

/// A rule about H.264 streams.
class H264Rule: Rule {
  /// Called for each NAL unit, before its content is parsed.
  func unit(_ stream: H264Facts, _ run: CheckRun) { ignore(.unit) }
  /// Called for what the parser found wrong in a unit.
  func fault(_ error: SyntaxError, _ stream: H264Facts, _ run: CheckRun) {}
  /// Called for the parsed content of each unit that is not a slice. The parameter sets in `stream` are those before this unit. A parameter
  /// set that repeats the one in force is passed only to rules that have found something.
  func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {}
  /// Called for each picture in decoding order. The last unit passed may belong to the next picture.
  func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) { ignore(.picture) }
  /// Called at the end of the stream.
  func end(_ stream: H264Facts, _ run: CheckRun) {}
}

/// A rule about H.265 streams.
class HEVCRule: Rule {
  /// Called for each NAL unit, before its content is parsed.
  func unit(_ stream: HEVCFacts, _ run: CheckRun) { ignore(.unit) }
  /// Called for what the parser found wrong in a unit.
  func fault(_ error: SyntaxError, _ stream: HEVCFacts, _ run: CheckRun) {}
  /// Called for the parsed content of each unit that is not a slice. The parameter sets in `stream` are those before this unit.
  func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {}
  /// Called for each picture in decoding order. The last unit passed may belong to the next picture.
  func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) { ignore(.picture) }
  /// Called at the end of the stream.
  func end(_ stream: HEVCFacts, _ run: CheckRun) {}
}

/// A rule about byte streams (Annex B), whatever their codec.
class ByteStreamRule: Rule {
  /// Called for each NAL unit.
  func unit(_ unit: AnnexBUnit, _ run: CheckRun) { ignore(.unit) }
  /// Called at the end.
  /// - Parameter leadingBytes: the number of bytes before the first start code.
  func end(leadingBytes: UInt64, _ run: CheckRun) {}
}

/// A rule about AAC, in ADTS frames and in the samples of a track.
class AACRule: Rule {
  /// Called for each ADTS frame, and for what is between frames.
  func event(_ event: ADTSEvent, _ stream: AACFacts, _ run: CheckRun) { ignore(.unit) }
  /// Called for the AudioSpecificConfig of a track.
  func configuration(_ stream: AACFacts, _ run: CheckRun) {}
  /// Called for each raw data block of which all bytes could be read.
  func block(_ bytes: [UInt8], _ stream: AACFacts, _ run: CheckRun) { ignore(.sample) }
  /// Called at the end.
  func end(_ stream: AACFacts, _ run: CheckRun) {}
}

/// A rule about FLV files.
class TagRule: Rule {
  /// Called for the file header.
  func header(_ file: FLVFacts, _ run: CheckRun) {}
  /// Called for each tag, after its header and the first bytes of its body are known.
  func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) { ignore(.unit) }
  /// Called for each script tag that could be parsed.
  func script(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {}
  /// Called for what the reader found wrong.
  func fault(_ fault: FLVFault, _ file: FLVFacts, _ run: CheckRun) {}
  /// Called at the end, when streams and tracks are complete.
  func end(_ file: FLVFacts, _ run: CheckRun) {}
}

/// A rule about files of any format.
class FileRule: Rule {
  /// Called for the file before the rules of its format.
  func file(_ container: MediaContainer, _ run: CheckRun) {}
}

/// A rule about MP4, QuickTime and HEIF files.
class MovieRule: Rule {
  /// Called for each box of the file, parents before children.
  func box(_ box: BoxFacts, _ file: MovieFacts, _ run: CheckRun) { ignore(.box) }
  /// Called for what the box walk found wrong.
  func fault(_ fault: MovieFault, _ file: MovieFacts, _ run: CheckRun) {}
  /// Called when the movie has been read, before its tracks and fragments.
  func movie(_ file: MovieFacts, _ run: CheckRun) {}
  /// Called for each track before its samples.
  func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {}
  /// Called for each sample of a track in decoding order; `track.sample` is the sample.
  func sample(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) { ignore(.sample) }
  /// Called for a sample of H.264, H.265 or AAC that begins with zero bytes, after `sample`; its units and blocks are not passed to rules.
  func blankSample(_ zeros: UInt64, _ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {}
  /// Called for each picture of a track of H.264 or H.265 in decoding order, after the sample that it is in. Pictures whose parameter sets
  /// are missing are left out.
  func picture(_ picture: TrackPicture, _ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) { ignore(.picture) }
  /// Called for each track after its samples, when the totals and the streams in `track` are complete.
  func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {}
  /// Called for the first image item of each configuration record of H.264 or H.265, after its NAL units, whose streams are in `units`.
  func item(_ item: ImageItem, _ units: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {}
  /// Called for each `moof` in file order.
  func fragment(_ fragment: FragmentFacts, _ file: MovieFacts, _ run: CheckRun) {}
  /// Called at the end.
  func end(_ file: MovieFacts, _ run: CheckRun) {}
}
