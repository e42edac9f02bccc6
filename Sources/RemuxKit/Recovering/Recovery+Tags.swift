import BitstreamKit

// An FLV file with damaged bytes between its tags.

extension Recovery {
  /// Recovers the tags of an FLV file on both sides of damaged bytes. A DataSize that is wrong is taken from PreviousTagSize.
  /// - Parameter knowledge: the configurations of sequence headers that are lost; nil if they are not known.
  /// - Returns: nil if the file has no such bytes, or no tag after them.
  /// - Throws: `MediaError` if the file cannot be read, or has no tracks.
  static func tags(
    in source: AnyByteSource, name: String, knowing knowledge: RecoveryKnowledge?, for target: Remuxer.Target
  ) throws(MediaError) -> MediaComposition? {
    let search = try searched(source)
    if search.isWhole { return nil }
    let patched = search.patches.isEmpty ? source : AnyByteSource(PatchedSource(source, search.patches))
    var input = try MediaInput(PartsSource(patched, search.parts.map { .range($0) }), name: name, as: .flv)
    var notes = notes(search)
    let mended = try knowledge.flatMap { (knowledge) throws(MediaError) in try HeaderlessFLV.input(input, knowing: knowledge) }
    if let mended {
      input = mended.input
      notes.append(mended.note)
    }
    var composition = try MediaComposition.recovering(input, leavesOutLast: false, for: target)
    composition.notes = notes + composition.notes
    composition.usesKnowledge = mended != nil
    return composition
  }

  /// What is damaged in an FLV file that has tags after it; nil if there is nothing.
  /// - Throws: `MediaError` if the file cannot be read.
  package static func damageBetweenTags(_ source: AnyByteSource) throws(MediaError) -> String? { notes(try searched(source)).first }

  private static func searched(_ source: AnyByteSource) throws(MediaError) -> FLVTagSearch {
    do { return try FLVTagSearch(source) } catch { throw .bytes(error) }
  }

  private static func notes(_ search: FLVTagSearch) -> [String] {
    var notes = search.lost.prefix(DamagedFile.maxNamed).map { DamagedFile.lost($0, "tag") }
    for patch in search.patches.prefix(DamagedFile.maxNamed) {
      let (old, new) = (patch.old.reduce(0) { $0 << 8 | Int($1) }, patch.new.reduce(0) { $0 << 8 | Int($1) })
      notes.append((patch.offset - 1, "the tag at \(patch.offset - 1) has DataSize \(old), and \(new) by PreviousTagSize"))
    }
    return DamagedFile.named(notes, of: search.lost.count + search.patches.count)
  }
}
