import BitstreamKit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

private let plain: @Sendable () throws -> [UInt8] = { try Places.fixture("plain.mp4") }

private func boxes(
  _ rule: String, _ name: String, also: Set<String> = [], good: @escaping @Sendable () throws -> [UInt8] = plain,
  _ damage: @escaping @Sendable (BoxEdit) throws -> [UInt8]
) -> RuleCase {
  RuleCase(rule: rule, name: name, also: also, good: good) { try damage(BoxEdit($0)) }
}

/// A movie with a sample group of its first picture.
private let grouped: @Sendable () throws -> [UInt8] = {
  let descriptions = makeBox("sgpd", [1, 0, 0, 0] + Array("roll".utf8) + bigEndian(2) + bigEndian(1) + [0, 1])
  let samples = makeBox("sbgp", [0, 0, 0, 0] + Array("roll".utf8) + bigEndian(1) + bigEndian(1) + bigEndian(1))
  return try BoxEdit(try BoxEdit(try plain()).adding(descriptions, to: stbl)).adding(samples, to: stbl)
}

private let minf = "moov/trak[0]/mdia/minf"
private let stbl = "moov/trak[0]/mdia/minf/stbl"

extension RuleCase {
  static let movie: [RuleCase] = movieBoxes + movieHeaders + movieTables + movieTimes

