import BitstreamKit

extension RawDataBlockWalker {
  /// The position of a channel, which determines the tools it may use.
  enum Place {
    case single
    case lowFrequency
    /// A channel of a pair; with the common window, or nil for its own.
    case left(Window?)
    case right(Window?)
  }

  /// The contents of `ics_info( )`.
  struct Window {
    var isShort = false
    var maxSfb = 0
    /// The number of short windows in each group; one group of one long window.
    var groups = ShortList<UInt8>([1])
    var windowCount: Int { isShort ? 8 : 1 }
  }

  /// channel_pair_element( ) after its tag, Table 4.5.
  mutating func passPair(_ cursor: inout RawDataCursor) throws(RawDataBlockFault) {
    var common: Window?
    if try cursor.flag() {
      let window = try self.window(&cursor)
      let mask = try cursor.take(2)
      if mask == 3 { throw cursor.fault(.stereoMask, back: 2) }
      if mask == 1 { try cursor.skip(window.maxSfb * window.groups.count) }
      common = window
    }
    try passChannel(&cursor, .left(common))
    try passChannel(&cursor, .right(common))
  }

  /// individual_channel_stream( ), Table 4.50: of AAC LC, without scaling.
  mutating func passChannel(_ cursor: inout RawDataCursor, _ place: Place) throws(RawDataBlockFault) {
    let globalGain = try cursor.take(8)
    let window: Window
    var allowsIntensity = isLenient
    switch place {
    case .single: window = try self.window(&cursor)
    case .lowFrequency:
      window = try self.window(&cursor)
      if window.isShort, !isLenient { throw cursor.fault(.lowFrequency) }
    case .left(let common): if let common { window = common } else { window = try self.window(&cursor) }
    case .right(let common):
      allowsIntensity = common != nil || isLenient
      if let common { window = common } else { window = try self.window(&cursor) }
    }
    try passSections(&cursor, window, allowsIntensity: allowsIntensity)
    try passScalefactors(&cursor, globalGain)
    if try cursor.flag() { try passPulses(&cursor, window) }
    if try cursor.flag() { try passNoiseShaping(&cursor, window) }
    if try cursor.flag() { throw cursor.fault(.foreignTool, back: 1) }
    try passSpectrum(&cursor, window)
  }

  /// coupling_channel_element( ) after its tag, Table 4.8.
  mutating func passCoupling(_ cursor: inout RawDataCursor) throws(RawDataBlockFault) {
    let isIndependent = try cursor.flag()
    var lists = 0
    for _ in 0...(try cursor.take(3)) {
      lists += 1
      let isPair = try cursor.flag()
      try cursor.skip(4)
      // cc_l and cc_r: both channels of the pair have a list of their own.
      if isPair, try cursor.take(2) == 3 { lists += 1 }
    }
    try cursor.skip(4)
    try passChannel(&cursor, .single)
    for _ in 1..<max(1, lists) {
      var isCommon = isIndependent
      if !isCommon { isCommon = try cursor.flag() }
      if isCommon {
        _ = try difference(&cursor)
        continue
      }
      for section in sections[..<sectionCount] where section.book != 0 {
        for _ in section.first..<section.end { _ = try difference(&cursor) }
      }
    }
  }

  /// ics_info( ), Table 4.6.
  private func window(_ cursor: inout RawDataCursor) throws(RawDataBlockFault) -> Window {
    var window = Window()
    if try cursor.flag(), !isLenient { throw cursor.fault(.reservedBit, back: 1) }
    window.isShort = try cursor.take(2) == 2
    try cursor.skip(1)
    if window.isShort {
      window.maxSfb = try cursor.take(4)
      if window.maxSfb >= shortOffsets.count { throw cursor.fault(.maxSfb, back: 4) }
      let grouping = try cursor.take(7)
      for bit in 0..<7 {
        if grouping >> (6 - bit) & 1 == 1 {
          window.groups[window.groups.count - 1] += 1
        } else {
          window.groups.append(1)
        }
      }
    } else {
      window.maxSfb = try cursor.take(6)
      if window.maxSfb >= longOffsets.count { throw cursor.fault(.maxSfb, back: 6) }
      if try cursor.flag() { throw cursor.fault(.foreignTool, back: 1) }
    }
    return window
  }

