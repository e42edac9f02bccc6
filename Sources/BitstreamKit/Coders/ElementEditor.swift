/// A new value for an element of a model, which is identified by its name in the specification.
public struct ElementEdit: Sendable, Equatable {
  /// The element's name, without indices.
  public var name: String
  /// The element's indices, zero to two, as numbered in the specification.
  public var indices: [Int]
  /// A structure that must contain the element, at any depth; nil for any.
  public var structure: String?
  /// The new value; 0 or 1 for a flag.
  public var value: Int64

  /// Creates an edit of the elements of this name and these indices.
  public init(_ name: String, indices: [Int] = [], in structure: String? = nil, to value: Int64) {
    self.name = name
    self.indices = indices
    self.structure = structure
    self.value = value
  }
}

/// An element as visited by an editor.
public struct EditedElement: Sendable, Equatable {
  /// The element's name, without indices.
  public var name: StaticString
  /// Its indices, −1 if absent.
  public var i: Int, j: Int
  /// The enclosing structures, outermost first.
  public var path: [String]
  /// The value, after the edit.
  public var value: ElementValue
  /// The index of the edit that matched it; nil if none did.
  public var edit: Int?
  /// Whether it is a single bit.
  public var isFlag: Bool

  /// Compares all properties.
  public static func == (a: EditedElement, b: EditedElement) -> Bool {
    a.name.description == b.name.description && a.i == b.i && a.j == b.j && a.path == b.path && a.value == b.value && a.edit == b.edit
      && a.isFlag == b.isFlag
  }
}

/// Walks an existing model and changes the values of given elements.
///
/// Parts that depend on a changed element follow it: a part whose flag is set appears with initial values, one whose flag is cleared
/// disappears, a list whose count changes is truncated or extended. So a walk without edits through a structure whose context has changed
/// (a slice header with other parameter sets) converts it to the form that the context requires.
///
/// Like a writer it rejects values out of range, edited or not. It produces no bits: write the model afterwards.
public struct ElementEditor {
  /// The maximum length to which a list is extended.
  public static let maxElements = 1 << 12

  /// The edits.
  public let edits: [ElementEdit]
  /// All numbers visited, in order.
  public private(set) var elements: [EditedElement] = []
  /// The structures that enclose the next element.
  private var path: [String] = []

  /// Creates an editor that applies `edits`.
  public init(_ edits: [ElementEdit] = []) { self.edits = edits }

  /// Whether every edit has matched an element.
  public var isComplete: Bool { edits.indices.allSatisfy(met) }

  /// Whether an edit has matched an element.
  public func met(_ edit: Int) -> Bool { elements.contains { $0.edit == edit } }

  /// Returns the edit that matches an element; the last one if there are several.
  private func edit(_ name: StaticString, _ i: Int, _ j: Int) -> Int? {
    if edits.isEmpty { return nil }
    let indices = i < 0 ? [] : j < 0 ? [i] : [i, j]
    let name = name.description
    return edits.lastIndex { $0.name == name && $0.indices == indices && ($0.structure.map(path.contains) ?? true) }
  }

  /// Records an element and applies the edit that matches it.
  mutating func pass(
    _ name: StaticString, _ value: inout UInt64, _ range: ClosedRange<UInt64>, _ i: Int, _ j: Int, isFlag: Bool = false
  ) throws(SyntaxError) {
    let edit = edit(name, i, j)
    if let edit {
      guard let wanted = UInt64(exactly: edits[edit].value), range.contains(wanted) else {
        throw refusal(name, .signed(edits[edit].value), .init(range.lowerBound), .init(range.upperBound), i, j)
      }
      value = wanted
    } else if !range.contains(value) {
      throw refusal(name, .init(value), .init(range.lowerBound), .init(range.upperBound), i, j)
    }
    elements.append(EditedElement(name: name, i: i, j: j, path: path, value: .init(value), edit: edit, isFlag: isFlag))
  }

