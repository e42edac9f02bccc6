import BitstreamKit
import NALKit

/// What a report is made of.
public struct ReportOptions: Sendable {
  /// The codec of byte streams; nil to detect it.
  public var codec: VideoCodec?
  /// The rate of byte streams in pictures per second; nil to use the rate in the stream.
  public var frameRate: ExactRatio?
  /// The program that makes the report, with its version.
  public var tool: String

  /// Creates options.
  public init(tool: String, codec: VideoCodec? = nil, frameRate: ExactRatio? = nil) {
    (self.tool, self.codec, self.frameRate) = (tool, codec, frameRate)
  }
}
