// Audio whose only signature is a syncword: ADTS and MPEG audio.

/// An audio frame header.
private struct SoundFrame {
  /// The bits that are the same in all frames of a stream.
  var fixed: UInt32
  /// The size of the frame in bytes.
  var length: Int
}

extension ContentHead {
  /// The maximum number of ID3 tags before the first frame.
  static let maximumTagCount = 8
  /// The number of bytes searched for frames after a damaged first frame.
  private static let maximumSearchCount = 1 << 16

  /// The size of the ID3v2 tag at an offset: seven bits in each byte, ID3 tag version 2.4.0, 3.1.
  static func tagSize(_ bytes: [UInt8], _ place: Int) -> Int? {
    guard place >= 0, place + 10 <= bytes.count, bytes[place..<place + 3] == [0x49, 0x44, 0x33], bytes[place + 3] < 0xFF,
      bytes[place + 4] < 0xFF, bytes[place + 5] & 0x0F == 0
    else { return nil }
    var size = 0
    for index in place + 6..<place + 10 {
      if bytes[index] > 0x7F { return nil }
      size = size << 7 | Int(bytes[index])
    }
    return size + (bytes[place + 3] >= 4 && bytes[place + 5] & 0x10 != 0 ? 20 : 10)
  }

  /// Checks for ADTS or MPEG audio frames, also after an ID3 tag.
  var audio: Verdict {
    if has("ID3", at: 0) { return tagged }
    guard byte(0) == 0xFF, byte(1) ?? 0xFF >= 0xE0 else { return .no }
    if bytes.count < 7, !isEnd { return .needsMore }
    if let name = mpegAudioName(at: 0) { return .is(.foreign(name)) }
    if adts(0) != nil { return judgedADTS }
    if MPEGAudioHeader(bytes) != nil, bytes.count < FileContent.headCount { return .needsMore }
    return .no
  }

  private var tagged: Verdict {
    var place = 0
    for _ in 0..<Self.maximumTagCount {
      guard let size = Self.tagSize(bytes, place) else { break }
      place += size
    }
    if place == 0 { return bytes.count < 10 ? .needsMore : .no }
    if isEnd || bytes.count - place >= 3 * FileContent.headCount {
      let rest = place < bytes.count ? Array(bytes[place...]) : []
      return .is(ContentHead(rest, isEnd: isEnd, byteCount: nil).taggedContent)
    }
    // What follows a large tag in a pipe is unknown.
    return isLast ? .is(.media(.adts, isGuess: false)) : .needsMore
  }

  /// Checks the bytes after an ID3 tag.
  var taggedContent: FileContent {
    if bytes.isEmpty { return .foreign("an ID3 tag without sound") }
    if let name = ForeignSignature.name(of: self) { return .foreign(name + " with an ID3 tag") }
    for place in 0..<min(bytes.count, 2 * FileContent.headCount) where bytes[place] == 0xFF {
      if isADTS(at: place) { return .media(.adts, isGuess: false) }
      if let name = mpegAudioName(at: place) { return .foreign(name + " with an ID3 tag") }
    }
    // A single, truncated frame.
    if adts(0) != nil { return .media(.adts, isGuess: false) }
    return .foreign(MPEGAudioHeader(bytes) == nil ? "a file with an ID3 tag" : "an MP3 file with an ID3 tag")
  }

  // MARK: - ADTS

  /// Parses an ADTS header, ISO/IEC 14496-3:2019 1.A.3.2.
  private func adts(_ place: Int) -> SoundFrame? {
    guard place + 7 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] & 0xF6 == 0xF0, bytes[place + 2] >> 2 & 15 <= 12,
      let fixed = big32(place)
    else { return nil }
    let length = Int(bytes[place + 3] & 3) << 11 | Int(bytes[place + 4]) << 3 | Int(bytes[place + 5] >> 5)
    return length < (bytes[place + 1] & 1 == 1 ? 7 : 9) ? nil : SoundFrame(fixed: fixed & 0xFFFF_FFF0, length: length)
  }

  /// Whether there is a frame at an offset, followed by another frame of the same stream, a tag or the end of the file.
  private func isADTS(at place: Int, frames: Int = 2) -> Bool {
    var (next, found) = (place, 0)
    var fixed: UInt32?
    while found < frames {
      if found > 0, isEnd, next == bytes.count { return true }
      if found > 0, has("ID3", at: next) || has("TAG", at: next) || has("APETAGEX", at: next) { return true }
      guard let frame = adts(next), fixed ?? frame.fixed == frame.fixed else { return found > 1 && isCutHeader(at: next) }
      fixed = frame.fixed
      next += frame.length
      found += 1
    }
    return true
  }

  /// Whether ADTS frames follow the rest of one, as in the capture of a stream: six in a row, or at least three up to the end of the file.
  var hasADTSFrames: Bool {
    // The rest of a frame is shorter than the longest.
    for start in 0..<min(bytes.count, 1 << 13) where bytes[start] == 0xFF {
      var (place, found) = (start, 0)
      let fixed = adts(start)?.fixed
      while found < 6, let frame = adts(place), frame.fixed == fixed {
        place += frame.length
        found += 1
      }
      if found == 6 || found >= 3 && isEnd && place == bytes.count { return true }
    }
    return false
  }

  /// Whether the file ends inside a header.
  private func isCutHeader(at place: Int) -> Bool { isEnd && place <= bytes.count && bytes.count - place < 7 }

  private var judgedADTS: Verdict {
    if isADTS(at: 0) { return .is(.media(.adts, isGuess: false)) }
    guard let first = adts(0) else { return .no }
    if isEnd, first.length > bytes.count { return isTypicalFrame ? .is(.media(.adts, isGuess: false)) : .no }
    if isEnd, isCutHeader(at: first.length) { return .is(.media(.adts, isGuess: false)) }
    if !isLast, bytes.count < Self.maximumSearchCount { return .needsMore }
    // The first frame is damaged: three consecutive frames after it are sufficient.
    for place in 1..<max(2, min(bytes.count, Self.maximumSearchCount)) where bytes[place - 1] == 0xFF && isADTS(at: place - 1, frames: 3) {
      return .is(.media(.adts, isGuess: false))
    }
    return .no
  }

  /// Whether the first frame is typical of encoders, and its payload starts with an element that fits its channels.
  private var isTypicalFrame: Bool {
    let header = bytes[1] & 1 == 1 ? 7 : 9
    guard bytes.count > header, bytes[2] & 2 == 0, bytes[3] & 0x3C == 0, bytes[6] & 3 == 0 else { return false }
    let channels = bytes[2] << 2 & 4 | bytes[3] >> 6
    let element = bytes[header] >> 5
    return (4...6).contains(element) || (channels == 2 ? element == 1 : channels > 0 && element == 0)
  }

  // MARK: - MPEG audio

  /// The name of MPEG audio if two consecutive frames are found.
  private func mpegAudioName(at place: Int) -> String? {
    guard let first = MPEGAudioHeader(bytes, place) else { return nil }
    let next = place + first.size
    let isLinked = MPEGAudioHeader(bytes, next).map { $0.fixed == first.fixed } ?? (isEnd && (next == bytes.count || has("TAG", at: next)))
    if !isLinked { return nil }
    switch first.layer {
    case 3: return "an MP3 file"
    case 2: return "an MPEG audio file of layer II"
    default: return "an MPEG audio file of layer I"
    }
  }
}