  /// section_data( ), Table 4.52: the codebook of each band.
  private mutating func passSections(
    _ cursor: inout RawDataCursor, _ window: Window, allowsIntensity: Bool
  ) throws(RawDataBlockFault) {
    let bits = window.isShort ? 3 : 5
    let escape = 1 << bits - 1
    sectionCount = 0
    for group in 0..<window.groups.count {
      var band = 0
      while band < window.maxSfb {
        let book = try cursor.take(4)
        if book == 12 || book > 13 && !allowsIntensity { throw cursor.fault(.codebook, back: 4) }
        var length = 0
        while true {
          let more = try cursor.take(bits)
          length += more
          if length > window.maxSfb - band { throw cursor.fault(.section, back: bits) }
          if more < escape { break }
        }
        if length == 0, !isLenient { throw cursor.fault(.section, back: bits) }
        if length == 0 { continue }
        sections[sectionCount] = Section(
          book: UInt8(truncatingIfNeeded: book), group: UInt8(truncatingIfNeeded: group), first: UInt8(truncatingIfNeeded: band),
          end: UInt8(truncatingIfNeeded: band + length))
        sectionCount += 1
        band += length
      }
    }
  }

  /// scale_factor_data( ), Table 4.53.
  private func passScalefactors(_ cursor: inout RawDataCursor, _ globalGain: Int) throws(RawDataBlockFault) {
    var scalefactor = globalGain
    var hasNoise = false
    // The next bits, of which the first 57 minus `used` are valid: several codewords come of one load.
    var (word, used, left) = (cursor.ahead, 0, cursor.bitsLeft)
    for section in sections[..<sectionCount] where section.book != 0 {
      for _ in section.first..<section.end {
        if used > 57 - ScalefactorCodebook.tableBits || section.book == 13 && !hasNoise {
          cursor.skipUnchecked(used)
          let isFirstNoise = section.book == 13 && !hasNoise
          if isFirstNoise { try cursor.skip(9) }
          (word, used, left) = (cursor.ahead, 0, cursor.bitsLeft)
          if isFirstNoise {
            hasNoise = true
            continue
          }
        }
        let start = cursor.offset &+ used
        let entry = scalefactorTable[Int(truncatingIfNeeded: word &>> UInt64(64 - ScalefactorCodebook.tableBits))]
        let length = Int(entry & 15)
        let value: Int
        if entry != 0, length <= left &- used {
          value = Int(entry &>> 4) - 64
          word &<<= UInt64(truncatingIfNeeded: length)
          used &+= length
        } else {
          cursor.skipUnchecked(used)
          value = try difference(&cursor)
          (word, used, left) = (cursor.ahead, 0, cursor.bitsLeft)
        }
        if section.book > 12 { continue }
        scalefactor += value
        if scalefactor < 0 || scalefactor > 255 { throw RawDataBlockFault(.scalefactor, at: start) }
      }
    }
    cursor.skipUnchecked(used)
  }

  /// Reads a codeword of the scale factor codebook.
  private func difference(_ cursor: inout RawDataCursor) throws(RawDataBlockFault) -> Int {
    let bits = cursor.ahead
    let entry = scalefactorTable[Int(truncatingIfNeeded: bits &>> UInt64(64 - ScalefactorCodebook.tableBits))]
    if entry != 0 {
      try cursor.skip(Int(entry & 15))
      return Int(entry &>> 4) - 64
    }
    // Longer codewords have more ones in front.
    let index = Int(truncatingIfNeeded: bits &>> 45) - ScalefactorCodebook.firstLong
    let long = longScalefactorTable.indices.contains(index) ? longScalefactorTable[index] : 0
    if long == 0 { throw cursor.fault(.scalefactor) }
    try cursor.skip(Int(long & 31))
    return Int(long &>> 5) - 64
  }

  /// pulse_data( ), Table 4.7.
  private func passPulses(_ cursor: inout RawDataCursor, _ window: Window) throws(RawDataBlockFault) {
    if window.isShort { throw cursor.fault(.pulse, back: 1) }
    let count = try cursor.take(2) + 1
    let band = try cursor.take(6)
    if band >= longOffsets.count - 1 { throw cursor.fault(.pulse, back: 6) }
    var line = longOffsets[band]
    for _ in 0..<count {
      line += try cursor.take(5)
      if line >= 1024 { throw cursor.fault(.pulse, back: 5) }
      try cursor.skip(4)
    }
  }

