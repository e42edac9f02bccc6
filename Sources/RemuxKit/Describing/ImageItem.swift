import BitstreamKit
import MP4Kit
import NALKit

/// An item of a HEIF file: an image or data about one.
///
/// ISO/IEC 14496-12:2022, 8.11; ISO/IEC 23008-12:2022, 6.
public struct ImageItem: Sendable {
  /// The role of an item.
  public enum Role: UInt8, Sendable {
    /// The primary image.
    case primary
    /// An independent image.
    case picture
    /// A thumbnail of another image.
    case thumbnail
    /// Alpha, depth or other auxiliary image.
    case auxiliary
    /// An input of a derived image that is hidden or not displayed by itself.
    case part
    /// Metadata such as Exif or XMP.
    case metadata

    /// The role's display name, such as `primary picture` or `thumbnail`.
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

  /// `item_ID`.
  public var id: UInt32
  /// `item_type`: `hvc1`, `av01`, `grid`, `Exif`, `mime`; zero bytes if absent.
  public var type: FourCC
  /// Role of the item.
  public var role = Role.picture
  /// Whether the item is marked as hidden.
  public var isHidden = false
  /// `item_name`, usually empty.
  public var name = ""
  /// The media type of an item of type `mime`.
  public var contentType: String?
  /// File offset of its first byte; nil if it has no data, or if the data is in another file or item.
  public var offset: UInt64?
  /// Size of the item data in bytes; nil if unknown.
  public var byteCount: UInt64?
  /// The ranges of the file that are its data, in order; empty if the data is in another file or item, or if there are more than 1024.
  public var extents: [Range<UInt64>] = []
  /// Width and height before rotation; nil if there is no `ispe`.
  public var size: PictureSize?
  /// Codec and configuration; nil for derived images and metadata.
  public var codec: CodecDescription?
  /// The configuration record of H.264 and H.265; `none` for other items.
  public var configuration = MediaConfiguration.none
  /// File offset of that record; 0 without one.
  public var configurationOffset: UInt64 = 0
  /// Bits per channel (`pixi`).
  public var bitsPerChannel: [UInt8] = []
  /// Colour code points from `colr` of type `nclx`.
  public var colour: CodecDescription.Colour?
  /// Full-range flag from `nclx`.
  public var isFullRange: Bool?
  /// Size of the ICC profile in bytes.
  public var profileByteCount: Int?
  /// Rotation in degrees, anticlockwise.
  public var rotation = 0
  /// 0 if the image is mirrored top to bottom, 1 if left to right; nil if it is not mirrored.
  public var mirrorAxis: UInt8?
  /// Whether the image has a clean aperture (`clap`).
  public var isCropped = false
  /// Width and height of the clean aperture, before rotation, in whole samples; nil if there is none.
  public var aperture: PictureSize?
  /// The data of a `grid`; nil if it cannot be read.
  public var grid: ImageGrid?
  /// The data of an overlay, `iovl`; nil if it cannot be read.
  public var overlay: ImageOverlay?
  /// Type of an auxiliary image, as a URN.
  public var auxiliaryType: String?
  /// Whether it is the alpha channel of another image.
  public var isAlpha = false
  /// The input images of a derived image (`dimg`), in order.
  public var parts: [UInt32] = []
  /// The images it is a thumbnail of (`thmb`), auxiliary to (`auxl`) or metadata of (`cdsc`).
  public var targets: [UInt32] = []

  /// Creates an item with all other properties unset.
  public init(id: UInt32, type: FourCC) {
    self.id = id
    self.type = type
  }

  /// Whether the item type is one of metadata, such as `Exif` or XMP.
  public var isMetadata: Bool {
    switch type {
    case "Exif", "mime", "uri ", "jumb": true
    default: false
    }
  }

  /// The codec of the NAL units of a coded image; nil for other items.
  ///
  /// ISO/IEC 23008-12:2022, B.4 and C.2.
  public var videoCodec: VideoCodec? {
    switch type {
    case "avc1": .h264
    case "hvc1", "hev1", "lhv1", "hvt1": .hevc
    default: nil
    }
  }

  /// The codec name, or the kind of item, such as `grid`, `Exif` or `XMP`.
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
