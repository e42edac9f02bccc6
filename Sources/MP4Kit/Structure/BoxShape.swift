import BitstreamKit

/// Determines whether a box holds child boxes and where they start.
///
/// The first visit sets `holdsBoxes` and `hasFields`. If fields precede the child boxes, call `measure` with the first bytes of the payload
/// and visit again: the second visit parses the fields and sets `fieldSize`.
struct BoxShape: BoxVisitor {
  var holdsBoxes = false
  var hasFields = true
  var fieldSize = 0
  var error: SyntaxError?
  private var reader: BitReader?

  mutating func measure(_ head: [UInt8], of total: UInt64, at offset: UInt64) {
    reader = BitReader(heading: head, of: total, policy: .lenient, fileOffset: offset)
  }

  mutating func visit<B: Box>(_ type: B.Type) {
    guard var reader else {
      holdsBoxes = B.holdsBoxes
      hasFields = B.hasFields
      return
    }
    var box = B()
    do {
      try reader.nested(&box)
      fieldSize = reader.bitPosition / 8
    } catch {
      self.error = error
    }
  }
}
