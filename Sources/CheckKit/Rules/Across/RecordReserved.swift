import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// Reserved bits of `avcC` or `hvcC` are 0.
final class RecordReserved: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.record-reserved", .note, "reserved bits of avcC or hvcC are not 1",
      clause: "ISO/IEC 14496-15:2022 5.3.3.1.2 and 8.3.3.1.2: reserved bits of the record are 1",
      cause: "The writer cleared the bytes before it filled in the fields. Players ignore the bits, those of later editions may not.",
      remedy: "Extract the stream and remux it: the record is made from its sets.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    var found: [String] = []
    var type: StaticString = "avcC"
    if let record = track.description?.avc {
      if record.reserved6 != 63 { found.append("before lengthSizeMinusOne") }
      if record.reserved3 != 7 { found.append("before numOfSequenceParameterSets") }
      if let high = record.highProfileExtension {
        if high.reserved6 != 63 { found.append("before chroma_format") }
        if high.reservedLuma != 31 { found.append("before bit_depth_luma_minus8") }
        if high.reservedChroma != 31 { found.append("before bit_depth_chroma_minus8") }
      }
    } else if let record = track.description?.hevc {
      type = "hvcC"
      if record.reservedMinSpatialSegmentation != 15 { found.append("before min_spatial_segmentation_idc") }
      if record.reservedParallelism != 63 { found.append("before parallelismType") }
      if record.reservedChromaFormat != 63 { found.append("before chroma_format_idc") }
      if record.reservedBitDepthLuma != 31 { found.append("before bit_depth_luma_minus8") }
      if record.reservedBitDepthChroma != 31 { found.append("before bit_depth_chroma_minus8") }
    }
    if found.isEmpty { return }
    run.find(
      self, "reserved bits are not all 1: " + found.joined(separator: ", "),
      at: file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset, path: track.entryPath + "/\(type)")
  }
}
