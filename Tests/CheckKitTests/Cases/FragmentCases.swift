import BitstreamKit
import CheckKit
import H264Kit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

private let fragmented: @Sendable () throws -> [UInt8] = { try Places.fixture("fragmented.mp4") }
private let plain: @Sendable () throws -> [UInt8] = { try Places.fixture("plain.mp4") }

/// A case whose bad file is the fragmented fixture with other bytes of the same number, so that all offsets stay.
private func fragment(
  _ rule: String, _ name: String, also: Set<String> = [], targets: [CheckTarget] = [],
  good: @escaping @Sendable () throws -> [UInt8] = fragmented,
  _ damage: @escaping @Sendable (BoxEdit) throws -> [UInt8]
) -> RuleCase {
  RuleCase(rule: rule, name: name, also: also, targets: targets, good: good) { try damage(BoxEdit($0)) }
}

/// The fragmented fixture with a `styp` before some of its fragments, of which the second does not begin with a sync sample.
private func segments(_ starts: Set<Int>) throws -> [UInt8] {
  let bytes = try BoxEdit(try fragmented()).patching("moof[1]/traf[0]/trun", at: 12, [0x01, 0x01, 0x00, 0x00])
  var (walker, result, place, number) = (BoxWalker(MemorySource(bytes)), [UInt8](), 0, 0)
  while let box = try walker.next() {
    walker.leave(box)
    guard box.depth == 0, box.header.type == "moof" else { continue }
    result += bytes[place..<Int(box.offset)]
    place = Int(box.offset)
    if starts.contains(number) { result += makeBox("styp", Array("msdh".utf8), [0, 0, 0, 0], Array("msdhmsix".utf8)) }
    number += 1
  }
  return result + bytes[place...]
}

/// The fragmented fixture without sound.
private func onlyVideo() throws -> [UInt8] { try video(of: fragmented()) }

/// The video of the plain fixture in fragments, with an edit that moves its first picture to time 0.
private func offsetVideo() throws -> [UInt8] { try video(of: plain()) }

private func video(of file: [UInt8]) throws -> [UInt8] {
  var options = CarryOptions()
  options.tracks = [0]
  options.layout = .fragmented(.zero)
  return try remuxed(file, to: .mp4, options)
}

/// The fixture with B pictures in fragments, with a caption pair for CC1 before its first picture if `hasCaptions`.
private func captioned(_ hasCaptions: Bool) throws -> [UInt8] {
  var bytes = try Places.fixture("bframes.h264")
  if hasCaptions {
    // A user_data_registered_itu_t_t35 message of ATSC A/53: one pair with the control code for pop-on captions.
    let caption: [UInt8] = [0xB5, 0x00, 0x31] + Array("GA94".utf8) + [3, 0xC1, 0xFF, 0xFC, 0x94, 0x20, 0xFF]
    let unit = [0, 0, 0, 1, 6, 4, UInt8(caption.count)] + caption + [0x80]
    let first = try #require(bytes.firstRange(of: [0, 0, 1, 0x65]))
    bytes.insert(contentsOf: unit, at: first.lowerBound)
  }
  var options = CarryOptions()
  options.layout = .fragmented(.zero)
  return try remuxed(bytes, to: .mp4, options)
}

