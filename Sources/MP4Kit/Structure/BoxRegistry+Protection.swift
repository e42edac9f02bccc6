import BitstreamKit

extension BoxRegistry {
  /// ISO/IEC 14496-12, 8.12, and ISO/IEC 23001-7.
  static func visitProtectionBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    default: return false
    }
  }

  /// Boxes of type `uuid`, by their names.
  static func visitUserTypeBox<V: BoxVisitor>(_ header: BoxHeader, _ context: BoxContext, _ visitor: inout V) -> Bool {
    false
  }
}