  private static let movieBoxes: [RuleCase] = [
    boxes("mp4.box-size", "udta longer than moov") { try $0.adding([0, 1, 0, 0] + Array("udta".utf8), to: "moov") },
    boxes("mp4.not-a-box", "bytes after the last track") { try $0.adding([9, 8, 7, 6, 5], to: "moov") },
    boxes("mp4.missing-box", "no hdlr", also: ["mp4.box-fields", "mp4.unreadable-samples"]) {
      try $0.replacing("moov/trak[0]/mdia/hdlr", with: makeBox("free", [UInt8](repeating: 0, count: 37)))
    },
    boxes("mp4.box-fields", "an mvhd of version 7", also: ["mp4.unreadable-samples", "mp4.edit-beyond-media"]) {
      try $0.patching("moov/mvhd", at: 0, [7])
    },
    boxes("mp4.box-limit", "boxes nested forty levels deep") { edit in
      try edit.adding((0..<40).reduce(makeBox("free")) { inner, _ in makeBox("udta", inner) }, to: "moov")
    },
    boxes(
      "mp4.unreadable-samples", "a length field beyond its sample",
      also: ["across.composition-order", "h264.first-picture-not-idr", "h264.truncated"]
    ) { edit in
      var copy = edit.bytes
      // The first sample is the first of mdat.
      copy.replaceSubrange(48..<52, with: [0x00, 0xFF, 0xFF, 0xFF])
      return copy
    },
    boxes("mp4.repeated-box", "two mvhd") { try $0.adding($0.box("moov/mvhd"), to: "moov") },
    boxes("mp4.misplaced-box", "mdhd in moov") { try $0.adding($0.box("moov/trak[0]/mdia/mdhd"), to: "moov") },
    boxes("mp4.file-type-not-first", "ftyp at the end", also: ["mp4.sample-outside-media-data"]) { edit in
      let type = try edit.box("ftyp")
      var bytes = edit.bytes
      bytes.replaceSubrange(4..<8, with: Array("free".utf8))
      return bytes + type
    },
    boxes("mp4.file-type-missing", "free instead of ftyp") { edit in
      var bytes = edit.bytes
      bytes.replaceSubrange(4..<8, with: Array("free".utf8))
      return bytes
    },
    boxes("mp4.movie-hidden", "bytes inserted into the media data", also: ["mp4.box-size", "mp4.unknown-box"]) { edit in
      Array(edit.bytes[..<6000]) + [1, 2, 3, 4, 5] + edit.bytes[6000...]
    },
    boxes("mp4.movie-missing", "a recording without moov") { try $0.replacing("moov", with: []) },
    boxes("mp4.movie-missing", "moov and media data in a free box") { edit in
      let type = try edit.box("ftyp")
      return type + makeBox("free", Array(edit.bytes[type.count...]))
    },
    boxes("mp4.no-track", "moov of a header alone") { edit in
      try BoxEdit(edit.replacing("moov/trak[1]", with: [])).replacing("moov/trak[0]", with: [])
    },
    boxes("mp4.unknown-box", "a box of letters") { try $0.adding(makeBox("zzzz", [1, 2, 3]), to: "moov/trak[0]") },
    boxes("mp4.mandatory-track-box", "no smhd", also: ["mp4.unknown-box"]) { try retyped($0.bytes, "moov/trak[1]/mdia/minf/smhd", "zzzz") },
    boxes("mp4.mandatory-track-box", "no data references") { try $0.replacing("moov/trak[1]/mdia/minf/dinf", with: []) },
    boxes("mp4.entry-count", "two entries in dref") { try $0.patching("\(minf)/dinf/dref", at: 4, [0, 0, 0, 2]) },
    boxes("mp4.entry-count", "data reference 7") { try $0.patching("\(stbl)/stsd/avc1", at: 6, [0, 7]) },
    boxes("mp4.data-reference", "neither here nor elsewhere") { try $0.patching("\(minf)/dinf/dref/url ", at: 3, [0]) },
    boxes("mp4.entry-types", "a second entry of another type", also: ["mp4.entry-count"]) { edit in
      var entry = try edit.box("\(stbl)/stsd/avc1")
      entry.replaceSubrange(4..<8, with: Array("avc3".utf8))
      return try edit.adding(entry, to: "\(stbl)/stsd")
    },
    boxes("mp4.track-disabled", "no flag of the video track") { try $0.patching("moov/trak[0]/tkhd", at: 3, [0]) },
    boxes("mp4.matrix", "zeros in tkhd") { try $0.patching("moov/trak[0]/tkhd", at: 40, [UInt8](repeating: 0, count: 36)) },
    boxes("mp4.matrix", "zeros in mvhd") { try $0.patching("moov/mvhd", at: 36, [UInt8](repeating: 0, count: 36)) },
    boxes("mp4.codec-configuration-missing", "mp4a without esds", also: ["mp4.unknown-box"]) {
      try retyped($0.bytes, "moov/trak[1]/mdia/minf/stbl/stsd/mp4a/esds", "zzzz")
    },
    boxes("mp4.codec-configuration-missing", "AC-3 without dac3", also: ["aac.block-unreadable"]) {
      try retyped($0.bytes, "moov/trak[1]/mdia/minf/stbl/stsd/mp4a", "ac-3")
    },
    boxes("mp4.codec-configuration-missing", "esds without DecoderSpecificInfo") {
      try $0.patching("moov/trak[1]/mdia/minf/stbl/stsd/mp4a/esds", at: 30, [0xFA])
    },
    boxes("mp4.audio-configuration", "DecoderSpecificInfo of ones") {
      try $0.patching("moov/trak[1]/mdia/minf/stbl/stsd/mp4a/esds", at: 35, [0xFF, 0xFF])
    },
    boxes("mp4.track-reference", "chapters in a track 9") {
      try $0.adding(makeBox("tref", makeBox("chap", bigEndian(9))), to: "moov/trak[0]")
    },
    boxes("mp4.stream-type", "a reserved object type") {
      try $0.patching("moov/trak[1]/mdia/minf/stbl/stsd/mp4a/esds", at: 17, [0xBF])
    },
    boxes("mp4.stream-type", "AAC called MP3") { try $0.patching("moov/trak[1]/mdia/minf/stbl/stsd/mp4a/esds", at: 17, [0x6B]) },
    boxes("mp4.stream-type", "a visual stream") { try $0.patching("moov/trak[1]/mdia/minf/stbl/stsd/mp4a/esds", at: 18, [0x11]) },
    boxes("mp4.sample-groups", "a description that sgpd does not have", good: grouped) {
      try $0.patching("\(stbl)/sbgp", at: 16, bigEndian(2))
    },
    boxes("mp4.sample-groups", "more samples than the track has", also: ["across.random-access-groups"], good: grouped) {
      try $0.patching("\(stbl)/sbgp", at: 12, bigEndian(26))
    },
    boxes("mp4.sample-groups", "no descriptions", good: grouped) { try $0.replacing("\(stbl)/sgpd", with: []) },
    boxes("mp4.box-fields", "a vmhd of version 255") { try $0.patching("\(minf)/vmhd", at: 0, [0xFF]) },
    boxes("mp4.box-fields", "an sgpd of more entries than it has", also: ["mp4.sample-groups"], good: grouped) {
      try $0.patching("\(stbl)/sgpd", at: 12, bigEndian(3))
    },
    boxes("mp4.rows-left", "an sbgp of fewer rows than it has", good: grouped) { try $0.patching("\(stbl)/sbgp", at: 8, bigEndian(0)) },
    boxes("mp4.box-size", "size 0 inside a sample entry") {
      try $0.replacing("\(stbl)/stsd/avc1/pasp", with: [0, 0, 0, 0] + Array("pasp".utf8) + bigEndian(1) + bigEndian(1))
    },
    boxes("mp4.matrix", "a perspective") { try $0.patching("moov/trak[0]/tkhd", at: 72, [0xBF]) },
    boxes("mp4.unknown-box", "a sample entry of letters", also: ["mp4.unreadable-samples"]) {
      try retyped($0.bytes, "\(stbl)/stsd/avc1", "zzzz")
    },
    boxes("mp4.index-after-media", "moov after mdat", good: { try Places.fixture("faststart.mp4") }) { _ in try plain() },
  ]

