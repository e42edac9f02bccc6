import BitstreamKit
import H264Kit
import MP4Kit
import RemuxKit
import TestSupport
import Testing
import NALKit

private let plain: @Sendable () throws -> [UInt8] = { try Places.fixture("plain.mp4") }
private let stbl = "moov/trak[0]/mdia/minf/stbl"
private let stsd = "moov/trak[0]/mdia/minf/stbl/stsd"

private func mixed(
  _ rule: String, _ name: String, also: Set<String> = [], good: @escaping @Sendable () throws -> [UInt8] = plain,
  _ damage: @escaping @Sendable (BoxEdit) throws -> [UInt8]
) -> RuleCase {
  RuleCase(rule: rule, name: name, also: also, good: good) { try damage(BoxEdit($0)) }
}

/// Changes the timing of the set in the sample entry.
private func timed(_ ticksPerSecond: UInt32) -> @Sendable (BoxEdit) throws -> [UInt8] {
  return { edit in
    try edit.changing(AVCConfigurationBox.self, "\(stsd)/avc1/avcC") { box in
      let changed = try? StreamEdit.vui([0, 0, 0, 1] + box.config.sequenceParameterSets[0]) { vui in
        vui.timingInfo?.numUnitsInTick = 1
        vui.timingInfo?.timeScale = ticksPerSecond
        vui.timingInfo?.fixedFrameRateFlag = true
      }
      if let changed { box.config.sequenceParameterSets[0] = Array(changed.dropFirst(4)) }
    }
  }
}

/// The plain fixture with iTunSMPB; its edit list removes 1024 samples.
private func primed(_ delay: String) throws -> [UInt8] {
  let text = Array(" 00000000 \(delay) 00000000 0000000000000400 00000000".utf8)
  let item = makeBox(
    "----", makeBox("mean", [0, 0, 0, 0] + Array("com.apple.iTunes".utf8)), makeBox("name", [0, 0, 0, 0] + Array("iTunSMPB".utf8)),
    makeBox("data", bigEndian(1) + bigEndian(0) + text))
  return try BoxEdit(try plain()).adding(item, to: "moov/udta/meta/ilst")
}

