import BitstreamKit

extension BoxRegistry {
  /// ISO/IEC 14496-12, 8.8.9 to 8.8.15 and 8.16, and events of DASH.
  static func visitSegmentBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    default: return false
    }
  }
}
