import BitstreamKit

/// A `trak` box: the properties of a track and its sample tables.
public struct MovieTrack: Sendable {
  /// The `tkhd` box; nil if it is absent or malformed.
  public var header: TrackHeaderBox?
  /// The `mdhd` box: time scale, duration and language of the media.
  public var mediaHeader: MediaHeaderBox?
  /// The `hdlr` box: the media type.
  public var handler: HandlerBox?
  /// The edit list (`elst`), which maps the media to the movie's timeline.
  public var editList: EditListBox?
  /// The sample descriptions in the order of `stsd`; a sample's description index counts from 1.
  public var descriptions: [SampleDescription]
  /// The sample tables in `moov`; nil for a track without an `stbl`.
  public var table: SampleTable?
  /// The defaults for samples in fragments (`trex`); nil if absent.
  public var extends: TrackExtendsBox?
  /// The BCP 47 language tag (`elng`); nil if absent.
  public var extendedLanguage: String?
  /// The index of the `trak` in the tree of the `moov`.
  public var node: Int

  /// The track ID; without a header one that no other track has.
  public var trackID: UInt32 { header?.trackID ?? freeID }
  /// An ID for a track without a header.
  var freeID: UInt32 = 0
  /// The track's time scale in units per second; 1 if the file has 0 or none.
  public var timescale: UInt32 { max(1, mediaHeader?.timescale ?? 1) }
  /// The handler type, such as `vide` or `soun`; zero bytes if unknown.
  public var handlerType: FourCC { handler?.handlerType ?? FourCC(rawValue: 0) }
  /// The same, but `vide` or `soun` where there is no handler, or it is the other of the two, and the first sample entry says so (ISO/IEC
  /// 14496-12:2022, 8.5.2.1: the format of the entries depends on the handler).
  public var mediaHandlerType: FourCC {
    let (type, isVisual) = (handlerType, descriptions.first?.visual != nil)
    let isSound = descriptions.first?.audio != nil || descriptions.first?.audioV1 != nil
    guard type == "soun" || type == "vide" || type.rawValue == 0, isVisual != isSound else { return type }
    return isVisual ? "vide" : "soun"
  }
  /// The BCP 47 tag if present, else the three-letter code; nil if absent or undetermined.
  public var language: String? {
    if let extendedLanguage { return extendedLanguage }
    guard let letters = mediaHeader?.language.letters, letters != "und" else { return nil }
    return letters
  }

  /// The timeline defined by the edit list.
  public func timeline(movieTimescale: UInt32) -> EditTimeline {
    EditTimeline(editList, movieTimescale: movieTimescale, mediaTimescale: timescale)
  }

  /// Reads a track. A malformed box is left nil, with a finding.
  /// - Parameter room: the remaining memory for sample descriptions, in bytes.
  init<S: ByteSource>(_ tree: inout BoxTree<S>, _ node: Int, _ room: inout Int, _ findings: inout [BoxFinding]) throws(ByteError) {
    self.node = node
    descriptions = []
    header = try tree.tolerant(TrackHeaderBox.self, "tkhd", in: node, &findings)
    mediaHeader = try tree.tolerant(MediaHeaderBox.self, "mdia/mdhd", in: node, &findings)
    handler = try tree.tolerant(HandlerBox.self, "mdia/hdlr", in: node, &findings)
    editList = try Self.editList(&tree, node, &findings)
    if let elng = tree.find("mdia/elng", in: node).first {
      let bytes = try tree.payload(of: elng, limit: 256).dropFirst(4)
      extendedLanguage = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if let stbl = tree.find("mdia/minf/stbl", in: node).first {
      var table = try SampleTable(&tree, stbl: stbl)
      findings += table.findings
      for stsd in tree.find("stsd", in: stbl) {
        for entry in tree.children(of: stsd) {
          // Adobe's F4V writer pads stsd with `skip`.
          let type = tree.nodes[entry].place.header.type
          if type == "free" || type == "skip" || type == "wide" { continue }
          // Memory of a description in addition to its bytes.
          room -= min(room, Int(clamping: tree.nodes[entry].place.size) + 2048)
          if room == 0 {
            let message = "sample descriptions exceed \(Movie<S>.descriptionRoom >> 20) MiB: the remaining ones are not read"
            findings.append(BoxFinding(path: ["stbl", "stsd"], offset: tree.nodes[entry].place.offset, message: message))
            break
          }
          descriptions.append(try SampleDescription(&tree, entry, &findings))
        }
      }
      if let description = descriptions.first { table.applyFrameSize(description) }
      self.table = table
    }
    if mediaHeader?.timescale == 0 {
      findings.append(
        BoxFinding(path: ["moov", "trak", "mdia", "mdhd"], offset: tree.nodes[node].place.offset, message: "the time scale is 0"))
    }
  }

  /// Reads the edit list, at most `EditTimeline.maxSegments` entries. Of a list whose `entry_count` is too high, the entries that fill the box
  /// are read.
  private static func editList<S: ByteSource>(
    _ tree: inout BoxTree<S>, _ track: Int, _ findings: inout [BoxFinding]
  ) throws(ByteError) -> EditListBox? {
    guard let node = tree.find("edts/elst", in: track).first else { return nil }
    let place = tree.nodes[node].place
    var bytes = try tree.payload(of: node, limit: 8)
    let (limit, size) = (UInt64(EditTimeline.maxSegments), bytes.first == 1 ? 20 : 12 as UInt64)
    guard bytes.count == 8, bytes[0] <= 1 else { return try tree.tolerant(EditListBox.self, "edts/elst", in: track, &findings) }
    let stated = UInt64(UInt32(unpacking: bytes, at: 4))
    let (rows, rest) = (place.payloadSize - 8).quotientAndRemainder(dividingBy: size)
    guard stated > min(rows, limit), rows > limit || rows > 0 && rest == 0 else {
      return try tree.tolerant(EditListBox.self, "edts/elst", in: track, &findings)
    }
    let message =
      rows > limit
      ? "\(stated) edits: only the first \(limit) are read" : "entry_count is \(stated): \(counted(rows, "edit")) read, which fill the box"
    findings.append(BoxFinding(path: ["trak", "edts", "elst"], offset: place.offset, message: message))
    let count = min(rows, limit)
    bytes = try tree.payload(of: node, limit: Int(8 + count * size))
    bytes.replaceSubrange(4..<8, with: (0..<4).map { UInt8(truncatingIfNeeded: count >> UInt64(24 - 8 * $0)) })
    return try? EditListBox(parsing: bytes)
  }
}

extension BoxTree {
  /// Reads the first box at a path; nil if it is absent, or malformed, which is a finding.
  mutating func tolerant<B: Box>(
    _ type: B.Type, _ path: String, in parent: Int?, _ findings: inout [BoxFinding]
  ) throws(ByteError) -> B? {
    guard let node = find(path, in: parent).first else { return nil }
    do { return try read(type, at: node) } catch {
      switch error {
      case .bytes(let error): throw error
      case .syntax(let error):
        let place = nodes[node].place
        findings.append(BoxFinding(path: [place.context.container, place.header.type], offset: place.offset, message: error.description))
        return nil
      }
    }
  }
}