  /// tns_data( ), Table 4.54; the order is at most 12 in long windows of AAC LC, 7 in short ones.
  private func passNoiseShaping(_ cursor: inout RawDataCursor, _ window: Window) throws(RawDataBlockFault) {
    let isShort = window.isShort
    for _ in 0..<window.windowCount {
      let filters = try cursor.take(isShort ? 1 : 2)
      if filters == 0 { continue }
      let resolution = try cursor.take(1) + 3
      for _ in 0..<filters {
        try cursor.skip(isShort ? 4 : 6)
        let order = try cursor.take(isShort ? 3 : 5)
        if order > 12 { throw cursor.fault(.noiseShaping, back: 5) }
        if order == 0 { continue }
        try cursor.skip(1)
        let isCompressed = try cursor.take(1)
        try cursor.skip(order * (resolution - isCompressed))
      }
    }
  }

  /// spectral_data( ), Table 4.56.
  private func passSpectrum(_ cursor: inout RawDataCursor, _ window: Window) throws(RawDataBlockFault) {
    let offsets = window.isShort ? shortOffsets : longOffsets
    for section in sections[..<sectionCount] where section.book != 0 && section.book < 12 {
      let lines = (offsets[Int(section.end)] - offsets[Int(section.first)]) * Int(window.groups[Int(section.group)])
      try passCodewords(&cursor, lines / SpectralCodebooks.dimension(Int(section.book)), Int(section.book))
    }
  }

  /// Skips codewords of a book with their signs and escapes, several in one step where they are short.
  private func passCodewords(_ cursor: inout RawDataCursor, _ count: Int, _ book: Int) throws(RawDataBlockFault) {
    let before = cursor
    let (start, unused) = (books.starts[book], UInt64(64 - books.longest[book]))
    let (several, entries) = (book * SpectralCodebooks.severalCount, books.entries)
    let table = books.several
    var left = count
    while left > 0 {
      // 57 bits are valid; a step takes at most 20.
      var (word, used) = (cursor.ahead, 0)
      while used <= 37, left > 0 {
        let step = table[several + Int(truncatingIfNeeded: word &>> SpectralCodebooks.severalShift)]
        let number = Int(step &>> 8)
        if number > 0, number <= left {
          left &-= number
          used &+= Int(step & 0xFF)
          word &<<= UInt64(step & 0xFF)
          continue
        }
        let entry = entries[start + Int(truncatingIfNeeded: word &>> unused)]
        left &-= 1
        used &+= Int(entry & 31)
        word &<<= UInt64(entry & 31)
        if entry < 32 { continue }
        cursor.skipUnchecked(used)
        used = 0
        for _ in 0..<entry >> 5 {
          let ones = (~cursor.ahead).leadingZeroBitCount
          if ones > 8 { throw try cursor.isPastEnd ? truncation(before, count, book) : cursor.fault(.escape) }
          cursor.skipUnchecked(2 * ones + 5)
        }
        break
      }
      cursor.skipUnchecked(used)
      // Past the end there are zeros, which are codewords too.
      if cursor.isPastEnd { throw try truncation(before, count, book) }
    }
  }

  /// Finds the codeword that the block ends in, in codewords that do not all fit.
  private func truncation(_ before: RawDataCursor, _ count: Int, _ book: Int) throws(RawDataBlockFault) -> RawDataBlockFault {
    var cursor = before
    let (start, unused) = (books.starts[book], UInt64(64 - books.longest[book]))
    for _ in 0..<count {
      let entry = books.entries[start + Int(truncatingIfNeeded: cursor.ahead &>> unused)]
      try cursor.skip(Int(entry & 31))
      for _ in 0..<entry >> 5 {
        let ones = (~cursor.ahead).leadingZeroBitCount
        if ones > 8 { return cursor.fault(.escape) }
        try cursor.skip(2 * ones + 5)
      }
    }
    return cursor.fault(.truncated)
  }
}
