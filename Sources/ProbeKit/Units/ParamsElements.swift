import BitstreamKit

/// Collects the elements of one parameter set from a trace, with the structures that contain them.
package final class ParamsElements: TraceSink {
  /// An element. Its key is determined when all elements are known.
  private struct Row {
    var name: StaticString
    var i: Int
    var j: Int
    /// Index of its structure; −1 if it has none.
    var structure: Int
    var value: Value
  }

  /// The value of an element.
  package enum Value: Equatable {
    case number(ElementValue)
    /// A bit range of the unit without emulation prevention.
    case bits(offset: Int, count: Int)
  }

  private struct Structure {
    var name: StaticString
    var parent: Int
    /// Whether the structure is the unit or the set itself, which are not part of keys.
    var isTransparent: Bool
  }

  private var rows: [Row] = []
  private var structures: [Structure] = []
  private var open: [Int] = []
  /// Maximum number of elements kept.
  private let limit: Int
  /// Whether elements were dropped because of the limit.
  private(set) var isCut = false

  /// Whether there is any element after the unit header.
  var hasBody: Bool { rows.contains { $0.structure < 0 || structures[$0.structure].isTransparent } }
  /// Number of elements kept.
  var count: Int { rows.count }

  package init(limit: Int) { self.limit = limit }

  package override func begin(_ structure: StaticString, bitOffset: Int) {
    let parent = open.last ?? -1
    let isHeader = name(structure, is: "nal_unit_header")
    let isTop = parent < 0 || (structures[parent].parent < 0 && name(structures[parent].name, is: "nal_unit"))
    open.append(structures.count)
    structures.append(Structure(name: structure, parent: parent, isTransparent: isTop && !isHeader))
  }

  package override func element(_ element: TraceElement) {
    if rows.count >= limit {
      isCut = true
      return
    }
    let value: Value
    switch element.value {
    case .number(let number): value = .number(number)
    case .bytes, .code, .fixedPoint, .floatingPoint, .text, .rows: value = .bits(offset: element.bitOffset, count: element.bitLength)
    }
    rows.append(Row(name: element.name, i: element.i, j: element.j, structure: open.last ?? -1, value: value))
  }

  package override func end() { open.removeLast() }

  private func name(_ name: StaticString, is other: StaticString) -> Bool { name.description == other.description }
}

// MARK: - Keys

extension ParamsElements {
  /// A name within a structure, used to count repetitions.
  private struct Place: Hashable {
    var structure: Int
    var name: String
  }

  /// Calls `body` for each element in order with a unique key: the names of its enclosing structures within the set, its name and indices.
  /// Repeated names get a further index.
  package func forEach(_ body: (String, Value) -> Void) {
    let paths = paths()
    var counts: [Place: Int] = [:]
    for row in rows { counts[place(row), default: 0] += 1 }
    var seen: [Place: Int] = [:]
    for row in rows {
      let place = place(row)
      var key = (place.structure < 0 ? "" : paths[place.structure]) + place.name
      if counts[place, default: 1] > 1 {
        let index = seen[place, default: 0]
        seen[place] = index + 1
        key += "[\(index)]"
      }
      body(key, row.value)
    }
  }

  private func place(_ row: Row) -> Place {
    var name = row.name.description
    if row.i >= 0 { name += "[\(row.i)]" }
    for index in ElementIndex.unpacking(row.j) { name += "[\(index)]" }
    return Place(structure: visible(row.structure), name: name)
  }

  /// The structure, or its nearest ancestor that is part of keys; −1 if none.
  private func visible(_ structure: Int) -> Int {
    var index = structure
    while index >= 0, structures[index].isTransparent { index = structures[index].parent }
    return index
  }

  /// The key prefix of each structure.
  private func paths() -> [String] {
    var counts: [Place: Int] = [:]
    for structure in structures { counts[Place(structure: visible(structure.parent), name: structure.name.description), default: 0] += 1 }
    var seen: [Place: Int] = [:]
    var paths: [String] = []
    // A structure follows its parent.
    for structure in structures {
      let parent = visible(structure.parent)
      let place = Place(structure: parent, name: structure.name.description)
      var path = (parent < 0 ? "" : paths[parent]) + place.name
      if counts[place, default: 1] > 1 {
        let index = seen[place, default: 0]
        seen[place] = index + 1
        path += "[\(index)]"
      }
      paths.append(path + ".")
    }
    return paths
  }
}
