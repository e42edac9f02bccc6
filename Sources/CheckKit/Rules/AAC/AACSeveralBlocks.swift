import AACKit

/// A frame has several raw data blocks.
final class AACSeveralBlocks: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.several-blocks", .warning, "a frame has several raw data blocks",
      clause: "ISO/IEC 14496-3:2019 1.A.2.2.2, number_of_raw_data_blocks_in_frame",
      cause: "The encoder saves headers. Many players and all HLS packagers expect one block a frame.",
      remedy: "Write the file again from its source.")
  }

  private var isFound = false

  override func event(_ event: ADTSEvent, _ stream: AACFacts, _ run: CheckRun) {
    guard case .frame(let frame) = event, !isFound, frame.header.numberOfRawDataBlocksInFrame > 0 else { return }
    isFound = true
    run.find(
      self, "\(frame.header.rawDataBlockCount) blocks", at: frame.position, size: UInt64(frame.header.aacFrameLength),
      path: stream.framePath)
  }
}
