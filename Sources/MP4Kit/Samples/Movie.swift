import BitstreamKit

/// A file of the MP4 family: its tracks, and how to come to their samples. The `moov` is read, media data never.
public struct Movie<Source: ByteSource> {
  /// The boxes of the `moov`, and nothing else of the file.
  public private(set) var tree: BoxTree<Source>
  /// Which specifications the file keeps to; nil for a file of QuickTime's first days.
  public private(set) var fileType: FileTypeBox?
  /// What a media segment says instead (`styp`), where it stands before the movie or the first fragment.
  public private(set) var segmentType: FileTypeBox?
  /// What holds for the movie as a whole.
  public private(set) var header: MovieHeaderBox?
  /// The tracks in the order of the file.
  public private(set) var tracks: [MovieTrack] = []
  /// How long the movie is with its fragments, in units of its time scale; nil where nobody says.
  public private(set) var fragmentDuration: UInt64?
  /// Whether fragments may follow (`mvex`).
  public private(set) var isFragmented = false
  /// Whether the `moov` was expanded: its boxes then stand at no place of the file.
  public private(set) var isCompressed = false
  /// Where the `moov` starts; nil for a file that has none.
  public private(set) var moovOffset: UInt64?
  /// Where the first `mdat` starts; nil where none was seen up to the `moov` or the first fragment.
  public private(set) var mediaDataOffset: UInt64?
  /// Where the first `moof` starts; nil where none was seen up to the `moov`, or right behind it.
  public private(set) var firstFragmentOffset: UInt64?
  /// What is wrong with the boxes that were looked at.
  public private(set) var findings: [BoxFinding] = []

  /// The most tracks that are read.
  public static var mostTracks: Int { 1 << 12 }
  /// The memory for the sample descriptions of all tracks, in bytes.
  static var descriptionRoom: Int { 16 << 20 }

  /// Units in a second of the movie's times; 1 where the file says 0 or nothing.
  public var timescale: UInt32 { max(1, header?.timescale ?? 1) }

  /// The brand that describes the file best; nil without a file type.
  public var majorBrand: FourCC? { fileType.map { $0.majorBrand } }

  /// Whether this is a media segment: it has fragments, and the `moov` is in another file.
  public var isSegment: Bool { moovOffset == nil && (segmentType != nil || firstFragmentOffset != nil) }

  /// Whether this is a QuickTime file: by its brand, or since nothing says otherwise.
  public var isQuickTime: Bool { fileType.map { $0.majorBrand == "qt  " } ?? (segmentType == nil && !isSegment) }

  /// Looks for the `moov` and reads it. A file without one has no tracks.
  /// - Throws: where the source fails.
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
          let message = "a compressed \(type == "!mov" ? "moov" : "moof") box (\(type)): its samples are not read"
          findings.append(BoxFinding(path: [type], offset: place.offset, message: message))
        }
        walker.leave(place)
      }
      // Behind the moov one more box shows whether media or a fragment follows; what is behind is not looked at.
      if moov != nil, mediaDataOffset != nil || firstFragmentOffset != nil { break }
    }
    findings += walker.findings
    tree = try BoxTree(source, from: moov?.offset ?? 0, to: moov?.end ?? 0)
    if moov != nil { try readMoov() }
  }

  /// Reads the movie as `init(_:)` does, and a compressed one too (`cmov`): the boxes of the tree then have offsets as if the expanded
  /// `moov` stood at the place of the compressed one.
  /// - Throws: where the source fails. A compressed movie that cannot be expanded is a finding.
  public init(expanding source: Source) throws(ByteError) where Source == AnyByteSource {
    try self.init(source)
    guard let moov = tree.nodes.first?.place, let node = tree["moov/cmov/cmvd"] else { return }
    let place = tree.nodes[node].place
    if let box = try tree.tolerant(DataCompressionBox.self, "moov/cmov/dcom", in: nil, &findings),
      box.dataCompressionAlgorithm != "zlib"
    {
      let message = "the movie is compressed by '\(box.dataCompressionAlgorithm)', which is not supported"
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
      if tracks.count == Self.mostTracks {
        let message = "more than \(Self.mostTracks) tracks: those from here on are not read"
        findings.append(BoxFinding(path: ["moov", "trak"], offset: tree.nodes[node].place.offset, message: message))
        break
      }
      tracks.append(try MovieTrack(&tree, node, &room, &findings))
    }
    isFragmented = tree["moov/mvex"] != nil
    fragmentDuration = try tree.tolerant(MovieExtendsHeaderBox.self, "moov/mvex/mehd", in: nil, &findings)?.fragmentDuration
    var defaults: [UInt32: TrackExtendsBox] = [:]
    for node in tree.find("moov/mvex/trex") {
      if let extends = try? tree.read(TrackExtendsBox.self, at: node) { defaults[extends.trackID] = extends }
    }
    for index in tracks.indices { tracks[index].extends = defaults[tracks[index].trackID] }
  }

  /// Reads a box of the `moov`'s tree; nil where there is none or it cannot be read.
  public mutating func read<B: Box>(_ type: B.Type, at path: String, in parent: Int? = nil) -> B? {
    guard let node = tree.find(path, in: parent).first else { return nil }
    return try? tree.read(type, at: node)
  }

  /// The samples of all tracks, or of one.
  /// - Parameter places: where the fragments of each track are, for who reads many tracks one by one.
  public func samples(ofTrack track: Int? = nil, places: FragmentPlaces? = nil) -> MovieSamples {
    MovieSamples(self, only: track, places: places)
  }

  /// The index of the track with an ID, the first of several.
  var trackIndices: [UInt32: Int] {
    var places: [UInt32: Int] = [:]
    for index in tracks.indices where places[tracks[index].trackID] == nil { places[tracks[index].trackID] = index }
    return places
  }
}