extension RuleCase {
  static let across: [RuleCase] = [
    mixed("across.avc-configuration", "avcC of level 0.9") {
      try $0.changing(AVCConfigurationBox.self, "\(stsd)/avc1/avcC") { $0.config.avcLevelIndication = 9 }
    },
    mixed("across.avc-configuration", "avcC of level 245") {
      try $0.changing(AVCConfigurationBox.self, "\(stsd)/avc1/avcC") { $0.config.avcLevelIndication = 245 }
    },
    mixed("across.avc-configuration", "avcC of constraints that the set has not") {
      try $0.changing(AVCConfigurationBox.self, "\(stsd)/avc1/avcC") { $0.config.profileCompatibility = 0xFC }
    },
    mixed("across.hevc-configuration", "hvcC of Main 10", good: { try Places.fixture("hvc1.mp4") }) {
      try $0.patching("moov/trak[0]/mdia/minf/stbl/stsd/hvc1/hvcC", at: 1, [2])
    },
    mixed("across.hevc-configuration", "hvcC without the flag of its profile", good: { try Places.fixture("hvc1.mp4") }) {
      try $0.patching("moov/trak[0]/mdia/minf/stbl/stsd/hvc1/hvcC", at: 2, [0x20])
    },
    mixed("across.hevc-configuration", "hvcC of interlaced pictures", good: { try Places.fixture("hvc1.mp4") }) {
      try $0.patching("moov/trak[0]/mdia/minf/stbl/stsd/hvc1/hvcC", at: 6, [0xD0])
    },
    mixed("across.hevc-configuration", "an array of VPS called SPS", good: { try Places.fixture("hvc1.mp4") }) {
      try $0.patching("moov/trak[0]/mdia/minf/stbl/stsd/hvc1/hvcC", at: 23, [0xA1])
    },
    mixed("across.hevc-configuration", "hvcC of 10 bits of chroma", good: { try Places.fixture("hvc1.mp4") }) {
      try $0.patching("moov/trak[0]/mdia/minf/stbl/stsd/hvc1/hvcC", at: 18, [0xFA])
    },
    mixed("across.hevc-configuration", "four temporal layers", good: { try Places.fixture("hvc1.mp4") }) {
      try $0.patching("moov/trak[0]/mdia/minf/stbl/stsd/hvc1/hvcC", at: 21, [0x27])
    },
    mixed("across.track-size", "tkhd of no columns") { try $0.changing(TrackHeaderBox.self, "moov/trak[0]/tkhd") { $0.width = 0 } },
    mixed("across.track-size", "tkhd of twice the columns") {
      try $0.changing(TrackHeaderBox.self, "moov/trak[0]/tkhd") { $0.width *= 2 }
    },
    // Players of QuickTime files apply pasp to the size in tkhd.
    mixed(
      "across.track-size", "the shape of a QuickTime file in an ISO file",
      good: {
        let wide = try BoxEdit(plain()).changing(TrackHeaderBox.self, "moov/trak[0]/tkhd") { $0.width *= 2 }
        return try BoxEdit(wide).patching("ftyp", at: 0, Array("qt  ".utf8))
      }
    ) { try $0.patching("ftyp", at: 0, Array("isom".utf8)) },
    mixed("across.picture-size", "an entry of no rows") { try $0.patching("\(stsd)/avc1", at: 26, [0, 0]) },
    mixed("across.picture-size", "an entry of 256 columns") { try $0.patching("\(stsd)/avc1", at: 24, [1, 0]) },
    mixed("across.pixel-aspect-ratio", "pasp 1:0") { try $0.patching("\(stsd)/avc1/pasp", at: 4, bigEndian(0)) },
    mixed("across.pixel-aspect-ratio", "pasp 2:1") { try $0.patching("\(stsd)/avc1/pasp", at: 3, [2]) },
    mixed(
      "across.colour", "colr of BT.2020, VUI of BT.709",
      good: {
        let coloured = try StreamEdit.vui(try Places.fixture("interlaced.h264")) { vui in
          vui.videoSignalType = .init()
          vui.videoSignalType?.colourDescription = .init()
          vui.videoSignalType?.colourDescription?.colourPrimaries = 1
          vui.videoSignalType?.colourDescription?.transferCharacteristics = 1
          vui.videoSignalType?.colourDescription?.matrixCoefficients = 1
        }
        return try remuxed(coloured)
      }
    ) { edit in
      let box = makeBox("colr", Array("nclx".utf8) + [0, 9, 0, 16, 0, 9, 0])
      let hasBox = try BoxTree(MemorySource(edit.bytes))["\(stsd)/avc1/colr"] != nil
      return hasBox ? try edit.replacing("\(stsd)/avc1/colr", with: box) : try edit.adding(box, to: "\(stsd)/avc1")
    },
    mixed(
      "across.colour-range", "colr of full range, VUI of limited range",
      good: {
        let coloured = try StreamEdit.vui(try Places.fixture("interlaced.h264")) { $0.videoSignalType = .init() }
        let edit = BoxEdit(try remuxed(coloured))
        let box = makeBox("colr", Array("nclx".utf8) + [0, 2, 0, 2, 0, 2, 0])
        let hasBox = try BoxTree(MemorySource(edit.bytes))["\(stsd)/avc1/colr"] != nil
        return hasBox ? try edit.replacing("\(stsd)/avc1/colr", with: box) : try edit.adding(box, to: "\(stsd)/avc1")
      }
    ) {
      try $0.patching("\(stsd)/avc1/colr", at: 10, [0x80])
    },
    mixed("across.sync-samples", "a B picture is marked") { try $0.patching("moov/trak[0]/mdia/minf/stbl/stss", at: 12, bigEndian(3)) },
    mixed(
      "across.in-band-sets", "avc1 with sets in its samples",
      good: {
        var options = CarryOptions()
        options.setsInSamples = true
        // The sets before the second IDR picture differ from the first ones.
        var edit = StreamEdit(try Places.fixture("bframes.h264"))
        let sets = edit.units.indices.filter { edit.units[$0][0] & 31 == 7 }
        let other = StreamEdit(try StreamEdit.vui([0, 0, 0, 1] + edit.units[sets[1]]) { $0.overscanAppropriateFlag = true })
        edit.units[sets[1]] = other.units[0]
        return try remuxed(edit.bytes, to: .mp4, options)
      }
    ) {
      try retyped($0.bytes, "\(stsd)/avc3", "avc1")
    },
    mixed("across.bit-rate", "btrt of 8 Mbit/s") { try $0.patching("\(stsd)/avc1/btrt", at: 8, bigEndian(8_000_000)) },
    RuleCase(rule: "across.length-size", name: "lengths of three bytes", isRuinous: true, good: plain) {
      try BoxEdit($0).changing(AVCConfigurationBox.self, "\(stsd)/avc1/avcC") { $0.config.lengthSizeMinusOne = 2 }
    },
    mixed("across.record-reserved", "an avcC with cleared bits") { edit in
      try edit.changing(AVCConfigurationBox.self, "\(stsd)/avc1/avcC") { $0.config.reserved3 = 0 }
    },
    RuleCase(rule: "across.record-reserved", name: "an hvcC with cleared bits", good: { try Places.fixture("hvc1.mp4") }) {
      try BoxEdit($0).changing(HEVCConfigurationBox.self, "\(stsd)/hvc1/hvcC") {
        ($0.config.reservedMinSpatialSegmentation, $0.config.reservedBitDepthLuma) = (0, 0)
      }
    },
    mixed("across.frame-rate", "a fixed rate of 12.5 in the VUI", good: { try timed(50)(BoxEdit(try plain())) }, timed(25)),
    mixed("across.sound-rate", "an entry of 8000 Hz") {
      try $0.patching("moov/trak[1]/mdia/minf/stbl/stsd/mp4a", at: 24, [0x1F, 0x40, 0, 0])
    },
    mixed("across.start-offset", "sound after an empty edit of two seconds", also: ["mp4.track-duration", "across.end-offset"]) { edit in
      try edit.changing(EditListBox.self, "moov/trak[1]/edts/elst") { box in
        var empty = box.entries[0]
        (empty.mediaTime, empty.editDuration) = (-1, 2000)
        box.entries = PackedTable([empty, box.entries[0]], layout: box.entries.layout)
      }
    },
    mixed("across.composition-order", "the last picture of a sequence is shown hours later", also: ["mp4.uneven-presentation"]) { edit in
      try edit.changing(CompositionOffsetBox.self, "\(stbl)/ctts") { box in
        var rows = Array(box.entries)
        // The row of the eleventh picture alone, which is the last one shown before the second IDR picture.
        let at = rows.indices.first { row in rows[...row].reduce(0) { $0 + $1.sampleCount } >= 11 } ?? 0
        rows[at].sampleOffset = 90_000_000
        box.entries = PackedTable(rows)
      }
    },
    mixed("across.composition-order", "no ctts", also: ["mp4.edit-beyond-media"]) { try retyped($0.bytes, "\(stbl)/ctts", "free") },
    mixed(
      "across.dependency-flags", "a B picture that depends on no others",
      good: { try BoxEdit(try plain()).adding(makeBox("sdtp", [UInt8](repeating: 0, count: 4 + 25)), to: stbl) }
    ) {
      try $0.patching("\(stbl)/sdtp", at: 4 + 2, [0x20])
    },
    mixed(
      "across.random-access-groups", "a B picture in a rap group", also: ["mp4.sample-groups"],
      good: {
        let groups = makeBox("sgpd", [1, 0, 0, 0] + Array("rap ".utf8) + bigEndian(1) + bigEndian(1) + [0])
        let samples = makeBox(
          "sbgp", [0, 0, 0, 0] + Array("rap ".utf8) + bigEndian(2) + bigEndian(1) + bigEndian(1) + bigEndian(24) + bigEndian(0))
        return try BoxEdit(try BoxEdit(try plain()).adding(groups, to: stbl)).adding(samples, to: stbl)
      }
    ) {
      try $0.patching("\(stbl)/sbgp", at: 12, bigEndian(3))
    },
    mixed(
      "across.fields", "two fields in a stream of frames",
      good: { try BoxEdit(try plain()).adding(makeBox("fiel", [1, 0]), to: "\(stsd)/avc1") }
    ) {
      try $0.patching("\(stsd)/avc1/fiel", at: 0, [2, 1])
    },
    mixed(
      "across.level-rate", "five hundred pictures a second",
      also: ["mp4.track-duration", "mp4.edit-beyond-media", "across.bit-rate", "across.end-offset"]
    ) {
      try $0.changing(MediaHeaderBox.self, "moov/trak[0]/mdia/mdhd") { $0.timescale *= 20 }
    },
    mixed(
      "across.sound-drift", "a frame of sound each tenth of a second",
      also: ["mp4.track-duration", "mp4.edit-beyond-media", "across.bit-rate", "across.end-offset"]
    ) {
      try $0.changing(MediaHeaderBox.self, "moov/trak[1]/mdia/mdhd") { $0.timescale = 10_240 }
    },
    mixed(
      "across.high-sample-rate", "30464 Hz for 96000",
      good: {
        let path = "moov/trak[1]/mdia/minf/stbl/stsd/mp4a"
        var edit = BoxEdit(try plain())
        // AAC LC of 44.1 kHz and one channel becomes one of 96 kHz.
        let box = try edit.box("\(path)/esds")
        let at = try #require(box.indices.dropLast().last { box[$0] == 0x12 && box[$0 + 1] == 0x08 })
        edit = BoxEdit(try edit.patching("\(path)/esds", at: at - 8, [0x10, 0x08]))
        return try edit.patching(path, at: 24, [0, 0, 0, 0])
      }
    ) {
      try $0.patching("moov/trak[1]/mdia/minf/stbl/stsd/mp4a", at: 24, [0x77, 0, 0, 0])
    },
    mixed("across.priming", "2112 samples", good: { try primed("00000400") }) { _ in try primed("00000840") },
    mixed(
      "across.end-offset", "an edit list that delays the sound by three seconds",
      also: ["across.start-offset", "mp4.movie-duration", "mp4.track-duration"]
    ) { edit in
      try edit.changing(EditListBox.self, "moov/trak[1]/edts/elst") { box in
        var empty = EditListBox.Entry()
        let scale = box.entries.count > 0 ? box.entries[0].editDuration : 1000
        // The first entry lasts as long as the movie: a second.
        (empty.editDuration, empty.mediaTime) = (3 * scale, -1)
        box.entries = PackedTable([empty] + Array(box.entries))
      }
    },
    // Each track has more media than its edit list presents.
    mixed(
      "across.end-offset", "sound without the edit list that cuts its end",
      also: ["mp4.movie-duration", "mp4.track-duration", "across.priming"],
      good: {
        let edit = BoxEdit(try plain())
        let longer = try edit.changing(MediaHeaderBox.self, "moov/trak[1]/mdia/mdhd") { $0.timescale = 11_025 }
        return longer
      }
    ) { try retyped($0.bytes, "moov/trak[1]/edts", "free") },
  ]
}
