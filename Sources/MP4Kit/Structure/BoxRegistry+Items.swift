import BitstreamKit

extension BoxRegistry {
  /// ISO/IEC 14496-12, 8.11, and ISO/IEC 23008-12.
  static func visitItemBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    default: return false
    }
  }

  /// References between items, and groups of them: any type.
  static func visitItemReference<V: BoxVisitor>(_ type: FourCC, _ context: BoxContext, _ visitor: inout V) -> Bool? {
    switch type {
    default: return nil
    }
  }
}
