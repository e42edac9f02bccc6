import BitstreamKit

extension BoxRegistry {
  /// What a track holds beside its samples: media headers of other kinds, apertures, references.
  static func visitTrackBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    default: return false
    }
  }

  /// References between tracks, and groups of them: any type.
  static func visitReference<V: BoxVisitor>(_ type: FourCC, _ context: BoxContext, _ visitor: inout V) -> Bool? {
    switch type {
    default: return nil
    }
  }

  /// QuickTime's box of decoder parameters: the types of sample entries, in other forms.
  static func visitInWave<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool? {
    switch type {
    default: return nil
    }
  }
}