  /// The same for a signed number.
  mutating func pass(_ name: StaticString, _ value: inout Int64, _ range: ClosedRange<Int64>, _ i: Int, _ j: Int) throws(SyntaxError) {
    let edit = edit(name, i, j)
    let wanted = edit.map { edits[$0].value } ?? value
    if !range.contains(wanted) { throw refusal(name, .signed(wanted), .init(range.lowerBound), .init(range.upperBound), i, j) }
    value = wanted
    elements.append(EditedElement(name: name, i: i, j: j, path: path, value: .init(value), edit: edit, isFlag: false))
  }

  /// Enters a structure.
  mutating func begin(_ name: StaticString) { path.append(name.description) }
  /// Leaves a structure.
  mutating func end() { path.removeLast() }

  private func refusal(
    _ name: StaticString, _ value: ElementValue, _ lower: ElementValue, _ upper: ElementValue, _ i: Int, _ j: Int
  ) -> SyntaxError {
    SyntaxError(.outOfRange(value, lower: lower, upper: upper), element: elementName(name, i, j))
  }
}

// MARK: - Absent elements

extension ElementEditor {
  /// Edits elements of a model and, for an absent one, sets the fewest presence flags that make it present.
  ///
  /// - Parameter walk: the model's syntax function.
  /// - Returns: for each edit, whether it has matched an element.
  /// - Throws: if a value is out of range, or an edit makes another value out of range. The model is then unchanged.
  public static func apply<V>(
    _ edits: [ElementEdit], to value: inout V, _ walk: (inout SyntaxCoder, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError) -> [Bool] {
    var (edited, editor) = try tried(edits, value, walk)
    for wanted in edits.indices where !editor.met(wanted) {
      guard let found = opening(wanted, editor, value, walk) else { continue }
      (edited, editor) = found
    }
    value = edited
    return edits.indices.map(editor.met)
  }

  private static func tried<V>(
    _ edits: [ElementEdit], _ value: V, _ walk: (inout SyntaxCoder, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError) -> (V, ElementEditor) {
    var copy = value
    var coder = SyntaxCoder(editing: ElementEditor(edits))
    try walk(&coder, &copy)
    return (copy, coder.editor)
  }

  /// The search for presence flags walks at most this many elements: a model with many flags has too many combinations to try all.
  private static var maxSearched: Int { 1 << 20 }

  /// Searches for presence flags, at most three, that make the wanted element present, nearest first.
  private static func opening<V>(
    _ wanted: Int, _ editor: ElementEditor, _ value: V, _ walk: (inout SyntaxCoder, inout V) throws(SyntaxError) -> Void
  ) -> (V, ElementEditor)? {
    var edge = [(editor: editor, first: 0)]
    var searched = 0
    for _ in 0..<3 {
      var next: [(editor: ElementEditor, first: Int)] = []
      for (state, first) in edge {
        // Flags before the last one set: those combinations are tried in the other order.
        for flag in state.elements[first...] where opens(flag, state) {
          searched += state.elements.count
          if searched > maxSearched { return nil }
          let more = ElementEdit(flag.name.description, indices: [flag.i, flag.j].filter { $0 >= 0 }, in: flag.path.last, to: 1)
          guard let trial = try? tried(state.edits + [more], value, walk) else { continue }
          if trial.1.met(wanted) { return trial }
          let place = trial.1.elements.firstIndex { $0.edit == state.edits.count } ?? first
          next.append((trial.1, place))
        }
      }
      edge = next
    }
    return nil
  }

  /// Whether setting a cleared flag is worth a try: only if its part contains little but the edited element. HRD parameters and bitstream
  /// restrictions are excluded, since their other values would have to be known.
  private static func opens(_ flag: EditedElement, _ state: ElementEditor) -> Bool {
    guard flag.isFlag, flag.value == .unsigned(0), flag.edit == nil else { return false }
    let name = flag.name.description
    if name.hasPrefix("nal_hrd_") || name.hasPrefix("vcl_hrd_") || name.hasPrefix("vui_hrd_") || name.hasPrefix("sub_pic_hrd_") {
      return false
    }
    return name.hasSuffix("_present_flag") || name.hasSuffix("_window_flag") || name == "frame_cropping_flag"
  }
}
