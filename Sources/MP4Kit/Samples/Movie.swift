import BitstreamKit

/// A file of the MP4 family: its tracks and access to their samples. Reads the `moov`, never media data.
public struct Movie<Source: ByteSource> {
  /// The boxes of the `moov` only.
  public private(set) var tree: BoxTree<Source>
  /// The `ftyp` box; nil for early QuickTime files without one.
  public private(set) var fileType: FileTypeBox?
  /// The `styp` box of a media segment, if it precedes the movie or the first fragment.
  public private(set) var segmentType: FileTypeBox?
  /// The `mvhd` box.
  public private(set) var header: MovieHeaderBox?
  /// The tracks in file order.
  public private(set) var tracks: [MovieTrack] = []
  /// Track indices by track ID; the first of several tracks with the same ID.
  package private(set) var trackIndices: [UInt32: Int] = [:]
  /// The duration of the movie including its fragments (`mehd`), in units of the movie's time scale; nil if absent.
  public private(set) var fragmentDuration: UInt64?
  /// Whether the `moov` was compressed and has been expanded: the offsets of its boxes are then not file offsets.
  public private(set) var isCompressed = false
  /// The offset of the `moov`; nil if there is none.
  public private(set) var moovOffset: UInt64?
  /// The offset of the first `mdat`; nil if none precedes the `moov` or the first fragment.
  public private(set) var mediaDataOffset: UInt64?
  /// The offset of the first `moof`; nil if none precedes the `moov` or follows it directly, or follows its media data without an `mvex`.
  public private(set) var firstFragmentOffset: UInt64?
  /// Whether the movie has an `mvex`, without which it must not have fragments.
  public private(set) var hasMovieExtends = false
  /// Whether the movie has or may have fragments: it has an `mvex`, or a first fragment although it has none.
  public var isFragmented: Bool { hasMovieExtends || firstFragmentOffset != nil }
  /// The errors in the boxes that were read.
  public private(set) var findings: [BoxFinding] = []

  /// The maximum number of tracks that are read.
  public static var maxTracks: Int { 1 << 12 }
  /// The memory limit for the sample descriptions of all tracks, in bytes.
  static var descriptionRoom: Int { 16 << 20 }

  /// The movie's time scale in units per second; 1 if the file has 0 or none.
  public var timescale: UInt32 { max(1, header?.timescale ?? 1) }

  /// The major brand; nil without `ftyp`.
  public var majorBrand: FourCC? { fileType.map { $0.majorBrand } }

  /// Whether this is a media segment: fragments whose `moov` is in another file.
  public var isSegment: Bool { moovOffset == nil && (segmentType != nil || firstFragmentOffset != nil) }

  /// Whether this is a QuickTime file: by its brand, or because it has neither `ftyp` nor the form of a segment.
  public var isQuickTime: Bool { fileType.map { $0.majorBrand == "qt  " } ?? (segmentType == nil && !isSegment) }

  /// Finds and reads the `moov`. A file without one has no tracks.
  /// - Throws: `ByteError` if the source cannot be read.
  public init(_ source: Source) throws(ByteError) {
    var walker = BoxWalker(source)
    var moov: BoxPlace?
    while let place = try walker.next() {
      let type = place.header.type
      if type == "moov" {
        moov = place
        moovOffset = place.offset
        walker.leave(place)
      } else if type == "mdat" {
        if mediaDataOffset == nil { mediaDataOffset = place.offset }
      } else if type == "moof" {
        firstFragmentOffset = firstFragmentOffset ?? place.offset
        walker.leave(place)
      } else if type == "ftyp" {
        var tree = try BoxTree(source, from: place.offset, to: place.end)
        fileType = try tree.tolerant(FileTypeBox.self, "ftyp", in: nil, &findings)
      } else if type == "styp", segmentType == nil {
        var tree = try BoxTree(source, from: place.offset, to: place.end)
        segmentType = try tree.tolerant(FileTypeBox.self, "styp", in: nil, &findings)
      } else {
        if type == "!mov" || type == "!mof", findings.count < 8 {
          let message = "compressed \(type == "!mov" ? "moov" : "moof") box (\(type)): its samples are not read"
          findings.append(BoxFinding(path: [type], offset: place.offset, message: message))
        }
        walker.leave(place)
      }
      // One box after the moov shows whether media data or a fragment follows. Without an mvex one box after these is looked at; the rest of
      // the file is not read.
      if moov != nil, mediaDataOffset != nil || firstFragmentOffset != nil { break }
    }
    findings += walker.findings
    tree = try BoxTree(source, from: moov?.offset ?? 0, to: moov?.end ?? 0)
    if moov != nil { try readMoov() }
    if moov != nil, !hasMovieExtends, firstFragmentOffset == nil { firstFragmentOffset = try Self.nextFragment(&walker) }
  }

