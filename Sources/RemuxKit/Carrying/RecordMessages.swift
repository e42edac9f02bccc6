import BitstreamKit
import HEVCKit
import NALKit

/// The SEI units of a configuration record of H.265, which hold for the whole stream (ISO/IEC 14496-15:2022 8.3.2.1). A byte stream has them
/// where the parameter sets are added, unless its pictures have messages of their own.
struct RecordMessages {
  private struct Unit {
    var bytes: [UInt8]
    var types: [UInt32]
    /// Whether a picture may have several messages of the type that say different things: user data.
    var isUserData: Bool { types.contains { $0 == 4 || $0 == 5 } }
  }

  private var all: [Unit] = []

  /// None, for samples that keep their record.
  init() {}

  init(_ configuration: MediaConfiguration) {
    guard case .hevc(let record) = configuration else { return }
    for bytes in record.nalUnits(of: .prefixSEI) where bytes.count > 2 && VideoCodec.hevc.isMessage(bytes[0]) {
      let unit = Unit(bytes: bytes, types: Self.types(bytes))
      // These belong to a picture, or repeat what the parameter sets say: buffering periods, timing, active parameter sets.
      if unit.types.isEmpty || unit.types.contains(where: { [0, 1, 129, 130].contains($0) }) { continue }
      all.append(unit)
    }
  }

  /// The units.
  var units: [[UInt8]] { all.map { $0.bytes } }
  var isEmpty: Bool { all.isEmpty }

  /// Those that a sample needs: all as the record begins to be used, and those that describe pictures before each key picture.
  func due(isNew: Bool) -> RecordMessages {
    var due = self
    if !isNew { due.all.removeAll { $0.isUserData } }
    return due
  }

  /// Leaves out what an SEI unit of the sample says instead.
  mutating func giveWay(to unit: [UInt8]) {
    let types = Self.types(unit)
    all.removeAll { $0.isUserData ? $0.bytes == unit : $0.types.contains(where: types.contains) }
  }

  /// The payload types of the messages of a unit (ITU-T H.265 (08/2021) 7.3.5).
  private static func types(_ unit: [UInt8]) -> [UInt32] {
    let bytes = EmulationPrevention.removing(from: unit)
    var (types, place): ([UInt32], Int) = ([], 2)
    func number() -> UInt32? {
      var sum: UInt32 = 0
      while place < bytes.count {
        sum &+= UInt32(bytes[place])
        place += 1
        if bytes[place - 1] != 0xFF { return sum }
      }
      return nil
    }
    // The last byte holds the trailing bits.
    while place + 1 < bytes.count, let type = number(), let size = number() {
      types.append(type)
      place += Int(clamping: size)
    }
    return types
  }
}
