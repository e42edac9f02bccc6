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
        for _ in 0..<section.count { _ = try difference(&cursor) }
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
        let ahead = cursor.ahead
        let book = Int(truncatingIfNeeded: ahead &>> 60)
        var length = Int(truncatingIfNeeded: (ahead &<< 4) &>> UInt64(64 &- bits))
        if length < escape, cursor.bitsLeft >= 4 &+ bits, book != 12, book < 14 || allowsIntensity {
          cursor.skipUnchecked(4 &+ bits)
          if length > window.maxSfb - band { throw cursor.fault(.section, back: bits) }
        } else {
          try cursor.skip(4)
          if book == 12 || book > 13 && !allowsIntensity { throw cursor.fault(.codebook, back: 4) }
          length = try sectionLength(&cursor, bits, max: window.maxSfb - band)
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

  /// The sum of sect_len_incr.
  private func sectionLength(_ cursor: inout RawDataCursor, _ bits: Int, max: Int) throws(RawDataBlockFault) -> Int {
    var length = 0
    while true {
      let more = try cursor.take(bits)
      length += more
      if length > max { throw cursor.fault(.section, back: bits) }
      if more < 1 << bits - 1 { return length }
    }
  }

  /// scale_factor_data( ), Table 4.53.
  private func passScalefactors(_ cursor: inout RawDataCursor, _ globalGain: Int) throws(RawDataBlockFault) {
    var scalefactor = globalGain
    var hasNoise = false
    var index = 0
    while index < sectionCount {
      let book = sections[index].book
      var count = sections[index].count
      index &+= 1
      if book == 0 { continue }
      if book > 12 {
        // Noise energies and intensity positions have sums of their own, which have no bounds.
        if book == 13, !hasNoise {
          try cursor.skip(9)
          hasNoise = true
          count &-= 1
        }
        var sum = 0
        try passDifferences(&cursor, count, &sum, isBounded: false)
        continue
      }
      // Sections without codewords do not end a run of scale factors.
      while index < sectionCount, sections[index].book < 13 {
        if sections[index].book != 0 { count &+= sections[index].count }
        index &+= 1
      }
      try passDifferences(&cursor, count, &scalefactor, isBounded: true)
    }
  }

  /// Reads the codewords of successive bands.
  /// - Parameters:
  ///   - sum: the value before them, to which they are added.
  ///   - isBounded: whether the sums are scale factors, of 0 to 255.
  private func passDifferences(
    _ cursor: inout RawDataCursor, _ count: Int, _ sum: inout Int, isBounded: Bool
  ) throws(RawDataBlockFault) {
    var left = count
    while left > 0 {
      // One load of 57 valid bits holds several codewords.
      var (word, used) = (cursor.ahead, 0)
      let last = min(57, cursor.bitsLeft) &- ScalefactorCodebook.tableBits
      while left > 0, used <= last {
        let ahead = Int(truncatingIfNeeded: word &>> UInt64(64 - ScalefactorCodebook.tableBits))
        var step = scalefactorSteps[ahead]
        // The codewords after those that are left have another meaning.
        if Int(step.count) > left { step = ScalefactorCodebook.Step(scalefactorTable[ahead]) }
        if step.count == 0 || isBounded && (sum &+ Int(step.lowest) < 0 || sum &+ Int(step.highest) > 255) { break }
        left &-= Int(step.count)
        sum &+= Int(step.sum)
        used &+= Int(step.bits)
        word &<<= UInt64(step.bits)
      }
      cursor.skipUnchecked(used)
      if used > 0 { continue }
      // A long codeword, one at the end of the block, or a value out of bounds.
      let start = cursor.offset
      sum &+= try difference(&cursor)
      left &-= 1
      if isBounded, sum < 0 || sum > 255 { throw RawDataBlockFault(.scalefactor, at: start) }
    }
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
    for index in 0..<sectionCount {
      let section = sections[index]
      if section.book == 0 || section.book > 11 { continue }
      let lines = (offsets[Int(section.end)] - offsets[Int(section.first)]) * Int(window.groups[Int(section.group)])
      try passCodewords(&cursor, lines >> SpectralCodebooks.dimensionBits(Int(section.book)), Int(section.book))
    }
  }

  /// Skips codewords of a book with their signs and escapes, several in one step where they are short.
  private func passCodewords(_ cursor: inout RawDataCursor, _ count: Int, _ book: Int) throws(RawDataBlockFault) {
    let before = cursor.position
    let (start, unused) = (books.starts[book], UInt64(64 - books.longest[book]))
    let (several, entries) = (book * SpectralCodebooks.severalCount, books.entries)
    let table = books.several
    var left = count
    while left > 0 {
      // 57 bits are valid, which suffices for four steps without a test between them: a step that finds no short codeword moves nothing.
      var (ahead, sum, last) = (cursor.ahead, 0, 0)
      for _ in 0..<4 {
        last = Int(table[several + Int(truncatingIfNeeded: ahead &>> SpectralCodebooks.severalShift)])
        sum &+= last
        ahead &<<= UInt64(truncatingIfNeeded: last & 0xFF)
      }
      if sum &>> 8 <= left {
        left &-= sum &>> 8
        cursor.skipUnchecked(sum & 0xFF)
        if cursor.isPastEnd { throw try truncation(cursor, before, count, book) }
        if last > 0 { continue }
      }
      // A long codeword, an escape, or the end of the section. A step takes at most 20 bits.
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
          if ones > 8 { throw try cursor.isPastEnd ? truncation(cursor, before, count, book) : cursor.fault(.escape) }
          cursor.skipUnchecked(2 * ones + 5)
        }
        break
      }
      cursor.skipUnchecked(used)
      // Past the end there are zeros, which are codewords too.
      if cursor.isPastEnd { throw try truncation(cursor, before, count, book) }
    }
  }

  /// Finds the codeword that the block ends in, in codewords that do not all fit.
  @inline(never) private func truncation(
    _ end: RawDataCursor, _ position: Int, _ count: Int, _ book: Int
  ) throws(RawDataBlockFault) -> RawDataBlockFault {
    var cursor = end
    cursor.skipUnchecked(position &- end.position)
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
