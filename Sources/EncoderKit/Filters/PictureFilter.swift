import BitstreamKit

/// A filter between the picture source and the encoders.
public protocol PictureFilter {
  /// Prepares the filter for a picture format. Called once, before the first picture.
  /// - Parameter aspectRatio: the requested display aspect ratio; nil if there is none.
  /// - Returns: the output format.
  /// - Throws: if the format is not supported.
  mutating func prepare(for format: PictureFormat, aspectRatio: ExactRatio?) throws(EncoderError) -> PictureFormat
  /// Filters one picture; its time does not change.
  mutating func apply(to picture: consuming VideoPicture) throws(EncoderError) -> VideoPicture
}

/// A sequence of filters, each applied to the output of the previous one.
public struct FilterChain {
  private var filters: [any PictureFilter]
  private let aspectRatio: ExactRatio?
  private var prepared: PictureFormat?

  /// Creates a chain; an empty one changes nothing.
  public init(_ filters: [any PictureFilter] = [], aspectRatio: ExactRatio? = nil) {
    self.filters = filters
    self.aspectRatio = aspectRatio
  }

  /// Whether the chain has no filters.
  public var isEmpty: Bool { filters.isEmpty }

  /// Applies all filters to a picture.
  public mutating func apply(to picture: consuming VideoPicture) throws(EncoderError) -> VideoPicture {
    if filters.isEmpty { return picture }
    if prepared != picture.format {
      prepared = picture.format
      var format = picture.format
      for index in filters.indices { format = try filters[index].prepare(for: format, aspectRatio: aspectRatio) }
    }
    var picture = picture
    for index in filters.indices { picture = try filters[index].apply(to: picture) }
    return picture
  }
}
