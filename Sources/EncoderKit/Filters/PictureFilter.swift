import BitstreamKit

/// What changes pictures between their source and the encoders.
public protocol PictureFilter {
  /// Is told once, before the first picture, what pictures come.
  /// - Parameter aspectRatio: the width to the height that is wanted of what is shown; nil where none is.
  /// - Returns: what pictures go.
  /// - Throws: where it cannot work on such pictures.
  mutating func prepare(for format: PictureFormat, aspectRatio: ExactRatio?) throws(EncoderError) -> PictureFormat
  /// A picture comes, and a picture goes, at the same time.
  mutating func apply(to picture: consuming VideoPicture) throws(EncoderError) -> VideoPicture
}

/// Several filters, each working on what the one before makes.
public struct FilterChain {
  private var filters: [any PictureFilter]
  private let aspectRatio: ExactRatio?
  private var prepared: PictureFormat?

  /// A chain; an empty one changes nothing.
  public init(_ filters: [any PictureFilter] = [], aspectRatio: ExactRatio? = nil) {
    self.filters = filters
    self.aspectRatio = aspectRatio
  }

  /// Whether it changes nothing.
  public var isEmpty: Bool { filters.isEmpty }

  /// A picture through all of them.
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
