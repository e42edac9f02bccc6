import BitstreamKit
import MP4Kit
import RemuxKit

/// Boxes: the tree, every typed box in it, traces, and what is checked across boxes.
func fuzzBoxes(_ file: [UInt8]) throws(Violation) {
  let source = MemorySource(file)
  guard var tree = try? BoxTree(source) else { throw Violation("memory cannot be read") }
  var check = FileCheck()
  for node in tree.nodes.indices.prefix(4096) {
    let place = tree.nodes[node].place
    check.note(place)
    try demand(place.end <= UInt64(file.count) && place.offset <= place.end, "a box from \(place.offset) to \(place.end) of \(file.count)")
    guard place.isBox else { continue }
    let end = min(place.end, place.childrenOffset ?? place.end)
    try demand(place.payloadOffset <= end, "the boxes inside of one start before its fields")
    let fields = Array(file[Int(place.payloadOffset)..<Int(end)])
    try checkFields(place, fields)
    var window = ByteWindow(source)
    if let content = try? CompressedContent(place, in: &window, limit: 1 << 18), !content.bytes.isEmpty {
      _ = try? BoxTree(MemorySource(content.bytes))
    }
    var visitor = ReadVisitor(tree: tree, node: node)
    BoxRegistry.visit(place.header, in: place.context, &visitor)
  }
  _ = try? check.findings(in: source)
  _ = try? ImageCollection(source)
  _ = try? MovieUserData(of: &tree)
}

private func checkFields(_ place: BoxPlace, _ fields: [UInt8]) throws(Violation) {
  let log = TraceLog()
  _ = BoxContent.trace(place, fields, of: UInt64(fields.count), showsRows: fields.count < 4096, to: log)
  try checkRows(log)
  // A table that extends beyond the file.
  let half = TraceLog()
  _ = BoxContent.trace(place, Array(fields.prefix(fields.count / 2)), of: UInt64(fields.count), showsRows: false, to: half)
  switch BoxContent.roundTrip(place, fields) {
  case .different(let index): throw Violation("\(place.header.type) is written as other bytes, from \(index) on")
  case .unwritten(let error): throw Violation("\(place.header.type) was read and cannot be written: \(error)")
  case .same, .unread, nil: break
  }
}

private struct ReadVisitor: BoxVisitor {
  var tree: BoxTree<MemorySource>
  let node: Int

  init(tree: BoxTree<MemorySource>, node: Int) {
    self.tree = tree
    self.node = node
  }

  mutating func visit<B: Box>(_ type: B.Type) {
    _ = try? tree.read(type, at: node)
    _ = try? tree.read(type, at: node, limit: 24)
  }
}
