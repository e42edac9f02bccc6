import AACKit
import BitstreamKit
import TestSupport
import Testing

/// A configuration has exactly the parts that its object type and channels allow; others are rejected.
@Test(arguments: [1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23] as [UInt8], [false, true])
func partsStandWhereTheirObjectTypeHasThem(_ type: UInt8, _ isExtended: Bool) throws {
  var config = AudioSpecificConfig()
  config.audioObjectType = AudioObjectType(rawValue: type)
  config.gaSpecificConfig?.layerNr = type == 6 || type == 20 ? 5 : nil
  config.epConfig = type >= 17 ? 1 : nil
  if isExtended {
    config.gaSpecificConfig?.extension = .init()
    config.gaSpecificConfig?.extension?.bsacLayers = type == 22 ? .init() : nil
    config.gaSpecificConfig?.extension?.resilience = [17, 19, 20, 23].contains(type) ? .init() : nil
  }
  let bytes = try config.encoded()
  #expect(try AudioSpecificConfig(parsing: bytes) == config)
  let bits =
    16 + (type == 6 || type == 20 ? 3 : 0) + (type >= 17 ? 2 : 0)
    + (isExtended ? 1 + (type == 22 ? 16 : [17, 19, 20, 23].contains(type) ? 3 : 0) : 0)
  #expect(bytes.count == (bits + 7) / 8)

  func isRefused(_ change: (inout AudioSpecificConfig) -> Void) -> Bool {
    var other = config
    change(&other)
    return (try? other.encoded()) == nil
  }
  #expect(isRefused { $0.gaSpecificConfig?.layerNr = type == 6 || type == 20 ? nil : 1 })
  #expect(isRefused { $0.gaSpecificConfig = nil })
  #expect(isRefused { $0.gaSpecificConfig?.programConfigElement = ProgramConfigElement() })
  #expect(isRefused { $0.channelConfiguration = 0 })
  #expect(isRefused { $0.epConfig = type >= 17 ? nil : 0 })
  #expect(isRefused { $0.hierarchical = AudioSpecificConfig.Hierarchical() })
  if isExtended {
    #expect(isRefused { $0.gaSpecificConfig?.extension?.bsacLayers = type == 22 ? nil : .init() })
    #expect(isRefused { $0.gaSpecificConfig?.extension?.resilience = [17, 19, 20, 23].contains(type) ? nil : .init() })
  }
}

@Test func coreCoderDelayStandsBehindItsFlag() throws {
  var config = AudioSpecificConfig()
  config.gaSpecificConfig?.coreCoderDelay = 0x1234
  // 00010 0100 0010 | 0 1 01001000110100 0
  #expect(try config.encoded() == hex("1212 91A0"))
  #expect(try AudioSpecificConfig(parsing: hex("121291A0")) == config)
}
