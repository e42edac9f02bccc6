import BitstreamKit

// An FLV file with damaged bytes between its tags.

extension Recovery {
  /// Opens an FLV file without the damaged bytes between its tags. A DataSize that is wrong is taken from PreviousTagSize.
  /// - Returns: nil if the file has no such bytes, or no tag after them.
  /// - Throws: `MediaError` if the file cannot be read, or has no tracks.
  static func tags(in source: AnyByteSource, name: String) throws(MediaError) -> (input: MediaInput, notes: [String])? {
    let search = try searched(source)
    if search.isWhole { return nil }
    let patched = search.patches.isEmpty ? source : AnyByteSource(PatchedSource(source, search.patches))
    return (try MediaInput(PartsSource(patched, search.parts.map { .range($0) }), name: name, as: .flv), notes(search))
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
