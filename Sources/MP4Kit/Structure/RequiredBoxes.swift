import BitstreamKit

/// The children that a container requires (ISO/IEC 14496-12:2022, Table 1; ISO/IEC 23008-12, 10.2).
struct RequiredBoxes {
  /// The type of the container.
  private let parent: FourCC
  /// One bit per required child that was found, in the order of `name`.
  private var seen: UInt8 = 0

  init(of parent: FourCC) { self.parent = parent }

  /// The required child of `parent` with an index; nil after the last.
  private func name(_ number: Int) -> FourCC? {
    switch (parent, number) {
    case ("moov", 0): "mvhd"
    case ("trak", 0): "tkhd"
    case ("trak", 1): "mdia"
    case ("mdia", 0): "mdhd"
    case ("mdia", 1): "hdlr"
    case ("mdia", 2): "minf"
    case ("minf", 0): "stbl"
    case ("stbl", 0): "stsd"
    case ("stbl", 1): "stts"
    case ("stbl", 2): "stsc"
    case ("moof", 0): "mfhd"
    case ("traf", 0): "tfhd"
    case ("iprp", 0): "ipco"
    case ("iprp", 1): "ipma"
    case ("meta", 0): "hdlr"
    default: nil
    }
  }

  /// Records a child of the container.
  mutating func note(_ type: FourCC) {
    // The children of a compressed movie are in its compressed data.
    if parent == "moov", type == "cmov" { seen = .max }
    var number = 0
    while let name = name(number) {
      if name == type { seen |= 1 << UInt8(number) }
      number += 1
    }
  }

  /// The required children that were not found.
  var missing: [FourCC] {
    var found: [FourCC] = []
    var number = 0
    while let name = name(number) {
      if seen & 1 << UInt8(number) == 0 { found.append(name) }
      number += 1
    }
    return found
  }
}
