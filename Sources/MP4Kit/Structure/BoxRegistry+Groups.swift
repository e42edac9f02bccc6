import BitstreamKit

extension BoxRegistry {
  /// ISO/IEC 14496-12, 8.9, and what else is said about single samples.
  static func visitSampleGroupBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    default: return false
    }
  }
}