  private static let movieHeaders: [RuleCase] = [
    boxes("mp4.track-id-zero", "a track without ID") {
      try $0.changing(TrackHeaderBox.self, "moov/trak[0]/tkhd") { $0.trackID = 0 }
    },
    boxes("mp4.track-id-repeated", "two tracks 2") { try $0.changing(TrackHeaderBox.self, "moov/trak[0]/tkhd") { $0.trackID = 2 } },
    boxes("mp4.next-track-id", "the next track is 2") { try $0.changing(MovieHeaderBox.self, "moov/mvhd") { $0.nextTrackID = 2 } },
    boxes(
      "mp4.zero-timescale", "a movie without time scale",
      also: ["mp4.box-fields", "mp4.unreadable-samples", "mp4.movie-duration", "mp4.track-duration", "mp4.edit-beyond-media"]
    ) {
      try $0.patching("moov/mvhd", at: 12, [0, 0, 0, 0])
    },
    boxes(
      "mp4.zero-timescale", "a track without time scale",
      also: ["mp4.box-fields", "mp4.edit-times", "across.bit-rate"]
    ) {
      try $0.patching("moov/trak[0]/mdia/mdhd", at: 12, [0, 0, 0, 0])
    },
    boxes("mp4.movie-rate", "half speed") { try $0.changing(MovieHeaderBox.self, "moov/mvhd") { $0.rate = 0x8000 } },
    boxes("mp4.media-header-mismatch", "smhd in a video track", also: ["mp4.mandatory-track-box", "mp4.missing-box"]) { edit in
      try edit.replacing("moov/trak[0]/mdia/minf/vmhd", with: edit.box("moov/trak[1]/mdia/minf/smhd"))
    },
    boxes("mp4.media-header-mismatch", "a handler of text in a video track", also: ["across.end-offset", "mp4.unreadable-samples"]) {
      try $0.patching("moov/trak[0]/mdia/hdlr", at: 8, Array("text".utf8))
    },
    boxes("mp4.handler-mismatch", "a handler of sound in a video track") {
      try $0.patching("moov/trak[0]/mdia/hdlr", at: 8, Array("soun".utf8))
    },
    boxes("mp4.handler-mismatch", "a handler of video in a sound track") {
      try $0.patching("moov/trak[1]/mdia/hdlr", at: 8, Array("vide".utf8))
    },
    boxes("mp4.rows-left", "a row of stss that is not counted", also: ["across.sync-samples"]) { edit in
      let count = try edit.box("\(stbl)/stss")[12..<16].reduce(0) { $0 << 8 | UInt32($1) }
      return try edit.patching("\(stbl)/stss", at: 4, bigEndian(count - 1))
    },
    boxes("mp4.composition-version", "a negative offset of version 0", also: ["across.composition-order"]) {
      try $0.patching("\(stbl)/ctts", at: 12, [0xFF, 0xFF, 0xFE, 0])
    },
    boxes("mp4.language", "code 0") { try $0.patching("moov/trak[0]/mdia/mdhd", at: 20, [0, 0]) },
    boxes("mp4.no-sample-description", "an empty stsd", also: ["mp4.missing-box", "mp4.unreadable-samples"]) { edit in
      try edit.replacing("\(stbl)/stsd", with: makeBox("stsd", [0, 0, 0, 0, 0, 0, 0, 0]))
    },
    boxes(
      "mp4.sample-description-index", "the second description of one",
      also: ["h264.unresolved", "mp4.unreadable-samples", "h264.order-count-step"]
    ) {
      try $0.patching("\(stbl)/stsc", at: 16, [0, 0, 0, 2])
    },
  ]

