import BitstreamKit

/// Pictures shall be shown again.
///
/// ITU-T H.264 (08/2021) D.1.16 `full_frame_freeze_release( )`, semantics D.2.16.
public struct FullFrameFreezeRelease: Syntax {
  public static let structureName: StaticString = "full_frame_freeze_release"

  /// Nothing else can be said.
  public init() {}

  @inlinable public mutating func syntax<C: SyntaxCoder>(_ c: inout C) throws(SyntaxError) {
  }
}

extension FullFrameFreezeRelease: SEIPayloadStructure {
  @inlinable public init?(_ payload: SEIPayload) {
    guard case .fullFrameFreezeRelease(let value) = payload else { return nil }
    self = value
  }

  @inlinable public var payload: SEIPayload { .fullFrameFreezeRelease(self) }
}
