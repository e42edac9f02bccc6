import BitstreamKit

// Samples of a movie whose media data was never written, or is lost.

extension MediaSample {
  /// Whether zero bytes at the start of a sample mean that its media data was never written, or is lost: no NAL unit, AAC, AC-3 or MP3 frame
  /// begins with so many.
  package func isBlank(_ zeros: UInt64) -> Bool { zeros >= 16 || zeros == size && zeros >= 8 }

  /// The number of zeros at the start of its bytes if it is blank, else nil.
  /// - Parameter bytes: its bytes, at least the first 16.
  package func blankBytes(_ bytes: [UInt8]) -> UInt64? {
    guard bytes.first == 0 else { return nil }
    let zeros = UInt64(bytes.firstIndex { $0 != 0 } ?? bytes.count)
    return isBlank(zeros) ? zeros : nil
  }
}

extension Recovery {
  /// The most blank samples of a track to leave out, 8 bytes each.
  private static let maxBlank = 1 << 20

  /// The ordinals of the samples of a movie's track that are blank.
  /// - Throws: `MediaError` if the movie cannot be read.
  static func blankSamples(_ input: MediaInput, _ track: Int) throws(MediaError) -> [UInt64] {
    switch input.reader.tracks[track].codec {
    case .h264, .hevc, .aac, .ac3, .eac3, .mp3: break
    default: return []
    }
    if input.reader.movie == nil || input.reader.tracks[track].isProtected { return [] }
    var (walk, bytes, blank) = (try TrackWalk(input, track), [UInt8](), [UInt64]())
    while blank.count < maxBlank, let item = try walk.next() {
      do { try input.source.read(at: item.sample.offset, count: Int(min(16, item.sample.size)), into: &bytes) } catch {
        throw .bytes(error)
      }
      if item.sample.blankBytes(bytes) != nil { blank.append(item.ordinal) }
    }
    return blank
  }

  /// The samples between others that lie outside of the file, by number, at most `maxBlank`.
  static func missingSamples(_ input: MediaInput, _ track: Int) throws(MediaError) -> [UInt64] {
    var (walk, next, missing) = (try TrackWalk(input, track), 0 as UInt64, [UInt64]())
    while let item = try walk.next() {
      if item.ordinal - next > maxBlank - missing.count { break }
      missing += next..<item.ordinal
      next = item.ordinal + 1
    }
    return missing
  }
}
