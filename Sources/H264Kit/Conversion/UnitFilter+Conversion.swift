import BitstreamKit
import NALKit

extension UnitFilter {
  /// Returns the conversion of an access unit in a single pass. It does not inspect slices: inserted delimiters allow all slice types
  /// (primary_pic_type 7).
  public func conversion(into framing: NALFraming) -> AccessUnitConversion {
    let sets: AccessUnitConversion.Types = [.init(7), .init(8), .init(13), .init(15)]
    var conversion = AccessUnitConversion(
      into: framing, typeField: .init(shift: 0, mask: 31), parameterSetTypes: sets, delimiterTypes: .init(9))
    switch delimiters {
    case .keep: break
    case .remove: conversion.removed.formUnion(conversion.delimiterTypes)
    case .insert: conversion.delimiter = [9, 0xF0]
    }
    switch parameterSets {
    case .keep: break
    case .remove: conversion.removed.formUnion(sets)
    case .insert(let units): conversion.parameterSets = units
    }
    if removesFiller { conversion.removed.formUnion(.init(12)) }
    if removesEnds { conversion.removed.formUnion([.init(10), .init(11)]) }
    return conversion
  }
}
