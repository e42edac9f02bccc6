import BitstreamKit

/// What a movie says of itself beside its tracks: title, place, camera, cover. The boxes `udta` and `meta` of a `moov` (ISO/IEC 14496-12,
/// 8.10.1 and 8.11.1), carried as they are but for what is said anew.
public struct MovieUserData: Sendable, Equatable {
  /// When the movie was made, in seconds since 1904; 0 where nobody says.
  public var creationTime: UInt64 = 0
  /// The boxes of `udta` without its `meta`, whole.
  private var boxes: [[UInt8]] = []
  /// The items of the list in that `meta` (`ilst`), whole.
  private var items: [[UInt8]] = []
  /// The `meta` beside `udta`, whole.
  private var metas: [[UInt8]] = []

  /// Nothing.
  public init() {}

  /// What the `moov` of a movie has.
  /// - Parameter limit: of boxes larger than what is left of so many bytes none is taken: pictures beyond all measure.
  public init<Source: ByteSource>(of tree: inout BoxTree<Source>, limit: Int = 8 << 20) throws(ByteError) {
    guard let moov = tree.child("moov", of: nil) else { return }
    if let header = tree.child("mvhd", of: moov), let box = try? tree.read(MovieHeaderBox.self, at: header) {
      creationTime = box.creationTime
    }
    var left = limit
    for node in tree.find("udta", in: moov) {
      for child in tree.children(of: node) {
        if let list = Self.itemList(in: child, of: &tree) {
          for item in tree.children(of: list) { try Self.take(item, of: &tree, into: &items, &left) }
        } else {
          try Self.take(child, of: &tree, into: &boxes, &left)
        }
      }
    }
    for node in tree.find("meta", in: moov) { try Self.take(node, of: &tree, into: &metas, &left) }
  }

  /// The list in a `meta` whose items go by their types; those of other handlers go by numbers of keys.
  private static func itemList<Source: ByteSource>(in meta: Int, of tree: inout BoxTree<Source>) -> Int? {
    guard tree.nodes[meta].place.header.type == "meta", let node = tree.child("hdlr", of: meta),
      let handler = try? tree.read(HandlerBox.self, at: node), handler.handlerType == "mdir"
    else { return nil }
    return tree.child("ilst", of: meta)
  }

  private static func take<Source: ByteSource>(
    _ node: Int, of tree: inout BoxTree<Source>, into list: inout [[UInt8]], _ left: inout Int
  ) throws(ByteError) {
    let place = tree.nodes[node].place
    guard place.size >= 8, place.size == place.header.size, let size = Int(exactly: place.size), size <= left else { return }
    var bytes: [UInt8] = []
    try tree.source.read(at: place.offset, count: size, into: &bytes)
    guard bytes.count == size else { return }
    list.append(bytes)
    left -= size
  }

  /// Says something anew: it takes the place of what was said of the same before.
  public mutating func set(_ item: MovieMetadataItem) throws(SyntaxError) {
    let bytes = try item.encoded()
    let type = Self.type(bytes)
    items.removeAll { Self.type($0) == type && (type != "----" || MovieMetadataItem.isNamed(item.key, $0)) }
    // QuickTime has the same types directly in udta.
    boxes.removeAll { Self.type($0) == type }
    items.append(bytes)
  }

  private static func type(_ box: [UInt8]) -> FourCC {
    FourCC(rawValue: box.count < 8 ? 0 : UInt32(truncatingIfNeeded: box.bigEndian64(at: 0)))
  }

  /// The boxes that go to the end of the `moov`; nothing where there is nothing to be said.
  /// - Throws: for more than 4 GiB.
  public func encoded() throws(SyntaxError) -> [UInt8] {
    var builder = BoxBuilder()
    if !boxes.isEmpty || !items.isEmpty {
      try builder.box("udta") { (builder) throws(SyntaxError) in
        for box in boxes { builder.raw(box) }
        if !items.isEmpty { try Self.list(items, &builder) }
      }
    }
    for meta in metas { builder.raw(meta) }
    return builder.bytes
  }

  private static func list(_ items: [[UInt8]], _ builder: inout BoxBuilder) throws(SyntaxError) {
    try builder.box(MetaBox()) { (builder) throws(SyntaxError) in
      var handler = HandlerBox()
      handler.handlerType = "mdir"
      handler.reserved = [FourCC("appl").rawValue, 0, 0]
      try builder.box(handler)
      try builder.box("ilst") { (builder) throws(SyntaxError) in for item in items { builder.raw(item) } }
    }
  }
}