  /// The offset of a fragment after the media data of a movie that announces none; nil if another box follows it.
  private static func nextFragment(_ walker: inout BoxWalker<Source>) throws(ByteError) -> UInt64? {
    for _ in 0..<8 {
      guard let place = try walker.next(), place.isBox, place.depth == 0 else { return nil }
      switch place.header.type {
      case "moof": return place.offset
      case "free", "skip", "styp", "sidx", "emsg", "prft": walker.leave(place)
      default: return nil
      }
    }
    return nil
  }

  /// Reads the movie like `init(_:)` and expands a compressed one (`cmov`). Boxes of an expanded `moov` have offsets as if the `moov`
  /// started at the offset of the compressed one.
  /// - Throws: `ByteError` if the source cannot be read. An error in the compressed data is a finding.
  public init(expanding source: Source) throws(ByteError) where Source == AnyByteSource {
    try self.init(source)
    guard let moov = tree.nodes.first?.place, let node = tree["moov/cmov/cmvd"] else { return }
    let place = tree.nodes[node].place
    if let box = try tree.tolerant(DataCompressionBox.self, "moov/cmov/dcom", in: nil, &findings),
      box.dataCompressionAlgorithm != "zlib"
    {
      let message = "compression '\(box.dataCompressionAlgorithm)' is not supported"
      findings.append(BoxFinding(path: ["moov", "cmov"], offset: place.offset, message: message))
      return
    }
    var window = ByteWindow(source)
    guard let content = try CompressedContent(place, in: &window) else { return }
    if let failure = content.failure {
      findings.append(BoxFinding(path: ["moov", "cmov", "cmvd"], offset: place.offset, message: failure))
    }
    let expanded = AnyByteSource(OverlaidSource(source, content.bytes, at: moov.offset))
    tree = try BoxTree(expanded, from: moov.offset, to: moov.offset + UInt64(content.bytes.count))
    (tracks, header, isCompressed) = ([], nil, true)
    try readMoov()
  }

  private mutating func readMoov() throws(ByteError) {
    findings += tree.findings
    header = try tree.tolerant(MovieHeaderBox.self, "moov/mvhd", in: nil, &findings)
    var room = Self.descriptionRoom
    for node in tree.find("moov/trak") {
      if tracks.count == Self.maxTracks {
        let message = "more than \(Self.maxTracks) tracks: the remaining tracks are not read"
        findings.append(BoxFinding(path: ["moov", "trak"], offset: tree.nodes[node].place.offset, message: message))
        break
      }
      tracks.append(try MovieTrack(&tree, node, &room, &findings))
    }
    var freeID = tracks.map { $0.trackID }.max() ?? 0
    for index in tracks.indices where tracks[index].header == nil {
      freeID &+= 1
      tracks[index].freeID = freeID
    }
    hasMovieExtends = tree["moov/mvex"] != nil
    fragmentDuration = try tree.tolerant(MovieExtendsHeaderBox.self, "moov/mvex/mehd", in: nil, &findings)?.fragmentDuration
    var defaults: [UInt32: TrackExtendsBox] = [:]
    for node in tree.find("moov/mvex/trex") {
      if let extends = try? tree.read(TrackExtendsBox.self, at: node) { defaults[extends.trackID] = extends }
    }
    trackIndices = [:]
    for index in tracks.indices {
      let id = tracks[index].trackID
      tracks[index].extends = defaults[id]
      if trackIndices[id] == nil { trackIndices[id] = index }
    }
  }

  /// Reads the first box at a path in the `moov`; nil if it is absent or malformed.
  public mutating func read<B: Box>(_ type: B.Type, at path: String, in parent: Int? = nil) -> B? {
    guard let node = tree.find(path, in: parent).first else { return nil }
    return try? tree.read(type, at: node)
  }
}
