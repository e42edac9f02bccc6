import BitstreamKit
import FLVKit

/// The classic table of an FLV file: the header's block, and a line for each tag and each PreviousTagSize.
struct FlvTable {
  func header(_ header: FLVHeader, _ output: inout OutputBuffer) {
    let flags =
      header.typeFlagsReserved5 << 3 | (header.typeFlagsAudio ? 4 : 0) | header.typeFlagsReserved1 << 1 | (header.typeFlagsVideo ? 1 : 0)
    output.text("============== FLV Header ==============\nSignature:  0x F L V\nVersion:    0x ")
    output.string(String(header.version, radix: 16, uppercase: true))
    output.text("\nFlags  :    0x ")
    output.string(String(flags, radix: 16, uppercase: true))
    output.text("\nHeaderSize: 0x ")
    output.string(String(header.dataOffset, radix: 16, uppercase: true))
    output.text("\n========================================\n")
  }

  /// The position is that of the tag's header, which follows.
  @inline(__always) func line(_ size: FLVPreviousTagSize, _ output: inout OutputBuffer) {
    output.text("PreviousTagSize: ")
    output.number(UInt64(size.value), width: 0)
    output.text(" Position: ")
    output.number(size.position + 4, width: 0)
    output.byte(0x0A)
  }

  @inline(__always) func line(_ tag: FLVTag, _ collector: FlvTagCollector, _ head: [UInt8], _ output: inout OutputBuffer) {
    output.byte(0x5B)
    output.text(typeName(tag.header.type), width: 6)
    output.text("] ")
    output.number(UInt64(tag.header.dataSize), width: 6)
    output.byte(0x20)
    output.number(UInt64(tag.header.milliseconds), width: 6)
    output.text(" |")
    if let video = collector.video { videoPart(video, collector, head, &output) }
    output.byte(0x0A)
  }

  private func typeName(_ type: TagType) -> StaticString {
    switch type {
    case .audio: "AUDIO"
    case .video: "VIDEO"
    case .script: "SCRIPT"
    default: "UNKNOWN"
    }
  }

  @inline(__always) private func videoPart(
    _ video: VideoTagHeader, _ collector: FlvTagCollector, _ head: [UInt8], _ output: inout OutputBuffer
  ) {
    output.text("| ")
    output.text(video.frame.name)
    output.text(" | ")
    if let ex = video.exVideoTagHeader {
      enhancedPart(video, ex, collector, &output)
    } else {
      output.text(video.codecName)
      if let command = video.videoCommand {
        output.text(" | ")
        output.text(videoCommandName(command))
      } else if let type = video.avcPacketType {
        output.text(" | ")
        output.text(packetName(type, video.codecID))
      }
    }
    if let length = collector.firstUnitLength(head) {
      output.text(" | ")
      output.number(UInt64(length), width: 0)
    }
  }

  /// AVCPacketType as it has always been shown; an HEVC configuration has one set of parameters more.
  private func packetName(_ type: UInt8, _ codecID: UInt8?) -> StaticString {
    switch type {
    case 0: codecID == VideoCodecID.hevc.rawValue ? "VPS SPS PPS" : "SPS PPS"
    case 1: "NALU"
    default: "UNKNOWN"
    }
  }

  private func enhancedPart(_ video: VideoTagHeader, _ ex: ExVideoTagHeader, _ collector: FlvTagCollector, _ output: inout OutputBuffer) {
    if let command = ex.videoCommand {
      output.text(videoCommandName(command))
      return
    }
    // Where each track names its codec, the first one's stands for them.
    output.text(ex.videoFourCc == nil ? VideoFourCc.name(collector.firstTrack?.videoFourCc ?? FourCC(rawValue: 0)) : video.codecName)
    output.text(" | ")
    if let multitrack = ex.multitrackType {
      output.text(multitrack.name)
      output.text(" | ")
    }
    output.text(ex.packetType.name)
    if let track = ex.videoTrackId ?? collector.firstTrack?.videoTrackId {
      output.text(" | track ")
      output.number(UInt64(track), width: 0)
    }
  }
}
