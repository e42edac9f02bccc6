import BitstreamKit
import NALKit

extension UnitFilter {
  /// Returns the conversion of an access unit in a single pass. It does not inspect slices: inserted delimiters allow all slice types
  /// (pic_type 2).
  public func conversion(into framing: NALFraming) -> AccessUnitConversion {
    let sets: AccessUnitConversion.Types = [.init(32), .init(33), .init(34)]
    var conversion = AccessUnitConversion(
      into: framing, typeField: .init(shift: 1, mask: 63), parameterSetTypes: sets, delimiterTypes: .init(35))
    switch delimiters {
    case .keep: break
    case .remove: conversion.removed.formUnion(conversion.delimiterTypes)
    case .insert:
      conversion.delimiter = [70, 1, 0x50]
      conversion.delimiterHasTemporalId = true
    }
    switch parameterSets {
    case .keep: break
    case .remove: conversion.removed.formUnion(sets)
    case .insert(let units): conversion.parameterSets = units
    }
    if removesFiller { conversion.removed.formUnion(.init(38)) }
    if removesEnds { conversion.removed.formUnion([.init(36), .init(37)]) }
    return conversion
  }
}
