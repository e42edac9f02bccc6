import BitstreamKit
import MP4Kit

// An MP4 file of fragments with damaged boxes between them.

extension Recovery {
  /// Recovers the fragments on both sides of damaged boxes, and those in the wrong order. The sizes of boxes that do not reach to the next
  /// one are corrected, and samples after bytes that were inserted or lost are read from where they are.
  /// - Returns: nil if the boxes of the file follow one another, or if no fragment is found after the damage, and the fragments are in order.
  /// - Throws: `MediaError` if the file cannot be read, or has no tracks.
  static func fragments(
    in source: AnyByteSource, name: String, for target: Remuxer.Target
  ) throws(MediaError) -> MediaComposition? {
    let search = try searchedFragments(source)
    var (found, notes) = (source, [String]())
    if !search.patches.isEmpty || search.lastData != nil {
      let spliced = try SplicedFragments(source, search)
      if !search.patches.isEmpty || !spliced.splices.isEmpty { (found, notes) = (spliced.source, Self.notes(search, spliced.splices)) }
    }
    if let ordered = try OrderedFragments(found) {
      found = ordered.source
      notes.append(
        "\(counted(ordered.moved, "fragment follows a later one", "fragments follow later ones")): put in the order of their times")
    }
    if notes.isEmpty { return nil }
    var composition = try MediaComposition.recovering(try MediaInput(found, name: name, as: .mp4), leavesOutLast: false, for: target)
    composition.notes = notes + composition.notes
    return composition
  }

  /// What is damaged between the fragments of a file; nil if there is nothing.
  /// - Throws: `MediaError` if the file cannot be read.
  package static func damageBetweenFragments(_ source: AnyByteSource) throws(MediaError) -> String? {
    notes(try searchedFragments(source)).first
  }

  private static func searchedFragments(_ source: AnyByteSource) throws(MediaError) -> FragmentSearch {
    do { return try FragmentSearch(source) } catch { throw .bytes(error) }
  }

  private static func notes(_ search: FragmentSearch, _ splices: [SpliceWalk.Splice] = []) -> [String] {
    var notes = search.lost.prefix(DamagedFile.maxNamed).map { DamagedFile.lost($0, "box") }
    for box in search.corrections.prefix(DamagedFile.maxNamed) {
      let size = "\(box.header.size), and \(counted(box.size, "byte")) to the next box"
      notes.append((box.place, "the \(box.header.type) at \(box.place) has the size \(size)"))
    }
    for splice in splices.prefix(DamagedFile.maxNamed) { notes.append((splice.place, splice.text)) }
    return DamagedFile.named(notes, of: search.lost.count + search.corrections.count + splices.count)
  }
}
