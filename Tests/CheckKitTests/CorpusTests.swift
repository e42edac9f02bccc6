import BitstreamKit
import CheckKit
import Foundation
import ProbeKit
import TestSupport
import Testing

/// Files that real programs made have no errors, except those that violate a specification.
@Suite struct CorpusTests {
  /// The rules that files of the corpus violate, and why the finding is right.
  static let known: [String: (rules: Set<String>, reason: String)] = [
    "flv/fate_Enigma_keyframes_part.flv": (
      ["flv.truncated", "flv.composition-order"], "the first part of a longer file, with B pictures whose CompositionTime is 0"
    ),
    "flv/fate_nellymoser-discont.flv": (["flv.undeclared-stream"], "TypeFlagsAudio is 0, and there is sound"),
    "flv/h264_pcma_channel1_8000.flv": (["flv.first-timestamp", "flv.truncated"], "a recording that was cut, and begins at 1 ms"),
    "flv/scuffle_av1_aac_enhanced.flv": (["flv.timestamp-backwards"], "the end of the sequence has the timestamp 0"),
    "flv/scuffle_avc_aac.flv": (["h264.level-macroblock-rate"], "3840 x 2160 at 60 frames a second in level 5.1"),
    "h264/4pics.264": (["h264.empty-unit", "annexb.ends-in-start-code"], "a start code without a unit ends the file"),
    "h264/FRExt1_Panasonic.avc": (["h264.trailing-bytes"], "an end of sequence unit with a byte after its header"),
    "h264/FRExt2_Panasonic.avc": (["h264.trailing-bytes"], "an end of sequence unit with a byte after its header"),
    "h264/nal-ref-idc-0.264": (["h264.nal-ref-idc-zero", "h264.delimiter-not-first", "h264.truncated"], "units made for tests of parsers"),
    "h264/over_level_dpb.264": (
      ["h264.level-references", "h264.buffering-above-level"], "made with more references than the level allows"
    ),
    "h264/riverbed-II-360p-48961.264": (["h264.empty-unit", "annexb.ends-in-start-code"], "a start code without a unit ends the file"),
    "h264/sps_subsetsps_bothVUI.264": (["h264.no-picture"], "parameter sets alone"),
    "h264/supp-nals.264": (["h264.nal-ref-idc-not-zero", "h264.delimiter-not-first", "h264.truncated"], "units made for tests of parsers"),
    "h264/unsupp-nals.264": (
      ["h264.empty-unit", "h264.truncated", "h264.nal-ref-idc-zero", "h264.no-picture"], "units made for tests of parsers"
    ),
    "h264/zero-cropping.264": (
      ["h264.cropped-away", "h264.idr-pic-id-repeated"], "made with cropping that leaves nothing, of one picture twice"
    ),
    "hevc/blackframe.265": (["hevc.reference-missing"], "three pictures of a longer stream; ffmpeg misses the same one"),
    "hevc/sei-double-3byte-case.hevc": (["hevc.no-picture"], "SEI messages alone"),
    "hevc/sei-double-3byte-start-code-4.hevc": (["hevc.no-picture"], "SEI messages alone"),
    "mp4/2xSencNoMdat.mp4": (["mp4.fragment-data-outside"], "fragments without their media data"),
    "mp4/cat_key_clip.mp4": (
      [
        "h264.emulation-prevention", "h264.truncated", "mp4.box-size", "mp4.media-duration", "mp4.track-duration",
        "mp4.unreadable-samples",
      ], "made by cutting the bytes of a file"
    ),
    "mp4/fate_displaymatrix.mov": (
      ["mp4.box-size", "mp4.sample-outside-file", "mp4.unreadable-samples"], "the first part of a longer file"
    ),
    "mp4/fate_dovi-p7.mp4": (
      ["hevc.trailing-bytes", "across.composition-order"],
      "a parameter set with a byte after it, and a last picture with the time of another"
    ),
    "mp4/fate_empty_edit_5s.mp4": (["mp4.track-duration"], "tkhd without the empty edit"),
    "mp4/fate_frag_overlap.mp4": (["mp4.fragment-time-overlap"], "made with fragments that overlap"),
    "mp4/fate_mixed-nal-coding.mp4": (["h264.emulation-prevention"], "samples with start codes inside of units that have lengths"),
    "mp4/fate_mov-3elist-encrypted.mov": (["cenc.sample-information"], "saio was not moved when the edit lists were added"),
    "mp4/fate_mov_neg_first_pts_discard.mov": (["mp4.track-duration"], "tkhd without the edit"),
    "mp4/fate_two_first_slice_ltr.mov": (
      [
        "across.composition-order", "across.hevc-configuration", "hevc.duplicate-poc", "hevc.forbidden-zero-bit", "hevc.nested-type",
        "hevc.nuh-temporal-id-zero", "hevc.reorder-exceeded", "hevc.temporal-id-above-set", "mp4.box-size",
        "mp4.media-duration", "mp4.movie-duration", "mp4.sample-outside-file", "mp4.sample-to-chunk", "mp4.track-duration",
        "mp4.unreadable-samples",
      ], "the first part of a longer file, whose samples were removed from their tables"
    ),
    "mp4/fq_aac.mp4": (["mp4.track-duration"], "tkhd without the edit"),
    "mp4/fq_fragmented.mp4": (
      [
        "mp4.sample-outside-media-data", "mp4.unreadable-samples", "mp4.fragment-data-outside", "h264.malformed", "h264.no-picture",
        "across.sync-samples", "aac.block-unreadable", "h264.emulation-prevention",
      ], "fragments whose data offsets point into moof"
    ),
    "mp4/fq_mp3.mp4": (["mp4.track-duration"], "tkhd without the edit"),
    "mp4/fragments/bipbop_nonfragment_header.mp4": (
      ["mp4.sample-outside-file", "mp4.unreadable-samples", "h264.no-picture"], "the beginning of a file, without media data"
    ),
    "mp4/fragments/livesim_wvtt_kind_init.cmft": (["mp4.entry-count"], "data_reference_index 0"),
    "mp4/gomp4_sample.mp4": (["mp4.track-duration"], "tkhd without the edit"),
    "mp4/gomp4_sample_qt.mp4": (
      [
        "aac.block-unreadable", "h264.no-picture", "mp4.repeated-box", "mp4.sample-outside-file", "mp4.sample-outside-media-data",
        "mp4.unreadable-samples", "h264.emulation-prevention", "h264.profile-slices",
      ], "two files, one after the other"
    ),
    "mp4/heif/clap_irot_imir_non_essential.avif": (["heif.property"], "made with a clap that is not essential"),
    "mp4/heif/draw_points_idat.avif": (["heif.miaf"], "made with coded images in idat"),
    "mp4/heif/draw_points_idat_progressive_metasize0.avif": (["heif.miaf"], "made with coded images in idat"),
    "mp4/heif/pyramid_pymd.avif": (["heif.reference"], "a group with the ID of an item"),
    "mp4/heif/fq_heic.mp4": (["heif.items"], "items without a primary one"),
    "mp4/init_prog.mp4": (
      ["mp4.sample-outside-file", "mp4.unreadable-samples", "h264.no-picture"], "the beginning of a file, without media data"
    ),
    "mp4/metadata_gnre.mp4": (["mp4.track-duration"], "tkhd without the edit"),
    "mp4/minimal.mp4": (["mp4.track-duration"], "tkhd without the edit"),
    "mp4/opus_audioinit_two_desc.mp4": (
      ["mp4.sample-outside-media-data", "mp4.unreadable-samples", "mp4.fragment-data-outside"], "a fragment without its media data"
    ),
    "mp4/scuffle_avc_aac_fragmented.mp4": (["h264.level-macroblock-rate"], "3840 x 2160 at 60 frames a second in level 5.1"),
    "mp4/segments/livesim_wvtt/init_org.cmft": (["mp4.entry-count"], "data_reference_index 0"),
    "mp4/segments/mp4ff_fragments_without_init/clear_with_enc_boxes.mp4": (
      ["h264.no-picture", "mp4.fragment-sequence"], "two fragments 1, of samples without pictures"
    ),
    "mp4/segments/mp4ff_fragments_without_init/moof_enc.m4s": (
      ["mp4.fragment-data-outside", "mp4.segment-index-sizes"], "a fragment without its media data"
    ),
    "mp4/segments/mp4ff_fragments_without_init/seg_cenc_no_seig.m4v": (
      ["mp4.random-access-offset"], "a table of the file that the segment was cut from"
    ),
    "mp4/segments/mp4ff_golden_avc3/golden_1_frag.m4s": (["mp4.fragment-sequence"], "two fragments 1"),
    "mp4/segments/shaka_h265_cea/h265-cea-segment.mp4": (["mp4.segment-index-sizes"], "the segment was edited and sidx kept"),
    "mp4/segments/shaka_ttml/ttml-segment-multiple-mdat.mp4": (
      ["mp4.fragment-data-outside", "mp4.segment-index-sizes"], "made with several mdat boxes, and offsets beyond them"
    ),
    "mp4/segments/shaka_ttml/ttml-segment-multiple-sample.mp4": (["mp4.segment-index-sizes"], "the segment was edited and sidx kept"),
    "mp4/segments/shaka_vtt/vtt-segment-multi-payload.mp4": (
      ["mp4.fragment-data-outside"], "made with several runs, and offsets beyond mdat"
    ),
    "mp4/vvc_400kbps_2s.mp4": (["mp4.segment-index-times"], "sidx begins at the second picture in decoding order"),
  ]

  @Test(.enabled(if: Places.corpus != nil)) func goodFilesHaveNoErrorsButTrueFaults() throws {
    let files = Places.corpusFiles().filter { !$0.hasPrefix("malformed/") }
    #expect(files.count > 300)
    var seen: Set<String> = []
    for file in files {
      let result = CheckTests.check(try Places.corpusFile(file))
      var found: [String: String] = [:]
      for finding in result.findings where finding.page.severity == .error {
        found[finding.page.id.description] = found[finding.page.id.description] ?? finding.message
      }
      let known = Self.known[file]?.rules ?? []
      if !found.isEmpty { seen.insert(file) }
      for (id, message) in found where !known.contains(id) { Issue.record("\(file): \(id): \(message)") }
      for id in known where found[id] == nil { Issue.record("\(file): \(id) is not found any more") }
    }
    for file in Self.known.keys where !seen.contains(file) { Issue.record("\(file) is listed and has no errors") }
  }
}
