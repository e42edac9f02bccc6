import BitstreamKit

/// A `trak` box: what a track is, and where its samples are listed.
public struct MovieTrack: Sendable {
  /// The track's own header; nil where it is missing or cannot be read.
  public var header: TrackHeaderBox?
  /// Time scale, duration and language of the media.
  public var mediaHeader: MediaHeaderBox?
  /// What the track carries.
  public var handler: HandlerBox?
  /// How the media is laid out on the movie's timeline.
  public var editList: EditListBox?
  /// How the samples are coded, in the order of `stsd`: a sample's index counts from 1.
  public var descriptions: [SampleDescription]
  /// The samples that `moov` lists; nil for a track without an `stbl`.
  public var table: SampleTable?
  /// What holds for the samples of fragments; nil for a track that has none.
  public var extends: TrackExtendsBox?
  /// The language as a tag of BCP 47 (`elng`); nil where the older form has to do.
  public var extendedLanguage: String?
  /// The track's box in the tree of the `moov`.
  public var node: Int

  /// The track's number in the file; 0 where no box says it.
  public var trackID: UInt32 { header?.trackID ?? 0 }
  /// Units in a second of the samples' times; 1 where the file says 0 or nothing.
  public var timescale: UInt32 { max(1, mediaHeader?.timescale ?? 1) }
  /// `vide`, `soun` and their like; zero bytes where no box says it.
  public var handlerType: FourCC { handler?.handlerType ?? FourCC(rawValue: 0) }
  /// The language: the tag if there is one, else three letters; nil for none or undetermined.
  public var language: String? {
    if let extendedLanguage { return extendedLanguage }
    guard let letters = mediaHeader?.language.letters, letters != "und" else { return nil }
    return letters
  }

  /// The timeline that the edit list gives.
  public func timeline(movieTimescale: UInt32) -> EditTimeline {
    EditTimeline(editList, movieTimescale: movieTimescale, mediaTimescale: timescale)
  }

  /// Reads a track. What cannot be read is left nil, with a finding.
  /// - Parameter room: bytes of memory that are left for sample descriptions.
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
          // Adobe's writer of F4V pads stsd with `skip`.
          let type = tree.nodes[entry].place.header.type
          if type == "free" || type == "skip" || type == "wide" { continue }
          // What a description takes beside its bytes.
          room -= min(room, Int(clamping: tree.nodes[entry].place.size) + 2048)
          if room == 0 {
            let message = "more sample descriptions than \(Movie<S>.descriptionRoom >> 20) MiB hold: those from here on are not read"
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
        BoxFinding(path: ["moov", "trak", "mdia", "mdhd"], offset: tree.nodes[node].place.offset, message: "a time scale of 0"))
    }
  }

  /// Reads the edit list, up to `EditTimeline.mostSegments` entries of it.
  private static func editList<S: ByteSource>(
    _ tree: inout BoxTree<S>, _ track: Int, _ findings: inout [BoxFinding]
  ) throws(ByteError) -> EditListBox? {
    guard let node = tree.find("edts/elst", in: track).first else { return nil }
    let place = tree.nodes[node].place
    var bytes = try tree.payload(of: node, limit: 8)
    let (most, size) = (EditTimeline.mostSegments, bytes.first == 1 ? 20 : 12)
    guard bytes.count == 8, UInt32(unpacking: bytes, at: 4) > most, place.payloadSize > UInt64(8 + most * size) else {
      return try tree.tolerant(EditListBox.self, "edts/elst", in: track, &findings)
    }
    let message = "\(UInt32(unpacking: bytes, at: 4)) edits, and no more than \(most) are read"
    findings.append(BoxFinding(path: ["trak", "edts", "elst"], offset: place.offset, message: message))
    bytes = try tree.payload(of: node, limit: 8 + most * size)
    bytes.replaceSubrange(4..<8, with: (0..<4).map { UInt8(truncatingIfNeeded: most >> (24 - 8 * $0)) })
    return try? EditListBox(parsing: bytes)
  }
}

extension BoxTree {
  /// Reads the first box of a path; nil where there is none, or where it cannot be read, with a finding.
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
