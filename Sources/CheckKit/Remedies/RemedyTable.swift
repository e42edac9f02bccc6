/// Which remedy mends the findings of a rule.
enum RemedyTable {
  private static func rules(_ remedy: Remedy) -> [StaticString] {
    switch remedy {
    case .faststart: ["mp4.index-after-media"]
    case .boxes:
      [
        "mp4.box-size", "mp4.not-a-box", "mp4.missing-box", "mp4.box-fields", "mp4.repeated-box", "mp4.misplaced-box",
        "mp4.file-type-not-first", "mp4.file-type-missing", "mp4.zero-timescale", "mp4.sample-count",
        "mp4.sample-to-chunk", "mp4.sample-outside-file", "mp4.coarse-interleaving", "mp4.entry-count",
      ]
    case .durations: ["mp4.media-duration", "mp4.track-duration", "mp4.movie-duration"]
    case .headers: ["mp4.next-track-id", "mp4.movie-rate", "mp4.language", "mp4.sample-description-index", "mp4.rows-left"]
    case .offsets: ["mp4.sample-outside-media-data", "mp4.unreadable-samples"]
    case .fragments:
      [
        "mp4.fragment-sequence", "mp4.fragment-time-missing", "mp4.track-extends-missing", "mp4.fragment-duration",
        "mp4.segment-index-sizes", "mp4.random-access-offset", "cmaf.not-fragmented", "cmaf.base-is-moof",
        "hls.fragment-start",
      ]
    case .brands: ["cmaf.brand"]
    case .sampleEntry:
      [
        "across.avc-configuration", "across.hevc-configuration", "across.picture-size", "across.pixel-aspect-ratio",
        "across.colour", "across.colour-range",
        "across.bit-rate", "across.sound-rate", "across.fields", "aac.sbr-implicit",
      ]
    case .trackSize: ["across.track-size"]
    case .parameterSets: ["across.in-band-sets", "apple.sample-entry"]
    case .syncSamples: ["across.sync-samples", "mp4.sync-sample-order", "mp4.no-sync-sample"]
    case .compositionTimes: ["mp4.duplicate-presentation-time", "mp4.uneven-presentation", "across.composition-order"]
    case .edits: ["mp4.edit-beyond-media"]
    case .priming: ["across.priming"]
    case .frameRate: ["across.frame-rate"]
    case .trackIDs: ["mp4.track-id-zero", "mp4.track-id-repeated"]
    case .handler: ["mp4.handler-mismatch"]
    case .mediaHeader: ["mp4.media-header-mismatch"]
    case .tags: tagRules
    case .timestamps: ["flv.timestamp-backwards", "flv.timestamp-extension"]
    case .frameTypes: ["flv.key-frame-flag"]
    case .units:
      [
        "annexb.leading-bytes", "annexb.excess-zeros", "annexb.ends-in-start-code", "h264.empty-unit", "hevc.empty-unit",
        "h264.zero-byte-missing", "hevc.zero-byte-missing",
      ]
    case .delimiters:
      [
        "h264.delimiter-not-first", "hevc.delimiter-not-first", "h264.delimiter-missing", "hevc.delimiter-missing",
        "h264.primary-pic-type", "hevc.pic-type",
      ]
    case .vui: ["h264.zero-timing", "hevc.zero-timing", "h264.reserved-colour", "hevc.reserved-colour", "hevc.vps-timing"]
    case .streamEnds: ["h264.end-of-stream-not-last", "hevc.end-of-bitstream-not-last"]
    case .frames: ["aac.garbage", "aac.foreign-tag", "aac.truncated", "aac.crc-present", "aac.mpeg2", "aac.header-changed"]
    }
  }

  private static var tagRules: [StaticString] {
    [
      "flv.data-offset", "flv.large-header", "flv.version", "flv.header-reserved-bits", "flv.no-streams", "flv.undeclared-stream",
      "flv.declared-stream-missing", "flv.previous-tag-size", "flv.previous-tag-size-missing", "flv.unknown-tag-type",
      "flv.tag-reserved-bits", "flv.empty-tag", "flv.stream-id", "flv.trailing-data", "flv.truncated", "flv.first-timestamp",
      "flv.script-timestamp", "flv.aac-sound-flags", "flv.legacy-hevc", "flv.header-composition-time",
      "flv.media-after-end-of-sequence", "flv.media-before-sequence-header", "flv.repeated-sequence-header", "flv.script-unparsable",
      "flv.script-name", "flv.script-name-empty", "flv.script-unknown", "flv.script-trailing", "flv.script-unterminated",
      "flv.duplicate-key", "flv.array-length", "flv.metadata-missing", "flv.metadata-not-first", "flv.metadata-timestamp",
      "flv.metadata-repeated", "flv.metadata-type", "flv.last-second", "flv.metadata-duration", "flv.metadata-filesize",
      "flv.metadata-picture-size", "flv.metadata-size-missing", "flv.metadata-framerate", "flv.metadata-videodatarate",
      "flv.metadata-audiodatarate", "flv.metadata-videocodecid", "flv.metadata-audiocodecid", "flv.metadata-stereo",
      "flv.metadata-audiosamplerate", "flv.metadata-has-streams", "flv.metadata-lasttimestamp", "flv.metadata-lastkeyframetimestamp",
      "flv.metadata-canseektoend", "flv.metadata-has-keyframes", "flv.metadata-stream-sizes", "flv.metadata-audiodelay",
      "flv.metadata-value-type", "flv.metadata-stream-missing", "flv.keyframes-shape", "flv.keyframes-length", "flv.keyframes-position",
      "flv.keyframes-time", "flv.keyframes-order",
    ]
  }

  /// The remedy of a rule; nil if there is none without decoding or a decision.
  static func remedy(of rule: String) -> Remedy? {
    Remedy.allCases.first { remedy in rules(remedy).contains { $0.description == rule } }
  }

  /// All rules that a remedy mends.
  static var mended: [StaticString] { Remedy.allCases.flatMap { rules($0) } }
}

extension RulePage {
  /// How findings of this rule are mended; nil if they are not.
  public var mend: Remedy? { RemedyTable.remedy(of: id.description) }
}
