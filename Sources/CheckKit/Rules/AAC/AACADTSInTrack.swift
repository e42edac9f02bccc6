import AACKit

/// The samples of a track begin with ADTS headers.
final class AACADTSInTrack: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.adts-in-track", .error, "the samples of a track begin with ADTS headers",
      clause: "ISO/IEC 14496-14:2020 5.6; Adobe FLV 10.1 E.4.2.2: samples are raw data blocks",
      cause: "The muxer copies the frames of an ADTS stream with their headers. Players are silent or play noise.",
      remedy: "Remux from the ADTS stream: a sample has the frame without its header.")
  }

  private var isFound = false

  override func block(_ bytes: [UInt8], _ stream: AACFacts, _ run: CheckRun) {
    guard stream.track != nil, !isFound, bytes.count > 7, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 else { return }
    let length = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5] >> 5)
    guard length == bytes.count else { return }
    isFound = true
    run.find(self, "the sample is an ADTS frame", at: stream.offset, size: UInt64(bytes.count), path: stream.framePath)
  }
}
