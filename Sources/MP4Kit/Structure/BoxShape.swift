import BitstreamKit

/// Asks a box's type whether boxes stand inside, and where they start.
///
/// A first visit says whether there are any; where fields stand in front of them, `measure` is given the first bytes and a second
/// visit reads those fields.
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
