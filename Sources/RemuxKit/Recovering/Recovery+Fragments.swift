import BitstreamKit

// An MP4 file of fragments with damaged boxes between them.

extension Recovery {
  /// Recovers the fragments on both sides of damaged boxes. The sizes of boxes that do not reach to the next one are corrected.
  /// - Returns: nil if the boxes of the file follow one another, or if no fragment is found after the damage.
  /// - Throws: `MediaError` if the file cannot be read, or has no tracks.
  static func fragments(
    in source: AnyByteSource, name: String, for target: Remuxer.Target
  ) throws(MediaError) -> MediaComposition? {
    let search = try searchedFragments(source)
    if search.patches.isEmpty { return nil }
    let input = try MediaInput(PatchedSource(source, search.patches), name: name, as: .mp4)
    var composition = try MediaComposition.recovering(input, leavesOutLast: false, for: target)
    composition.notes = notes(search) + composition.notes
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

  private static func notes(_ search: FragmentSearch) -> [String] {
    var notes = search.lost.prefix(maxNamed).map { lost($0, "box") }
    for box in search.corrections.prefix(maxNamed) {
      notes.append((box.place, "the \(box.type) at \(box.place) has the size \(box.old), and \(counted(box.new, "byte")) to the next box"))
    }
    return named(notes, of: search.lost.count + search.corrections.count)
  }
}
