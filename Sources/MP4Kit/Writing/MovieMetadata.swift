import BitstreamKit

/// A metadata item in the form used by iTunes and most players: an item of `moov/udta/meta/ilst`.
public struct MovieMetadataItem: Sendable, Equatable {
  /// The key: `title`, `artist`, `albumartist`, `album`, `composer`, `comment`, `description`, `copyright`, `genre`, `date`, `encoder`,
  /// `grouping`, `lyrics` or `show`; any other key is stored as a `----` item with that name.
  public var key: String
  /// The text, stored as UTF-8.
  public var value: String

  /// Creates a text item.
  public init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }

  /// The box type of a key; nil for a key that is stored as a `----` item.
  static func type(of key: String) -> FourCC? {
    switch key {
    case "title": "©nam"
    case "artist", "author": "©ART"
    case "albumartist", "album_artist": "aART"
    case "album": "©alb"
    case "composer": "©wrt"
    case "comment": "©cmt"
    case "description": "desc"
    case "synopsis": "ldes"
    case "copyright": "cprt"
    case "genre": "©gen"
    case "date", "year": "©day"
    case "encoder": "©too"
    case "grouping": "©grp"
    case "lyrics": "©lyr"
    case "show": "tvsh"
    default: nil
    }
  }

  /// The complete box of the item.
  func encoded() throws(SyntaxError) -> [UInt8] {
    var builder = BoxBuilder()
    try write(to: &builder)
    return builder.bytes
  }

  /// Whether a complete `----` box is an item with this name.
  static func isNamed(_ key: String, _ box: [UInt8]) -> Bool {
    guard let tree = try? BoxTree(MemorySource(box)) else { return false }
    var boxes = tree
    for node in boxes.find("----/name") {
      if let name = try? boxes.read(ItemKeyBox.self, at: node), name.text.bytes == Array(key.utf8) { return true }
    }
    return false
  }

  private func write(to builder: inout BoxBuilder) throws(SyntaxError) {
    var data = MetadataValueBox()
    data.value = Array(value.utf8)
    if let type = Self.type(of: key) {
      return try builder.box(type) { (builder) throws(SyntaxError) in try builder.box(data) }
    }
    try builder.box("----") { (builder) throws(SyntaxError) in
      var mean = ItemKeyBox()
      mean.text = TerminatedString(bytes: Array("com.apple.iTunes".utf8), isTerminated: false)
      try builder.box("mean", mean)
      var name = ItemKeyBox()
      name.text = TerminatedString(bytes: Array(key.utf8), isTerminated: false)
      try builder.box("name", name)
      try builder.box(data)
    }
  }
}
