import BitstreamKit
import MP4Kit
import ProbeKit
import RemuxKit

/// A box under check.
struct BoxFacts {
  /// The header and the place of the box.
  var place: BoxPlace
  /// The types of the ancestors, outermost first.
  var ancestors: [FourCC]
  /// The index of the `trak` that it is in, or that it is; nil outside of tracks.
  var trackIndex: Int?

  /// The type.
  var type: FourCC { place.header.type }
  /// The type of the parent; nil at the top level.
  var parent: FourCC? { ancestors.last }

  /// The path, as `mediaprobe mp4` prints it: `moov/trak[1]/mdia`.
  var path: String {
    var text = ""
    for type in ancestors + [type] {
      if !text.isEmpty { text += "/" }
      text += type.description
      if type == "trak", let trackIndex { text += "[\(trackIndex)]" }
    }
    return text
  }
}

/// What is wrong with the boxes or the samples of a file.
enum MovieFault {
  /// Found by the box walk.
  case box(BoxFinding)
  /// Found while reading the movie or a fragment: a box whose fields cannot be parsed.
  case fields(BoxFinding)
  /// Found by comparing brands and items.
  case items(BoxFinding)
  /// Found while reading the samples of the current track.
  case samples(String)
}

/// A movie fragment under check.
struct FragmentFacts {
  /// The `moof` box.
  var place: BoxPlace
  /// Its content.
  var fragment: MovieFragment
  /// The index in the file, from 0.
  var index: Int
}

/// What is known of an MP4, QuickTime or HEIF file so far.
final class MovieFacts {
  /// The bytes of the file.
  let source: AnyByteSource
  /// The boxes at the top level, at most `maxBoxes`.
  private(set) var top: [BoxPlace] = []
  /// The indices in `top` of the first box of each type.
  private var firstBoxes: [FourCC: Int] = [:]
  /// The movie; its tables are read on request.
  fileprivate(set) var movie: Movie<AnyByteSource>
  /// The tracks whose samples have been read.
  fileprivate(set) var tracks: [TrackFacts] = []
  /// The number of fragments so far.
  fileprivate(set) var fragmentCount = 0

  /// A moov that locates samples, and that the boxes do not lead to; nil if they do, or if there is none.
  private(set) lazy var hiddenMovie: HiddenMovie? = movie.moovOffset == nil ? (try? SplicedMovie(source))?.hidden : nil

  /// Whether the file may be a part of a presentation, of which `moov` states the whole.
  fileprivate(set) var isPart = false
  /// The number of boxes that were visited.
  fileprivate var boxCount = 0
  /// Findings that were passed to the rules: reading samples repeats those about boxes.
  fileprivate var told: Set<String> = []

  private static let maxBoxes = 1 << 16

  init(_ source: AnyByteSource) throws(ByteError) {
    self.source = source
    movie = try Movie(expanding: source)
    for (place, track) in movie.tracks.enumerated() where places[track.trackID] == nil { places[track.trackID] = place }
    for (index, node) in movie.tree.find("moov/trak").enumerated() { trakIndices[node] = index }
  }

  /// The number of bytes of the file.
  var byteCount: UInt64 { source.byteCount }
  /// The major brand and the compatible brands; empty without `ftyp` and `styp`.
  var brands: [FourCC] {
    guard let type = movie.fileType ?? movie.segmentType else { return [] }
    return [type.majorBrand] + type.compatibleBrands.prefix(256)
  }
  /// Whether the file is in QuickTime's format.
  var isQuickTime: Bool { movie.isQuickTime }
  /// The track with an ID; of several the first, nil if there is none.
  func movieTrack(id: UInt32) -> MovieTrack? { places[id].map { movie.tracks[$0] } }

  /// Indices of the movie's tracks by ID.
  private var places: [UInt32: Int] = [:]

  /// The index among the `trak` boxes of the one at a node of the movie's tree.
  func trakIndex(of node: Int) -> Int? { trakIndices[node] }

  /// The indices of the `trak` boxes by their nodes.
  private var trakIndices: [Int: Int] = [:]

  /// The most faults to tell apart. Their texts hold places, so that a movie can have as many as it has samples.
  private static let maxTold = 4096

  /// Whether a fault has not been reported yet; a further one than those that are told apart is taken for new.
  func isNew(_ fault: MovieFault) -> Bool {
    let text =
      switch fault {
      case .box(let finding), .fields(let finding), .items(let finding): finding.description
      case .samples(let why): why
      }
    return told.count < Self.maxTold ? told.insert(text).inserted : !told.contains(text)
  }

  /// The path of a table of a track; of the box that it belongs in if the track has no such table.
  func tablePath(_ type: String, of track: TrackFacts) -> String {
    let isThere = place("mdia/minf/stbl/" + type, in: track.movieTrack?.node) != nil
    return track.tablePath + (isThere ? "/" + type : "")
  }

  /// The path of a finding; from the top level on where the finding has the last steps alone.
  func path(of finding: BoxFinding) -> String? {
    guard let outer = finding.path.first, let type = finding.path.last, first(outer) == nil else { return finding.pathText }
    var names: [String] = []
    var tracks = 0
    for place in movie.tree.nodes.map({ $0.place }) where place.isBox {
      while names.count > place.depth { names.removeLast() }
      names.append(place.header.type.description)
      if place.header.type == "trak" {
        names[names.count - 1] += "[\(tracks)]"
        tracks += 1
      }
      if place.header.type == type, finding.offset >= place.offset, finding.offset < place.end { return names.joined(separator: "/") }
    }
    return nil
  }

