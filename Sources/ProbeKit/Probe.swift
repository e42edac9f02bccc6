import NALKit
import RemuxKit

/// Answers questions about one input: what it is, its tracks, samples, pictures, units, boxes, tags and syntax elements.
///
/// Each question is a method in the folder of its subject. A method writes its answer to the sink as it reads the input, in bounded
/// memory, reports findings as messages between the rows, and returns how it ended. Everything readable before damage is written.
public struct Probe {
  /// The bytes that are read.
  public let input: ProbeInput
  /// Where answers and messages go.
  public let sink: ProbeSink

  /// Creates a probe. An input that is read in order serves one question.
  public init(_ input: ProbeInput, _ sink: ProbeSink) {
    self.input = input
    self.sink = sink
  }
}

/// Which NAL units of the input a question is about.
public struct StreamSelection: Sendable {
  /// The codec; nil to detect it.
  public var codec: VideoCodec?
  /// The index of a container's track, counted from 0; nil for the first track of H.264 or H.265.
  public var track: Int?
  /// The `item_ID` of an image of a HEIF file; nil for a track or, in a file without tracks, for the image that
  /// `ImageCollection.codedItem(_:_:)` chooses.
  public var item: UInt32?

  /// Creates a selection.
  public init(codec: VideoCodec? = nil, track: Int? = nil, item: UInt32? = nil) {
    self.codec = codec
    self.track = track
    self.item = item
  }
}
