import BitstreamKit

extension FileContent {
  /// Examines the start of a file.
  /// - Parameters:
  ///   - bytes: the first bytes of the file.
  ///   - isEnd: whether the file ends after them.
  ///   - byteCount: the size of the file; nil if unknown.
  /// - Returns: nil if more bytes are needed, which is never the case at the end or for `maximumExaminedCount` bytes.
  public static func examine(_ bytes: [UInt8], isEnd: Bool, byteCount: UInt64? = nil) -> FileContent? {
    if bytes.isEmpty { return isEnd ? .empty : nil }
    let head = ContentHead(bytes, isEnd: isEnd, byteCount: isEnd ? UInt64(bytes.count) : byteCount)
    for verdict in [head.flv, head.movie, head.audio] {
      switch verdict {
      case .is(let content): return content
      case .needsMore where !head.isLast: return nil
      default: break
      }
    }
    let startCode = head.firstStartCode
    if let startCode, startCode.isFirst, let name = head.videoStreamName(startCode.value) { return .foreign(name) }
    if startCode?.isFirst != true {
      if let name = ForeignSignature.name(of: head) ?? head.structureName { return .foreign(name) }
      if bytes.count < headCount, !isEnd { return nil }
      if let name = head.textName { return .foreign(name) }
    }
    var judge = ByteStreamJudge()
    if let content = judge.examine(bytes, isEnd: isEnd) { return content }
    if !head.isLast { return nil }
    if head.hasADTSFrames { return .media(.adts, isGuess: false) }
    return .unknown(examined: bytes.count, hasStartCode: startCode != nil)
  }

  /// Examines a file through a function that returns the requested number of its first bytes, or all bytes of a shorter file.
  ///
  /// Requests few bytes first, so that the format of a slow pipe is known early.
  public static func detect<Failure: Error>(
    byteCount: UInt64? = nil, first: Int = 64, _ read: (Int) throws(Failure) -> [UInt8]
  ) throws(Failure) -> FileContent {
    var count = first
    while true {
      let bytes = try read(count)
      let isEnd = bytes.count < count || byteCount.map { UInt64(bytes.count) >= $0 } == true
      if let content = examine(bytes, isEnd: isEnd, byteCount: byteCount) { return content }
      if isEnd || count >= maximumExaminedCount { return .unknown(examined: bytes.count, hasStartCode: false) }
      count = min(count * 4, maximumExaminedCount)
    }
  }

  /// Examines a file with random access.
  public static func detect(_ source: AnyByteSource) throws(ByteError) -> FileContent {
    var bytes: [UInt8] = []
    // An ID3 tag before audio may be larger than the examined part of the file.
    var start: UInt64 = 0
    for _ in 0..<ContentHead.maximumTagCount {
      try source.read(at: start, count: 10, into: &bytes)
      guard let size = ContentHead.tagSize(bytes, 0), source.byteCount > start else { break }
      start += UInt64(size)
    }
    if start > 0 {
      try source.read(at: start, count: 3 * headCount, into: &bytes)
      let isEnd = start + UInt64(bytes.count) >= source.byteCount
      return ContentHead(bytes, isEnd: isEnd, byteCount: nil).taggedContent
    }
    return try detect(byteCount: source.byteCount, first: headCount) { (count) throws(ByteError) in
      try source.read(at: 0, count: count, into: &bytes)
      return bytes
    }
  }
}
