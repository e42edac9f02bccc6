import BitstreamKit

/// A coded picture and its times, as it comes from an encoder: what VideoToolbox gives to its callback.
public struct EncodedAccessUnit: Sendable, Equatable {
  /// How the NAL units of an access unit are told apart.
  public enum Framing: Sendable, Equatable {
    /// Start codes; parameter sets stand in the stream where the encoder puts them.
    case annexB
    /// Lengths of four bytes; parameter sets stand beside the access unit alone.
    case lengths
  }

  /// Its NAL units.
  public var data: [UInt8]
  /// How they are told apart.
  public var framing: Framing
  /// When the picture is shown: the time of the picture that it was made of.
  public var presentationTimeStamp: MediaTime
  /// When it is decoded: greater from unit to unit, and never later than it is shown. Where pictures are reordered, the first ones lie
  /// before the first picture's time.
  public var decodeTimeStamp: MediaTime
  /// How long the picture is shown; nil where nobody knows.
  public var duration: MediaTime?
  /// Whether decoding can begin here.
  public var isKeyFrame: Bool
  /// All parameter sets that are in force from here on, whole NAL units in the order of the stream; nil where they are those of the unit
  /// before.
  public var parameterSets: [[UInt8]]?
  /// The picture's number in the order in which pictures went in, from 0.
  public var pictureNumber: UInt64

  /// A coded picture.
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