extension RuleCase {
  static let fragments: [RuleCase] = [
    fragment("mp4.fragment-unknown-track", "a fragment of track 9", also: ["mp4.random-access-table", "mp4.unreadable-samples"]) {
      try $0.patching("moof[0]/traf[1]/tfhd", at: 4, [0, 0, 0, 9])
    },
    fragment("mp4.segment-alone", "fragments without moov", also: ["mp4.random-access-offset"]) { edit in
      try BoxEdit(edit.replacing("moov", with: [])).replacing("ftyp", with: makeBox("styp", Array("msdh".utf8), [0, 0, 0, 0]))
    },
    fragment("mp4.track-extends-missing", "no trex of track 2") { try retyped($0.bytes, "moov/mvex/trex[1]", "free") },
    fragment("mp4.track-extends-missing", "no mvex") { try retyped($0.bytes, "moov/mvex", "free") },
    fragment(
      "mp4.track-extends-missing", "fragments after the media data of a movie",
      also: ["h264.idr-pic-id-repeated", "mp4.random-access-offset", "across.sound-drift", "across.level-rate"], good: plain
    ) { edit in
      let fragments = try Places.fixture("fragmented.mp4")
      let first = try #require(fragments.indices.first { fragments[$0...].starts(with: "moof".utf8) }) - 4
      return edit.bytes + fragments[first...]
    },
    fragment("mp4.fragment-number-gap", "fragment 9 after fragment 1", also: ["mp4.fragment-sequence"]) {
      try $0.patching("moof[1]/mfhd", at: 4, [0, 0, 0, 9])
    },
    fragment("mp4.segment-index-access", "an access point that starts the subsegment after a while") {
      try $0.changing(SegmentIndexBox.self, "sidx[0]") { box in
        var rows = Array(box.references)
        (rows[0].startsWithSAP, rows[0].sapType, rows[0].sapDeltaTime) = (true, 1, 5)
        box.references = PackedTable(rows)
      }
    },
    fragment("mp4.segment-index-access", "an access point of type 7") {
      try $0.changing(SegmentIndexBox.self, "sidx[0]") { box in
        var rows = Array(box.references)
        (rows[0].sapType, rows[0].sapDeltaTime) = (7, 0)
        box.references = PackedTable(rows)
      }
    },
    fragment("mp4.undefined-flags", "flags of tfdt") { try $0.patching("moof[0]/traf[0]/tfdt", at: 1, [0x80]) },
    fragment("mp4.fragment-sequence", "two fragments 1", also: ["mp4.fragment-number-gap"]) {
      try $0.patching("moof[1]/mfhd", at: 4, [0, 0, 0, 1])
    },
    fragment(
      "mp4.fragment-time-gap", "the second fragment is a minute later",
      also: ["mp4.random-access-table", "across.end-offset", "mp4.fragment-time-overlap"]
    ) {
      try $0.changing(TrackFragmentBaseMediaDecodeTimeBox.self, "moof[1]/traf[0]/tfdt") { $0.baseMediaDecodeTime += 768_000 }
    },
    fragment(
      "mp4.fragment-time-overlap", "the second fragment begins at 0", also: ["mp4.duplicate-presentation-time", "mp4.fragment-time-gap"]
    ) {
      try $0.changing(TrackFragmentBaseMediaDecodeTimeBox.self, "moof[1]/traf[0]/tfdt") { $0.baseMediaDecodeTime = 0 }
    },
    fragment("mp4.fragment-time-missing", "free instead of tfdt") { try retyped($0.bytes, "moof[1]/traf[1]/tfdt", "free") },
    fragment(
      "mp4.fragment-data-outside", "the data offset is 0",
      also: ["mp4.tracks-overlap", "aac.block-unreadable", "mp4.sample-outside-media-data", "mp4.unreadable-samples"]
    ) {
      try $0.patching("moof[1]/traf[1]/trun", at: 8, [0, 0, 0, 0])
    },
    fragment(
      "mp4.fragment-duration", "mehd of an hour",
      good: {
        // The metadata makes room for mehd and a free box.
        let edit = BoxEdit(try fragmented())
        let extends = BoxEdit(try edit.replacing("moov/udta", with: makeBox("free", [UInt8](repeating: 0, count: 37))))
        return try extends.adding(makeBox("mehd", [0, 0, 0, 0] + bigEndian(1000)), to: "moov/mvex")
      }
    ) {
      try $0.patching("moov/mvex/mehd", at: 4, bigEndian(3_600_000))
    },
    fragment("mp4.segment-index-sizes", "the first segment one byte longer") { edit in
      try edit.changing(SegmentIndexBox.self, "sidx") { box in
        var rows = Array(box.references)
        rows[0].referencedSize += 1
        box.references = PackedTable(rows, layout: 0)
      }
    },
    fragment("mp4.segment-index-sizes", "the last segment ends before a box does") { edit in
      try edit.changing(SegmentIndexBox.self, "sidx") { box in
        var rows = Array(box.references)
        rows[rows.count - 1].referencedSize -= 1
        box.references = PackedTable(rows, layout: 0)
      }
    },
    fragment("mp4.segment-index-sizes", "the last segment ends after the file") { edit in
      try edit.changing(SegmentIndexBox.self, "sidx") { box in
        var rows = Array(box.references)
        rows[rows.count - 1].referencedSize += 100_000
        box.references = PackedTable(rows, layout: 0)
      }
    },
    fragment("mp4.segment-index-times", "a segment of an hour") { edit in
      try edit.changing(SegmentIndexBox.self, "sidx") { box in
        var rows = Array(box.references)
        rows[0].subsegmentDuration += box.timescale * 3600
        box.references = PackedTable(rows, layout: 0)
      }
    },
    fragment("mp4.segment-index-times", "a first time that is late by a segment") { edit in
      try edit.changing(SegmentIndexBox.self, "sidx") { $0.earliestPresentationTime += UInt64($0.timescale) }
    },
    fragment(
      "mp4.rows-left", "a sample that trun does not count",
      also: ["mp4.fragment-time-gap", "mp4.random-access-table", "h264.order-count-step"]
    ) { edit in
      let count = try edit.box("moof/traf/trun")[12..<16].reduce(0) { $0 << 8 | UInt32($1) }
      return try edit.patching("moof/traf/trun", at: 4, bigEndian(count - 1))
    },
    fragment("mp4.segment-index-times", "a reference to an index in place of a fragment") {
      try $0.changing(SegmentIndexBox.self, "sidx") { box in
        var rows = Array(box.references)
        rows[0].referenceType = 1
        box.references = PackedTable(rows)
      }
    },
    fragment(
      "mp4.movie-hidden", "media data up to the end of the file",
      also: ["mp4.random-access-table", "mp4.segment-index-sizes", "mp4.segment-index-times", "mp4.fragment-duration"]
    ) { edit in
      let place = try BoxTree(MemorySource(edit.bytes)), node = try #require(place.find("mdat").first)
      var bytes = edit.bytes
      bytes.replaceSubrange(Int(place.nodes[node].place.offset)..<Int(place.nodes[node].place.offset) + 4, with: [0, 0, 0, 0])
      return bytes
    },
    fragment("mp4.segment-index-timescale", "one tick a second more") { edit in
      try edit.changing(SegmentIndexBox.self, "sidx") { $0.timescale += 1 }
    },
    fragment("mp4.segment-index-times", "another time scale", also: ["mp4.segment-index-timescale"]) { edit in
      try edit.changing(SegmentIndexBox.self, "sidx") { $0.timescale /= 4 }
    },
    fragment("mp4.random-access-table", "more entries than the box has") {
      try $0.patching("mfra/tfra", at: 12, bigEndian(1 << 24))
    },
    fragment("mp4.random-access-table", "a second run that is not there") { edit in
      try edit.changing(TrackFragmentRandomAccessBox.self, "mfra/tfra") { box in
        var rows = Array(box.entries)
        rows[0].trunNumber = 2
        box.entries = PackedTable(rows, layout: box.entries.layout)
      }
    },
    fragment("mp4.random-access-table", "mfro of another size") { try $0.patching("mfra/mfro", at: 4, [0, 0, 9, 9]) },
    fragment("mp4.random-access-offset", "an entry one byte later") { edit in
      try edit.changing(TrackFragmentRandomAccessBox.self, "mfra/tfra") { box in
        var rows = Array(box.entries)
        rows[0].moofOffset += 1
        box.entries = PackedTable(rows, layout: box.entries.layout)
      }
    },
  ]

