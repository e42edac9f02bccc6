import NALKit

/// What a report is made of.
public struct ReportOptions: Sendable {
  /// The codec of byte streams; nil to detect it.
  public var codec: VideoCodec?
  /// The program that makes the report, with its version.
  public var tool: String

  /// Creates options.
  public init(tool: String, codec: VideoCodec? = nil) { (self.tool, self.codec) = (tool, codec) }
}
