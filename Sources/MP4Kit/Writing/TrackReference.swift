import BitstreamKit

/// A reference of a track to other tracks, such as its chapters (`chap`), its timecode (`tmcd`) or what it describes (`cdsc`).
///
/// ISO/IEC 14496-12:2022, 8.3.3: one box in `tref`.
public struct TrackReference: Equatable, Sendable {
  /// The maximum number of bytes of a reference that are read.
  static var maxBytes: Int { 1 << 16 }

  /// The type of the reference.
  public var type: FourCC
  /// The IDs of the referenced tracks, in order.
  public var trackIDs: [UInt32]

  /// Creates a reference.
  public init(type: FourCC, trackIDs: [UInt32]) {
    self.type = type
    self.trackIDs = trackIDs
  }

  /// The box, without its type.
  var box: TrackReferenceTypeBox {
    var box = TrackReferenceTypeBox()
    for id in trackIDs { box.trackIDs.append(id) }
    return box
  }

  /// Reads the references of a track.
  /// - Parameter track: the `trak` node.
  /// - Throws: `ByteError` if reading fails.
  public static func all<Source: ByteSource>(of track: Int, in tree: inout BoxTree<Source>) throws(ByteError) -> [TrackReference] {
    var found: [TrackReference] = []
    for list in tree.find("tref", in: track) {
      for node in tree.children(of: list) {
        guard let bytes = try? tree.payload(of: node, limit: maxBytes), bytes.count >= 4 else { continue }
        let ids = stride(from: 0, through: bytes.count - 4, by: 4).map { UInt32(unpacking: bytes, at: $0) }
        found.append(TrackReference(type: tree.nodes[node].place.header.type, trackIDs: ids))
      }
    }
    return found
  }
}
