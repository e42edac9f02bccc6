import BitstreamKit
import ProbeKit
import RemuxKit

/// What a chart shows.
public enum PlotKind: String, CaseIterable, Sendable {
  /// Bits a second over time, for each track.
  case bitrate
  /// The size of each picture in decoding order, by type.
  case gop
  /// The fullness of the coded picture buffers over time.
  case buffer
  /// Presentation time minus decoding time over time, for each track.
  case clock
  /// The place in the file over time, for each track.
  case interleave
}
