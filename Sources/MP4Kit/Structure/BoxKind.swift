import BitstreamKit

/// What is known of the Swift type of a box. Code that only walks a box uses it, so that it is compiled once and not for each type.
package struct BoxKind: BoxVisitor {
  /// The structure's name in its specification.
  package private(set) var name: StaticString = ""
  /// Whether child boxes follow the fields.
  package private(set) var holdsBoxes = false
  /// Whether the box has fields of its own.
  package private(set) var hasFields = true
  /// Walks the fields of a box, which is dropped then.
  package private(set) var walk: (inout SyntaxCoder) throws(SyntaxError) -> Void = { (_) throws(SyntaxError) in }

  private init() {}

  init<B: Box>(_ type: B.Type) { visit(type) }

  /// Nil if the box type is unknown.
  package init?(_ header: BoxHeader, in context: BoxContext) {
    if !BoxRegistry.visit(header, in: context, &self) { return nil }
  }

  /// The kind of a box of a file; nil if its type is unknown.
  package init?(_ place: BoxPlace) {
    if place.isQuickTimeMeta { self.init(QuickTimeMetaBox.self) } else { self.init(place.header, in: place.context) }
  }

  /// Whether the type has the name of `other`.
  func isA<B: Box>(_ other: B.Type) -> Bool { name.description == other.structureName.description }

  package mutating func visit<B: Box>(_ type: B.Type) {
    name = B.structureName
    holdsBoxes = B.holdsBoxes
    hasFields = B.hasFields
    walk = { (c) throws(SyntaxError) in
      var box = B()
      try box.syntax(&c)
    }
  }
}
