import BitstreamKit
import MP4Kit

/// Parts of files on one timeline, read by `MediaReader` like a movie file.
public struct MediaComposition {
  /// A run of samples of a source track.
  struct Part {
    var input: Int
    var track: Int
    /// The first sample, counted from 0.
    var first: UInt64 = 0
    /// The end of the samples, exclusive.
    var end: UInt64 = .max
    /// Samples in the run to leave out, in ascending order.
    var leftOut: [UInt64] = []
    /// Samples in the run that are no key pictures although the input calls them so, in ascending order.
    var refreshes: [UInt64] = []
    /// Added to the times, in units of the composed track's time scale.
    var shift: Int64 = 0
    /// Added to the presentation times besides, in the same units: the delay of reordered pictures is that of the part with the longest one.
    var lift: Int64 = 0
    /// The media times, in units of the source track's time scale, to which the first and the last sample are shortened; nil if they are not.
    var trim: Range<Int64>?
    /// The picture that is shown when the part begins, if it is presented before in the source: it is presented as the part begins, since
    /// players that follow edit lists by whole pictures, such as FFmpeg, would leave it out and present all others too early.
    var opening: Opening?
    /// Maps description numbers of the source to those of the composed track.
    var descriptions: [UInt32: UInt32] = [:]
    /// What fills the time up to the next part; nil if the last sample is prolonged.
    var filling: GapFilling?
    /// The last sample, and the time by which it lasts longer than in the source, in units of the composed track's time scale; nil if it does
    /// not.
    var closing: (ordinal: UInt64, extra: Int64)?
    /// The number of edits that begin in the parts before.
    var earlierEdits = 0
  }

  /// A picture that is presented later than in the source.
  struct Opening {
    /// Its number in the source track, counted from 0.
    var ordinal: UInt64
    /// The time by which it is decoded later, in units of the source track's time scale.
    var late: Int64
    /// Its presentation time without the shifts of the part, in units of the composed track's time scale.
    var time: Int64
  }

  /// The source files.
  let inputs: [MediaInput]
  /// The concatenated bytes of the files, and those of samples between them.
  public let source: JoinedSource
  /// The composed tracks.
  public internal(set) var tracks: [MediaTrack] = []
  /// The parts of each track, in order.
  var parts: [[Part]] = []
  /// The sample descriptions of each track; sample description indices count from 1.
  var descriptions: [[MediaSampleDescription]] = []
  /// The MP4 properties of each track; empty for other targets.
  var blueprints: [TrackBlueprint] = []
  /// The MP4 sample entries of each track, one per description; empty for other targets.
  var entries: [[DescribedEntry]] = []
  /// The chapters, if they replace those of the first movie.
  var chapters: ChapterListBox?
  /// The movie time scale in units per second.
  var timescale: UInt32 = 1000
  /// Whether sample descriptions are in QuickTime format.
  var isQuickTime = false
  /// Whether to keep times from going backwards where parts overlap, because the target has no edit list to hide the overlap.
  var isPlain = false
  /// Number of pictures that are decoded but hidden by an edit list.
  public internal(set) var hiddenCount: UInt64 = 0
  /// Whether a track of the MP4 shows several parts of its media by an edit list.
  public var hasSeveralEdits: Bool {
    blueprints.contains { ($0.editList?.entries.filter { $0.mediaTime >= 0 }.count ?? 0) > 1 }
  }
  /// Whether bytes of samples are not those of the files.
  public internal(set) var isPatched = false
  /// Whether a recovery needed what it was told of the media.
  var usesKnowledge = false
  /// Whether findings have been turned into notes.
  var isRecovery = false
  /// Decisions to report to the user.
  public internal(set) var notes: [String] = []
  /// Problems found in the files.
  public internal(set) var findings: [String] = []

  init(_ inputs: [MediaInput]) {
    self.inputs = inputs
    source = JoinedSource(inputs.map { $0.source } + [AnyByteSource(MemorySource(GapFilling.bytes))])
  }
}
