import BitstreamKit
import MP4Kit

/// An item of a HEIF file: a picture, or something about one.
///
/// ISO/IEC 14496-12:2022, 8.11; ISO/IEC 23008-12:2022, 6.
public struct ImageItem: Sendable {
  /// What an item is for.
  public enum Role: UInt8, Sendable {
    /// The picture that stands for the file.
    case primary
    /// A picture that is shown by itself.
    case picture
    /// A small form of another picture.
    case thumbnail
    /// Transparency, depth or other data that goes with a picture.
    case auxiliary
    /// A part of a derived picture that is not meant to be shown.
    case part
    /// Metadata: Exif, XMP and their like.
    case metadata

    /// `primary picture`, `thumbnail` and their like.
    public var name: StaticString {
      switch self {
      case .primary: "primary picture"
      case .picture: "picture"
      case .thumbnail: "thumbnail"
      case .auxiliary: "auxiliary picture"
      case .part: "part of a picture"
      case .metadata: "metadata"
      }
    }
  }

  /// How a picture is put together from others.
  public struct Grid: Equatable, Sendable {
    /// Tiles above one another.
    public var rows: Int
    /// Tiles side by side.
    public var columns: Int
    /// The size of the picture, in pixels.
    public var size: PictureSize

    /// A grid of rows and columns.
    public init(rows: Int, columns: Int, size: PictureSize) { (self.rows, self.columns, self.size) = (rows, columns, size) }
  }

  /// `item_ID`.
  public var id: UInt32
  /// `item_type`: `hvc1`, `av01`, `grid`, `Exif`, `mime`; zero bytes where the entry has none.
  public var type: FourCC
  /// What it is for.
  public var role = Role.picture
  /// Whether a reader is asked not to show it.
  public var isHidden = false
  /// `item_name`, as a rule empty.
  public var name = ""
  /// The media type of an item of type `mime`.
  public var contentType: String?
  /// Where its first bytes lie in the file; nil where it has none, or they lie in another file or another item.
  public var offset: UInt64?
  /// Number of its bytes; nil where the file does not say.
  public var byteCount: UInt64?
  /// Width and height before rotation; nil where no `ispe` says it.
  public var size: PictureSize?
  /// The codec and what its configuration says; nil for pictures made of others, and for metadata.
  public var codec: CodecDescription?
  /// Bits of each channel (`pixi`).
  public var bitsPerChannel: [UInt8] = []
  /// Code points of `colr` of type `nclx`.
  public var colour: CodecDescription.Colour?
  /// Whether samples use all numbers, as `nclx` says.
  public var isFullRange: Bool?
  /// The size of an ICC profile in bytes.
  public var profileByteCount: Int?
  /// Rotation against the clock, in degrees.
  public var rotation = 0
  /// 0 where top and bottom are exchanged, 1 where left and right are; nil where the picture is not mirrored.
  public var mirrorAxis: UInt8?
  /// Whether a part of the picture is cut out (`clap`).
  public var isCropped = false
  /// The layout of a `grid`.
  public var grid: Grid?
  /// The type of an auxiliary picture, as a URN.
  public var auxiliaryType: String?
  /// Whether it is the transparency of another picture.
  public var isAlpha = false
  /// The pictures that it is made of (`dimg`), in their order.
  public var parts: [UInt32] = []
  /// The pictures whose thumbnail it is (`thmb`), that it belongs to (`auxl`), or that it describes (`cdsc`).
  public var targets: [UInt32] = []

  /// An item of which nothing else is known.
  public init(id: UInt32, type: FourCC) {
    self.id = id
    self.type = type
  }

  /// Whether it is `Exif`, XMP or other metadata, by its type.
  public var isMetadata: Bool {
    switch type {
    case "Exif", "mime", "uri ", "jumb": true
    default: false
    }
  }

  /// The codec's name, `grid`, `Exif`, `XMP` and their like.
  public var kindName: String {
    switch type {
    case "hvc1", "hev1", "lhv1", "hvt1": "H.265"
    case "avc1": "H.264"
    case "vvc1", "vvs1": "H.266"
    case "av01": "AV1"
    case "evc1", "evs1": "EVC"
    case "jpeg": "JPEG"
    case "j2k1": "JPEG 2000"
    case "unci": "uncompressed"
    case "iden": "identity of another picture"
    case "iovl": "overlay"
    case "tmap": "tone-mapped picture"
    case "mime" where contentType == "application/rdf+xml": "XMP"
    case "mime": contentType ?? "mime"
    default: type.description
    }
  }
}
