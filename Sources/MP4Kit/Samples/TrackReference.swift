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
        do throws(BoxReadError) {
          let box = try tree.read(TrackReferenceTypeBox.self, at: node, limit: maxBytes)
          if !box.trackIDs.isEmpty { found.append(TrackReference(type: tree.nodes[node].place.header.type, trackIDs: Array(box.trackIDs))) }
        } catch {
          // A damaged reference is left out.
          if case .bytes(let failure) = error { throw failure }
        }
      }
    }
    return found
  }
}