  private static let movieTables: [RuleCase] = [
    boxes("mp4.sample-count", "one sample more in stts", also: ["mp4.unreadable-samples"]) {
      try $0.patching("\(stbl)/stts", at: 8, [0, 0, 0, 26])
    },
    boxes(
      "mp4.sample-count", "one row less in ctts", also: ["mp4.duplicate-presentation-time", "mp4.box-fields", "across.composition-order"]
    ) { edit in
      try edit.changing(CompositionOffsetBox.self, "\(stbl)/ctts") { $0.entries = PackedTable(Array($0.entries).dropLast().map { $0 }) }
    },
    boxes("mp4.sample-count", "sdtp of 24 samples") { try $0.adding(makeBox("sdtp", [UInt8](repeating: 0, count: 4 + 24)), to: stbl) },
    boxes("mp4.sync-sample-order", "sample 99 of 25", also: ["across.sync-samples"]) {
      try $0.patching("\(stbl)/stss", at: 16, [0, 0, 0, 99])
    },
    boxes("mp4.no-sync-sample", "an empty stss", also: ["across.sync-samples"]) { edit in
      try edit.replacing("\(stbl)/stss", with: makeBox("stss", [0, 0, 0, 0, 0, 0, 0, 0]))
    },
    boxes("mp4.sample-to-chunk", "more samples in the last chunk than there are", good: { try Places.fixture("hvc1.mp4") }) {
      try $0.patching("\(stbl)/stsc", at: 12, [0, 0, 0, 200])
    },
    boxes("mp4.sample-to-chunk", "the second run begins at chunk 1", also: ["mp4.unreadable-samples"]) {
      try $0.patching("\(stbl)/stsc", at: 20, [0, 0, 0, 1])
    },
    // The first and the fifth chunk of sound have one frame each.
    boxes(
      "mp4.chunk-overlap", "the second chunk at the place of the first",
      also: ["mp4.tracks-overlap", "aac.block-unreadable", "aac.bytes-after-block"]
    ) {
      edit in
      let path = "moov/trak[1]/mdia/minf/stbl/stco"
      return try edit.patching(path, at: 12, Array(try edit.box(path)[16..<20]))
    },
    boxes("mp4.tracks-overlap", "a chunk of sound inside one of pictures", also: ["aac.block-unreadable", "mp4.chunk-order"]) { edit in
      let path = "moov/trak[1]/mdia/minf/stbl/stco"
      let pictures = try edit.box("\(stbl)/stco")[16..<20].reduce(0) { $0 << 8 | UInt32($1) }
      return try edit.patching(path, at: 8, bigEndian(pictures + 10))
    },
    boxes("mp4.chunk-order", "two chunks exchanged", also: ["mp4.tracks-overlap", "aac.block-unreadable", "aac.bytes-after-block"]) {
      edit in
      let path = "moov/trak[1]/mdia/minf/stbl/stco"
      let (first, fifth) = (Array(try edit.box(path)[16..<20]), Array(try edit.box(path)[32..<36]))
      return try BoxEdit(try edit.patching(path, at: 8, fifth)).patching(path, at: 24, first)
    },
    boxes("mp4.sample-outside-file", "a chunk at the end of the file", also: ["mp4.unreadable-samples", "mp4.sample-outside-media-data"]) {
      edit in
      let count = UInt32(edit.bytes.count - 3)
      let place = (0..<4).map { UInt8(truncatingIfNeeded: count >> UInt32(24 - 8 * $0)) }
      return try edit.patching("moov/trak[1]/mdia/minf/stbl/stco", at: 8 + 4 * 23, place)
    },
    boxes("mp4.sample-outside-media-data", "a chunk in moov", also: ["mp4.unreadable-samples", "aac.block-unreadable", "mp4.chunk-order"]) {
      edit in
      try edit.patching("moov/trak[1]/mdia/minf/stbl/stco", at: 8, [0, 0, 0x3C, 0x00])
    },
    boxes("mp4.blank-samples", "a hole in the media data", also: ["h264.order-count-step"]) { edit in
      var bytes = edit.bytes
      // The last two pictures, and five frames of audio.
      bytes.replaceSubrange(13_072..<15_039, with: [UInt8](repeating: 0, count: 15_039 - 13_072))
      return bytes
    },
    boxes("mp4.byte-stream-format", "two pictures with start codes", also: ["h264.order-count-step", "h264.frame-num-gap"]) { edit in
      var (bytes, reader) = (edit.bytes, try MediaReader(MemorySource(edit.bytes)).reopened(track: 0))
      var left = 2
      while left > 0, let sample = try reader.next() {
        if sample.isKey { continue }
        bytes.replaceSubrange(Int(sample.offset)..<Int(sample.offset) + 4, with: [0, 0, 0, 1])
        left -= 1
      }
      return bytes
    },
    boxes(
      "mp4.sample-without-picture", "filler data in place of a picture", also: ["h264.order-count-step", "h264.frame-num-gap"]
    ) { edit in
      var (bytes, reader) = (edit.bytes, try MediaReader(MemorySource(edit.bytes)).reopened(track: 0))
      var last: MediaSample?
      while let sample = try reader.next() { last = sample }
      let sample = try #require(last)
      let (start, end) = (Int(sample.offset) + 4, Int(sample.offset + sample.size))
      bytes.replaceSubrange(start..<end, with: [0x0C] + [UInt8](repeating: 0xFF, count: end - start - 2) + [0x80])
      return bytes
    },
    boxes("mp4.empty-sample", "a sound sample of no bytes", also: ["mp4.unreadable-samples", "aac.empty-block"]) { edit in
      try edit.patching("moov/trak[1]/mdia/minf/stbl/stsz", at: 12 + 4 * 44, [0, 0, 0, 0])
    },
  ]