  /// The first box of a type at the top level.
  func first(_ type: FourCC) -> BoxPlace? { firstBoxes[type].map { top[$0] } }

  /// Adds a box at the top level.
  fileprivate func addTop(_ place: BoxPlace) {
    guard top.count < Self.maxBoxes else { return }
    if place.isBox, firstBoxes[place.header.type] == nil { firstBoxes[place.header.type] = top.count }
    top.append(place)
  }

  /// Reads a box of the movie; nil if it is absent or malformed.
  func read<B: Box>(_ type: B.Type, at path: String, in parent: Int? = nil) -> B? { movie.read(type, at: path, in: parent) }

  /// The place of the first box at a path in the `moov`; nil if there is none.
  func place(_ path: String, in parent: Int? = nil) -> BoxPlace? {
    movie.tree.find(path, in: parent).first.map { movie.tree.nodes[$0].place }
  }
}

/// Passes the boxes, tracks and fragments of a file to the rules.
struct MoviePass {
  private let facts: MovieFacts
  private let rules: [MovieRule]
  private let run: CheckRun
  private let input: ProbeInput

  init(_ input: ProbeInput, _ run: CheckRun) throws(ByteError) {
    facts = try MovieFacts(AnyByteSource(input))
    facts.isPart = input.isPart
    rules = run.selected(RuleTable.movie())
    self.run = run
    self.input = input
  }

  /// Reads the whole file.
  func check() throws(ByteError) {
    let moofs = try walk()
    for finding in facts.movie.findings { fault(.fields(finding)) }
    try checkItems()
    for rule in rules { rule.movie(facts, run) }
    var items = ItemPass(facts, rules, run)
    items.check()
    if facts.movie.moovOffset != nil { try checkTracks() }
    for place in moofs { try check(fragment: place) }
    for rule in rules { rule.end(facts, run) }
  }

  /// Reads headers alone: the first boxes, the movie, the descriptions of the first tracks.
  func checkHeaders() throws(ByteError) {
    _ = try walk(limit: HeaderCheck.maxBoxes)
    for finding in facts.movie.findings { fault(.fields(finding)) }
    // Rules about the file as a whole need all boxes.
    if facts.boxCount < HeaderCheck.maxBoxes {
      try checkItems()
      for rule in rules { rule.movie(facts, run) }
    }
    guard facts.movie.moovOffset != nil, let reader = try? MediaReader(input, as: .mp4) else { return }
    for track in reader.tracks.prefix(HeaderCheck.maxTracks) {
      let movieTrack = facts.movie.tracks.indices.contains(track.index) ? facts.movie.tracks[track.index] : nil
      TrackPass(reader, track, movieTrack, facts, rules, input, run).checkHeaders()
    }
  }

  private func checkItems() throws(ByteError) {
    var items = FileCheck()
    for place in facts.top { items.note(place) }
    for finding in try items.itemFindings(in: facts.source) { fault(.items(finding)) }
  }

  private func fault(_ fault: MovieFault) {
    if facts.isNew(fault) { for rule in rules { rule.fault(fault, facts, run) } }
  }

  /// Walks the boxes. Returns the fragments.
  /// - Parameter limit: the number of boxes after which the walk ends.
  private func walk(limit: Int = .max) throws(ByteError) -> [BoxPlace] {
    var walker = BoxWalker(facts.source)
    var boxRules = HookedRules(.box, rules)
    let (facts, run) = (facts, run)
    var (moofs, told, trackIndex) = ([] as [BoxPlace], 0, -1)
    while facts.boxCount < limit {
      // The path of the next box is known after its ancestors are left.
      guard let place = try walker.next() else { break }
      facts.boxCount += 1
      while told < walker.findings.count {
        fault(.box(walker.findings[told]))
        told += 1
      }
      if place.depth == 0 {
        facts.addTop(place)
        if place.header.type == "moof", place.isBox { moofs.append(place) }
      }
      if !place.isBox { continue }
      if place.header.type == "trak", place.depth == 1 { trackIndex += 1 }
      let ancestors = Array(walker.path.prefix(place.depth))
      let isInTrack = place.header.type == "trak" && place.depth == 1 || ancestors.count > 1 && ancestors[1] == "trak"
      let box = BoxFacts(place: place, ancestors: ancestors, trackIndex: isInTrack ? trackIndex : nil)
      for finding in try FieldReading.findings(box, &walker.window) { fault(.fields(finding)) }
      boxRules.forEach { $0.box(box, facts, run) }
    }
    for finding in walker.findings[told...] { fault(.box(finding)) }
    return moofs
  }

  private func checkTracks() throws(ByteError) {
    let reader: MediaReader
    do { reader = try MediaReader(input, as: .mp4) } catch {
      if let failure = error.failure { throw failure }
      return
    }
    for track in reader.tracks {
      let movieTrack = facts.movie.tracks.indices.contains(track.index) ? facts.movie.tracks[track.index] : nil
      var pass = TrackPass(reader, track, movieTrack, facts, rules, input, run)
      facts.tracks.append(try pass.check())
    }
  }

  private func check(fragment place: BoxPlace) throws(ByteError) {
    let fragment = FragmentFacts(place: place, fragment: try MovieFragment(facts.source, place), index: facts.fragmentCount)
    for finding in fragment.fragment.findings { fault(.fields(finding)) }
    for rule in rules { rule.fragment(fragment, facts, run) }
    facts.fragmentCount += 1
  }
}
