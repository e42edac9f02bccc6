import BitstreamKit

/// The metadata of a movie: title, location, camera, cover. Holds the boxes `udta`, `meta` and `uuid` of a `moov` (ISO/IEC 14496-12, 8.10.1,
/// 8.11.1 and 11.1), copied unchanged except for items that `set` replaces.
public struct MovieUserData: Sendable, Equatable {
  /// The creation time in seconds since 1904-01-01 UTC; 0 if unknown.
  public var creationTime: UInt64 = 0
  /// The complete boxes in `udta`, except its `meta` with an item list.
  private var boxes: [[UInt8]] = []
  /// The complete items of the `ilst` in that `meta`.
  private var items: [[UInt8]] = []
  /// The complete `meta` and `uuid` boxes in `moov`.
  private var movieBoxes: [[UInt8]] = []
  /// The size of the boxes that were skipped because they exceed the limit.
  public private(set) var omittedBytes: UInt64 = 0
  /// The number of texts that were skipped because they are longer than their boxes.
  public private(set) var omittedTexts = 0

  /// Empty metadata.
  public init() {}

  /// Reads the metadata in the `moov` of a movie.
  /// - Parameter limit: the maximum number of bytes to copy; a box larger than the remaining bytes is skipped, and counted in `omittedBytes`.
  public init<Source: ByteSource>(of tree: inout BoxTree<Source>, limit: Int = 32 << 20) throws(ByteError) {
    guard let moov = tree.child("moov", of: nil) else { return }
    if let header = tree.child("mvhd", of: moov), let box = try? tree.read(MovieHeaderBox.self, at: header) {
      creationTime = box.creationTime
    }
    var left = limit
    for node in tree.find("udta", in: moov) {
      for child in tree.children(of: node) {
        if let list = Self.itemList(in: child, of: &tree) {
          for item in tree.children(of: list) { if let box = try take(item, of: &tree, &left) { items.append(box) } }
        } else if try Self.isCutOff(child, of: &tree) {
          omittedTexts += 1
        } else if let box = try take(child, of: &tree, &left) {
          boxes.append(box)
        }
      }
    }
    for path in ["meta", "uuid"] {
      for node in tree.find(path, in: moov) { if let box = try take(node, of: &tree, &left) { movieBoxes.append(box) } }
    }
  }

  /// The `ilst` of a `meta` with handler `mdir`, whose items are identified by box type. With other handlers, items are identified by key
  /// indices.
  private static func itemList<Source: ByteSource>(in meta: Int, of tree: inout BoxTree<Source>) -> Int? {
    guard tree.nodes[meta].place.header.type == "meta", let node = tree.child("hdlr", of: meta),
      let handler = try? tree.read(HandlerBox.self, at: node), handler.handlerType == "mdir"
    else { return nil }
    return tree.child("ilst", of: meta)
  }

  /// Whether a QuickTime text, whose type begins with ©, ends after its box by less than the four bytes of its length and language. FFmpeg reads
  /// it then, and refuses a file that ends there; a longer one is read as raw bytes.
  private static func isCutOff<Source: ByteSource>(_ node: Int, of tree: inout BoxTree<Source>) throws(ByteError) -> Bool {
    let place = tree.nodes[node].place
    guard place.header.type.rawValue >> 24 == 0xA9, place.payloadSize >= 4, tree.children(of: node).isEmpty else { return false }
    var bytes: [UInt8] = []
    try tree.source.read(at: place.payloadOffset, count: 2, into: &bytes)
    guard bytes.count == 2 else { return false }
    let length = UInt64(bytes[0]) << 8 | UInt64(bytes[1])
    return length <= place.payloadSize && length + 4 > place.payloadSize
  }

  /// The bytes of a box; nil if it is cut off, or larger than what is left of the limit.
  private mutating func take<Source: ByteSource>(
    _ node: Int, of tree: inout BoxTree<Source>, _ left: inout Int
  ) throws(ByteError) -> [UInt8]? {
    let place = tree.nodes[node].place
    guard place.size >= 8, place.size == place.header.size else { return nil }
    guard let size = Int(exactly: place.size), size <= left else {
      omittedBytes &+= place.size
      return nil
    }
    var bytes: [UInt8] = []
    try tree.source.read(at: place.offset, count: size, into: &bytes)
    guard bytes.count == size else { return nil }
    left -= size
    return bytes
  }

  /// Sets an item and replaces existing ones with the same key.
  public mutating func set(_ item: MovieMetadataItem) throws(SyntaxError) {
    let bytes = try item.encoded()
    let type = Self.type(bytes)
    items.removeAll { Self.type($0) == type && (type != "----" || MovieMetadataItem.isNamed(item.key, $0)) }
    // QuickTime has the same types directly in udta.
    boxes.removeAll { Self.type($0) == type }
    items.append(bytes)
  }

  /// Replaces the chapters in `chpl`; without chapters, there is none.
  public mutating func setChapters(_ list: ChapterListBox) throws(SyntaxError) {
    boxes.removeAll { Self.type($0) == ChapterListBox.boxType }
    if list.chapters.isEmpty { return }
    var builder = BoxBuilder()
    try builder.box(list)
    boxes.append(builder.bytes)
  }

  private static func type(_ box: [UInt8]) -> FourCC {
    FourCC(rawValue: box.count < 8 ? 0 : UInt32(truncatingIfNeeded: box.bigEndian64(at: 0)))
  }

  /// The boxes to append to the `moov`; empty if there is no metadata.
  /// - Throws: `SyntaxError` if a box is larger than 4 GiB.
  public func encoded() throws(SyntaxError) -> [UInt8] {
    var builder = BoxBuilder()
    if !boxes.isEmpty || !items.isEmpty {
      try builder.box("udta") { (builder) throws(SyntaxError) in
        for box in boxes { builder.raw(box) }
        if !items.isEmpty { try Self.list(items, &builder) }
      }
    }
    for box in movieBoxes { builder.raw(box) }
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

extension MovieMetadataItem {
  /// Builds a `udta` box with items; empty if there are none.
  /// - Throws: `SyntaxError` if a value is larger than 4 GiB.
  public static func userData(_ items: [MovieMetadataItem]) throws(SyntaxError) -> [UInt8] {
    var data = MovieUserData()
    for item in items { try data.set(item) }
    return try data.encoded()
  }
}
