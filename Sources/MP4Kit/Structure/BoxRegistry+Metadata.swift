import BitstreamKit

extension BoxRegistry {
  /// ISO/IEC 14496-12, 8.10, and the metadata of iTunes, QuickTime and 3GPP.
  static func visitMetadataBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    default: return false
    }
  }

  /// What a box of metadata holds: any type.
  static func visitInMetadata<V: BoxVisitor>(_ type: FourCC, _ context: BoxContext, _ visitor: inout V) -> Bool? {
    switch type {
    default: return nil
    }
  }
}
