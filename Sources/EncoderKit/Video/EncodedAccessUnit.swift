import BitstreamKit
import NALKit

/// An encoded picture and its times, comparable to what VideoToolbox passes to its callback.
public struct EncodedAccessUnit: Sendable, Equatable {
  /// The framing of the NAL units of an access unit.
  public enum Framing: Sendable, Equatable {
    /// Start codes; parameter sets are in-band as placed by the encoder.
    case annexB
    /// Four-byte length prefixes; parameter sets are only out of band.
    case lengths
  }

  /// The NAL units.
  public var data: [UInt8]
  /// The framing of `data`.
  public var framing: Framing
  /// The presentation time: that of the source picture.
  public var presentationTimeStamp: MediaTime
  /// The decoding time: strictly increasing, and never later than the presentation time. With reordering, the first ones precede the
  /// first picture's presentation time.
  public var decodeTimeStamp: MediaTime
  /// The duration; nil if unknown.
  public var duration: MediaTime?
  /// Whether decoding can start here.
  public var isKeyFrame: Bool
  /// All parameter sets active from here on, as complete NAL units in stream order; nil if unchanged.
  public var parameterSets: [[UInt8]]?
  /// The index of the picture in input order, from 0.
  public var pictureNumber: UInt64

  /// Creates an access unit.
  public init(
    data: [UInt8], framing: Framing, presentationTimeStamp: MediaTime, decodeTimeStamp: MediaTime, duration: MediaTime? = nil,
    isKeyFrame: Bool, parameterSets: [[UInt8]]? = nil, pictureNumber: UInt64
  ) {
    self.data = data
    self.framing = framing
    self.presentationTimeStamp = presentationTimeStamp
    self.decodeTimeStamp = decodeTimeStamp
    self.duration = duration
    self.isKeyFrame = isKeyFrame
    self.parameterSets = parameterSets
    self.pictureNumber = pictureNumber
  }
}