  private static let movieTimes: [RuleCase] = [
    boxes(
      "mp4.coarse-interleaving", "6 MiB between pictures and sound",
      also: ["across.sound-drift", "mp4.movie-duration", "mp4.track-duration", "mp4.edit-beyond-media", "across.bit-rate"]
    ) { edit in
      // The tracks last ten seconds, and the sound is in a second mdat.
      var copy = BoxEdit(try edit.changing(MediaHeaderBox.self, "moov/trak[0]/mdia/mdhd") { $0.timescale = 1280 })
      copy = BoxEdit(try copy.changing(MediaHeaderBox.self, "moov/trak[1]/mdia/mdhd") { $0.timescale = 4410 })
      let media = try edit.box("mdat")
      let gap = makeBox("free", [UInt8](repeating: 0, count: 6 << 20))
      copy = BoxEdit(
        try copy.changing(ChunkOffsetBox.self, "moov/trak[1]/mdia/minf/stbl/stco") { box in
          box.chunkOffsets = PackedTable(Array(box.chunkOffsets).map { $0 + UInt32(media.count + gap.count) })
        })
      let start = copy.bytes.count - (try copy.box("moov")).count
      copy.bytes.insert(contentsOf: gap + media, at: start)
      return copy.bytes
    },
    boxes(
      "mp4.zero-duration", "all pictures at once",
      also: ["across.composition-order", "mp4.media-duration", "mp4.duplicate-presentation-time", "mp4.edit-beyond-media"]
    ) {
      try $0.patching("\(stbl)/stts", at: 12, [0, 0, 0, 0])
    },
    boxes("mp4.duplicate-presentation-time", "no composition offsets but one", also: ["across.composition-order"]) { edit in
      try edit.changing(CompositionOffsetBox.self, "\(stbl)/ctts") { box in
        var rows = Array(box.entries)
        rows[1].sampleOffset = rows[0].sampleOffset
        box.entries = PackedTable(rows)
      }
    },
    boxes("mp4.uneven-presentation", "a picture a tenth of its duration late") { edit in
      try edit.changing(CompositionOffsetBox.self, "\(stbl)/ctts") { box in
        var rows = Array(box.entries)
        rows[4].sampleOffset += 51
        box.entries = PackedTable(rows)
      }
    },
    boxes("mp4.media-duration", "mdhd of no time") { try $0.changing(MediaHeaderBox.self, "moov/trak[0]/mdia/mdhd") { $0.duration = 0 } },
    boxes("mp4.media-duration", "mdhd of two seconds") {
      try $0.changing(MediaHeaderBox.self, "moov/trak[0]/mdia/mdhd") { $0.duration = 25_600 }
    },
    boxes("mp4.track-duration", "tkhd of three seconds", also: ["mp4.movie-duration"]) {
      try $0.changing(TrackHeaderBox.self, "moov/trak[0]/tkhd") { $0.duration = 3000 }
    },
    boxes("mp4.track-duration", "tkhd of no time") { try $0.changing(TrackHeaderBox.self, "moov/trak[0]/tkhd") { $0.duration = 0 } },
    boxes("mp4.movie-duration", "mvhd of no time") { try $0.changing(MovieHeaderBox.self, "moov/mvhd") { $0.duration = 0 } },
    boxes("mp4.movie-duration", "mvhd of ten seconds") { try $0.changing(MovieHeaderBox.self, "moov/mvhd") { $0.duration = 10_000 } },
    boxes("mp4.edit-times", "an edit of no time", also: ["mp4.track-duration", "across.end-offset"]) { edit in
      try edit.changing(EditListBox.self, "moov/trak[0]/edts/elst") { box in
        var rows = Array(box.entries)
        rows[0].editDuration = 0
        box.entries = PackedTable(rows)
      }
    },
    boxes("mp4.edit-times", "an edit of one millisecond", also: ["mp4.track-duration"]) { edit in
      try edit.changing(EditListBox.self, "moov/trak[0]/edts/elst") { box in
        var rows = Array(box.entries)
        rows[0].editDuration = 1
        box.entries = PackedTable(rows)
      }
    },
    boxes("mp4.edit-times", "an edit that begins before the media", also: ["across.start-offset", "across.end-offset"]) { edit in
      try edit.changing(EditListBox.self, "moov/trak[0]/edts/elst") { box in
        var rows = Array(box.entries)
        rows[0].mediaTime = -700
        box.entries = PackedTable(rows)
      }
    },
    boxes("mp4.reserved-field", "bytes after the duration of tkhd") { try $0.patching("moov/trak[0]/tkhd", at: 27, [1]) },
    boxes("mp4.reserved-field", "a component type in hdlr") {
      try $0.patching("moov/trak[0]/mdia/hdlr", at: 4, Array("mhlr".utf8))
    },
    boxes("mp4.undefined-flags", "flags of stts") { try $0.patching("\(stbl)/stts", at: 2, [0x10]) },
    boxes("mp4.edit-beyond-media", "an edit of four seconds", also: ["mp4.track-duration", "mp4.box-fields"]) { edit in
      try edit.changing(EditListBox.self, "moov/trak[0]/edts/elst") { box in
        var rows = Array(box.entries)
        rows[0].editDuration = 4000
        box.entries = PackedTable(rows)
      }
    },
    boxes("mp4.empty-last-edit", "an empty edit alone") { edit in
      try edit.changing(EditListBox.self, "moov/trak[0]/edts/elst") { box in
        var rows = Array(box.entries)
        rows[0].mediaTime = -1
        box.entries = PackedTable(rows)
      }
    },
    boxes("mp4.empty-last-edit", "an empty edit after that of the media", also: ["mp4.track-duration"]) { edit in
      try edit.changing(EditListBox.self, "moov/trak[0]/edts/elst") { box in
        var empty = box.entries[0]
        empty.mediaTime = -1
        box.entries = PackedTable([box.entries[0], empty])
      }
    },
    boxes("mp4.complex-edit-list", "two edits of half a second") { edit in
      try edit.changing(EditListBox.self, "moov/trak[0]/edts/elst") { box in
        var first = box.entries[0]
        first.editDuration = 500
        var second = first
        second.mediaTime += 6400
        box.entries = PackedTable([first, second])
      }
    },
  ]
}