  static let targets: [RuleCase] = [
    RuleCase(
      rule: "target.container", name: "an FLV file for CMAF", isRuinous: true, targets: [.cmaf, .safari], good: plain,
      damage: { _ in try Places.fixture("avc_aac.flv") }),
    RuleCase(
      rule: "target.container", name: "a byte stream for RTMP", isRuinous: true, targets: [.rtmp],
      good: { try Places.fixture("avc_aac.flv") }, damage: { _ in try Places.fixture("bframes.h264") }),
    fragment("apple.sample-entry", "hev1", targets: [.safari], good: { try Places.fixture("hvc1.mp4") }) { edit in
      try retyped(edit.bytes, "moov/trak/mdia/minf/stbl/stsd/hvc1", "hev1")
    },
    fragment("hls.h264-profile", "level 6.2", also: ["across.avc-configuration"], targets: [.hls], good: plain) { edit in
      try edit.changing(AVCConfigurationBox.self, "moov/trak[0]/mdia/minf/stbl/stsd/avc1/avcC") { box in
        box.config.sequenceParameterSets[0][3] = 62
      }
    },
    fragment("apple.level", "H.264 of level 6.2", also: ["across.avc-configuration"], targets: [.safari], good: plain) { edit in
      try edit.changing(AVCConfigurationBox.self, "moov/trak[0]/mdia/minf/stbl/stsd/avc1/avcC") { box in
        box.config.sequenceParameterSets[0][3] = 62
      }
    },
    fragment("apple.level", "H.265 of level 6.2", targets: [.quicktime], good: { try Places.fixture("hvc1.mp4") }) { edit in
      try edit.changing(HEVCConfigurationBox.self, "moov/trak/mdia/minf/stbl/stsd/hvc1/hvcC") { box in
        for array in box.config.arrays.indices where [32, 33].contains(box.config.arrays[array].nalUnitType) {
          // general_level_idc is found by its value after the header and the profile.
          let units = box.config.arrays[array].nalUnits[0]
          if let place = units.indices.first(where: { $0 > 10 && units[$0] == box.config.generalLevelIdc }) {
            box.config.arrays[array].nalUnits[0][place] = 186
          }
        }
        box.config.generalLevelIdc = 186
      }
    },
    fragment("hls.hevc-profile", "format range extensions", targets: [.hls], good: { try Places.fixture("hvc1.mp4") }) { edit in
      try edit.changing(HEVCConfigurationBox.self, "moov/trak/mdia/minf/stbl/stsd/hvc1/hvcC") { box in
        for array in box.config.arrays.indices where [32, 33].contains(box.config.arrays[array].nalUnitType) {
          // profile_tier_level() follows two bytes of a video, and one of a sequence parameter set.
          let first = box.config.arrays[array].nalUnitType == 32 ? 6 : 3
          box.config.arrays[array].nalUnits[0].replaceSubrange(first..<first + 2, with: [4, 0x08])
        }
        box.config.generalProfileIdc = 4
        box.config.generalProfileCompatibilityFlags = 0x0800_0000
      }
    },
    fragment(
      "hls.frame-rate", "a second of video that lasts four tenths",
      also: ["mp4.track-duration", "mp4.edit-beyond-media", "across.end-offset", "across.bit-rate", "across.level-rate"], targets: [.hls],
      good: plain
    ) { edit in
      try edit.changing(MediaHeaderBox.self, "moov/trak[0]/mdia/mdhd") { $0.timescale = 32_000 }
    },
    fragment("hls.interlaced", "field pairs", targets: [.hls], good: plain) { _ in
      try remuxed(try Places.fixture("interlaced.h264"))
    },
    fragment(
      "hls.key-interval", "a second of video that lasts ten",
      also: ["mp4.track-duration", "mp4.edit-beyond-media", "across.end-offset", "across.bit-rate"], targets: [.hls], good: plain
    ) { edit in
      try edit.changing(MediaHeaderBox.self, "moov/trak[0]/mdia/mdhd") { $0.timescale = 1280 }
    },
    fragment("hls.group-duration", "a sync sample moved", also: ["across.sync-samples"], targets: [.hls], good: plain) {
      // Sample 5 instead of 13.
      try $0.patching("moov/trak[0]/mdia/minf/stbl/stss", at: 12, [0, 0, 0, 5])
    },
    fragment(
      "rtmp.key-interval", "a second of video that lasts ten",
      also: ["mp4.track-duration", "mp4.edit-beyond-media", "across.end-offset", "across.bit-rate"], targets: [.rtmp], good: plain
    ) { edit in
      try edit.changing(MediaHeaderBox.self, "moov/trak[0]/mdia/mdhd") { $0.timescale = 1280 }
    },
    fragment(
      "apple.chroma", "10 bits of luma", also: ["across.avc-configuration", "h264.profile-tools"], targets: [.safari], good: plain
    ) { edit in
      try edit.changing(AVCConfigurationBox.self, "moov/trak[0]/mdia/minf/stbl/stsd/avc1/avcC") { box in
        guard var unit = try? H264Kit.NALUnit(parsing: box.config.sequenceParameterSets[0], sets: H264Kit.ParameterSets()),
          case .seqParameterSet(var set) = unit.payload
        else { return }
        set.sampleFormat?.bitDepthLumaMinus8 = 2
        unit.payload = .seqParameterSet(set)
        if let bytes = try? unit.encoded(sets: H264Kit.ParameterSets()) { box.config.sequenceParameterSets[0] = bytes }
      }
    },
    fragment(
      "hls.fragment-start", "no sync sample at the start", also: ["across.dependency-flags", "across.sync-samples"], targets: [.hls]
    ) {
      // first_sample_flags follow data_offset: sample_is_non_sync_sample.
      try $0.patching("moof[1]/traf[0]/trun", at: 12, [0x01, 0x01, 0x00, 0x00])
    },
    // A segment of two chunks, of which the second does not begin with a sync sample, and two segments.
    fragment(
      "hls.fragment-start", "a segment that does not begin with a sync sample", also: ["across.dependency-flags", "across.sync-samples"],
      targets: [.hls], good: { try segments([0]) }
    ) { _ in try segments([0, 1]) },
    fragment(
      "cmaf.one-track", "video and sound", also: ["cmaf.one-track-fragment", "mp4.next-track-id"], targets: [.cmaf],
      good: { try onlyVideo() }
    ) { _ in try fragmented() },
    fragment("cmaf.not-fragmented", "a plain file", also: ["mp4.index-after-media"], targets: [.dash]) { _ in try plain() },
    fragment(
      "cmaf.brand", "no brand", targets: [.cmaf], good: { try BoxEdit(try onlyVideo()).patching("ftyp", at: 12, Array("cmfc".utf8)) }
    ) { _ in
      try onlyVideo()
    },
    fragment("cmaf.edit-list", "video with edits in a file of brand cmf2", targets: [.cmaf], good: { try offsetVideo() }) {
      try $0.patching("ftyp", at: 8, Array("cmf2".utf8))
    },
    fragment("cmaf.edit-list", "an edit of rate 2", also: ["mp4.complex-edit-list"], targets: [.cmaf], good: { try offsetVideo() }) {
      // The rate follows the count, the duration and the time of the edit.
      try $0.patching("moov/trak[0]/edts/elst", at: 16, [0, 2])
    },
    fragment("hls.captions", "captions in the pictures", targets: [.hls], good: { try captioned(false) }) { _ in try captioned(true) },
    fragment("cmaf.base-is-moof", "no default-base-is-moof", targets: [.hls]) {
      try $0.patching("moof[0]/traf[0]/tfhd", at: 1, [0])
    },
    fragment("cmaf.one-track-fragment", "two", also: ["cmaf.one-track", "mp4.next-track-id"], targets: [.cmaf], good: { try onlyVideo() }) {
      _ in try fragmented()
    },
    fragment("hls.codec", "Opus", also: ["aac.block-unreadable", "mp4.codec-configuration-missing"], targets: [.hls], good: plain) {
      try retyped($0.bytes, "moov/trak[1]/mdia/minf/stbl/stsd/mp4a", "Opus")
    },
    fragment("rtmp.codec", "ALAC", also: ["aac.block-unreadable", "mp4.codec-configuration-missing"], targets: [.rtmp], good: plain) {
      try retyped($0.bytes, "moov/trak[1]/mdia/minf/stbl/stsd/mp4a", "alac")
    },
    fragment("chrome.codec", "ALAC", also: ["aac.block-unreadable", "mp4.codec-configuration-missing"], targets: [.chrome], good: plain) {
      try retyped($0.bytes, "moov/trak[1]/mdia/minf/stbl/stsd/mp4a", "alac")
    },
    fragment(
      "chrome.several-sample-entries", "two encodings", also: ["h264.idr-pic-id-repeated"], targets: [.chrome],
      good: { try remuxed(try Places.fixture("bframes.h264")) }
    ) {
      _ in
      let stream = try Places.fixture("bframes.h264")
      return try remuxed(stream + StreamEdit.sps(stream) { $0.levelIdc += 1 })
    },
    fragment("chrome.hevc", "H.265", also: ["mp4.index-after-media"], targets: [.chrome], good: { try Places.fixture("faststart.mp4") }) {
      _ in
      try Places.fixture("hvc1.mp4")
    },
    fragment("apple.codec", "PCM of ISO/IEC 23003-5", targets: [.safari], good: plain) {
      try retyped($0.bytes, "moov/trak[1]/mdia/minf/stbl/stsd/mp4a", "ipcm")
    },
    fragment("android.codec", "ALAC", also: ["mp4.codec-configuration-missing"], targets: [.android], good: plain) {
      try retyped($0.bytes, "moov/trak[1]/mdia/minf/stbl/stsd/mp4a", "alac")
    },
  ]
}
