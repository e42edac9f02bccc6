import BitstreamKit
import FLVKit

/// The default table of an FLV file: the header, then a line for each tag and each PreviousTagSize.
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

  /// Prints a PreviousTagSize with the position of the tag header that follows it.
  @inline(__always) func line(_ size: FLVPreviousTagSize, _ output: inout OutputBuffer) {
    output.row { row in
      row.text("PreviousTagSize: ")
      row.number(UInt64(size.value))
      row.text(" Position: ")
      row.number(size.position &+ 4)
      row.byte(0x0A)
    }
  }

  @inline(__always) func line(_ tag: FLVTag, _ collector: FlvTagCollector, _ head: [UInt8], _ output: inout OutputBuffer) {
    output.row { row in
      row.byte(0x5B)
      row.text(typeName(tag.header.type), width: 6)
      row.text("] ")
      row.number(UInt64(tag.header.dataSize), width: 6)
      row.byte(0x20)
      row.number(UInt64(tag.header.milliseconds), width: 6)
      row.byte(0x20)
      row.byte(0x7C)
    }
    if let video = collector.video { output.row { row in videoPart(video, collector, head, &row) } }
    output.byte(0x0A)
  }

  /// Prints an ordinary tag and the PreviousTagSize before it.
  /// - Parameters:
  ///   - frame: the frame type of a video tag.
  ///   - unitLength: the eight bytes from the second byte of a video body; the length of the first NAL unit follows the fourth.
  @inline(__always) func line(
    _ tag: FLVOrdinaryTag, frame: UInt8, unitLength: UInt64, _ lengthSize: Int, _ output: inout OutputBuffer
  ) {
    output.row { row in
      row.text("PreviousTagSize: ")
      row.number(UInt64(tag.previousTagSize))
      row.text(" Position: ")
      row.number(tag.position)
      row.text(tag.isVideo ? "\n[ VIDEO] " : "\n[ AUDIO] ")
      row.number(UInt64(tag.dataSize), width: 6)
      row.byte(0x20)
      row.number(UInt64(tag.milliseconds), width: 6)
      if tag.isVideo {
        row.text(" || ")
        row.text(VideoFrameType(rawValue: frame).name)
        row.text(" | AVC | NALU | ")
        row.number((unitLength << 32) >> UInt64(64 - 8 * lengthSize))
        row.byte(0x0A)
      } else {
        row.text(" |\n")
      }
    }
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
    _ video: VideoTagHeader, _ collector: FlvTagCollector, _ head: [UInt8], _ row: inout OutputRow
  ) {
    row.text("| ")
    row.text(video.frame.name)
    row.text(" | ")
    if let ex = video.exVideoTagHeader {
      enhancedPart(video, ex, collector, &row)
    } else {
      row.text(video.codecName)
      if let command = video.videoCommand {
        row.text(" | ")
        row.text(videoCommandName(command))
      } else if let type = video.avcPacketType {
        row.text(" | ")
        row.text(packetName(type, video.codecID))
      }
    }
    if let length = collector.firstUnitLength(head) {
      row.text(" | ")
      row.number(UInt64(length))
    }
  }

  /// AVCPacketType as printed in the table. An HEVC sequence header also has VPSs.
  private func packetName(_ type: UInt8, _ codecID: UInt8?) -> StaticString {
    switch type {
    case 0: codecID == VideoCodecID.hevc.rawValue ? "VPS SPS PPS" : "SPS PPS"
    case 1: "NALU"
    default: "UNKNOWN"
    }
  }

  private func enhancedPart(_ video: VideoTagHeader, _ ex: ExVideoTagHeader, _ collector: FlvTagCollector, _ row: inout OutputRow) {
    if let command = ex.videoCommand {
      row.text(videoCommandName(command))
      return
    }
    // If each track has its own codec, prints that of the first.
    row.text(ex.videoFourCc == nil ? VideoFourCc.name(collector.firstTrack?.videoFourCc ?? FourCC(rawValue: 0)) : video.codecName)
    row.text(" | ")
    if let multitrack = ex.multitrackType {
      row.text(multitrack.name)
      row.text(" | ")
    }
    row.text(ex.packetType.name)
    if let track = ex.videoTrackId ?? collector.firstTrack?.videoTrackId {
      row.text(" | track ")
      row.number(UInt64(track))
    }
  }
}
