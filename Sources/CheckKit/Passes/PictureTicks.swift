import H264Kit
import HEVCKit

/// The ticks of the clock that pictures last by pic_struct, against the ticks of pictures that are shown once.
struct PictureTicks {
  private var (stated, usual): (UInt64, UInt64) = (0, 0)

  /// The factor by which the pictures last longer than those that are shown once; 1 without pic_struct.
  var stretch: Double { usual == 0 ? 1 : Double(stated) / Double(usual) }

  /// Adds a picture timing message of H.264.
  mutating func add(_ timing: H264PicTiming) {
    guard let structure = timing.structure else { return }
    stated &+= UInt64(H264PicTiming.deltaTfiDivisor(structure.picStruct))
    usual &+= structure.picStruct == 1 || structure.picStruct == 2 ? 1 : 2
  }

  /// Adds a picture timing message of H.265.
  mutating func add(_ timing: HEVCPicTiming) {
    guard let info = timing.frameFieldInfo else { return }
    stated &+= UInt64(Self.deltaToDivisor(info.picStruct))
    usual &+= 1
  }

  /// DeltaToDivisor: the number of ticks that a picture is shown.
  ///
  /// ITU-T H.265 (08/2021), Table E.7.
  static func deltaToDivisor(_ picStruct: UInt8) -> Int {
    switch picStruct {
    case 3, 4, 7: 2
    case 5, 6, 8: 3
    default: 1
    }
  }
}

/// Parameter sets whose rate is above that of their level, kept until it is known how long the pictures of the stream last.
struct LateRates {
  /// A parameter set.
  struct Item {
    /// The rate of pictures that are shown once, and the limit of the level.
    var (needed, limit): (Double, Double)
    /// The name of the level.
    var level: String
    /// Where the parameter set is.
    var (offset, size): (UInt64, UInt64?)
    var path: String
  }

  private static let limit = 64
  private var items: [Item] = []

  /// Keeps a parameter set; those after 64 are left out.
  mutating func keep(_ item: Item) { if items.count < Self.limit { items.append(item) } }

  /// The sets whose rate is too high for pictures that last as long as pic_struct states, with that rate.
  func found(_ ticks: PictureTicks) -> [Item] {
    items.compactMap { item in
      var item = item
      item.needed /= max(1, ticks.stretch)
      return item.needed > item.limit * 1.001 ? item : nil
    }
  }
}
