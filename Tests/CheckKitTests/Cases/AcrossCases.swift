import BitstreamKit
import H264Kit
import MP4Kit
import RemuxKit
import TestSupport

private let plain: @Sendable () throws -> [UInt8] = { try Places.fixture("plain.mp4") }
private let stsd = "moov/trak[0]/mdia/minf/stbl/stsd"

private func mixed(
  _ rule: String, _ name: String, also: Set<String> = [], good: @escaping @Sendable () throws -> [UInt8] = plain,
  _ damage: @escaping @Sendable (MovieEdit) throws -> [UInt8]
) -> RuleCase {
  RuleCase(rule: rule, name: name, also: also, good: good) { try damage(MovieEdit($0)) }
}

/// Changes the timing of the set in the sample entry.
private func timed(_ ticksPerSecond: UInt32) -> @Sendable (MovieEdit) throws -> [UInt8] {
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

extension RuleCase {
  static let across: [RuleCase] = [
    mixed("across.avc-configuration", "avcC of level 0.9") {
      try $0.changing(AVCConfigurationBox.self, "\(stsd)/avc1/avcC") { $0.config.avcLevelIndication = 9 }
    },
    mixed("across.picture-size", "an entry of 256 columns") { try $0.patching("\(stsd)/avc1", at: 24, [1, 0]) },
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
      try MovieEdit($0).changing(AVCConfigurationBox.self, "\(stsd)/avc1/avcC") { $0.config.lengthSizeMinusOne = 2 }
    },
    mixed("across.frame-rate", "a fixed rate of 12.5 in the VUI", good: { try timed(50)(MovieEdit(try plain())) }, timed(25)),
    mixed("across.sound-rate", "an entry of 8000 Hz") {
      try $0.patching("moov/trak[1]/mdia/minf/stbl/stsd/mp4a", at: 24, [0x1F, 0x40, 0, 0])
    },
    mixed("across.start-offset", "sound after an empty edit of two seconds", also: ["mp4.track-duration"]) { edit in
      try edit.changing(EditListBox.self, "moov/trak[1]/edts/elst") { box in
        var empty = box.entries[0]
        (empty.mediaTime, empty.editDuration) = (-1, 2000)
        box.entries = PackedTable([empty, box.entries[0]], layout: box.entries.layout)
      }
    },
    mixed(
      "across.end-offset", "sound that lasts ten seconds", also: ["mp4.track-duration", "mp4.edit-beyond-media", "across.bit-rate"]
    ) {
      try $0.changing(MediaHeaderBox.self, "moov/trak[1]/mdia/mdhd") { $0.timescale = 4410 }
    },
  ]
}
