/// What an element of a model shall become: its name in the specification's spelling, and a value.
public struct ElementEdit: Sendable, Equatable {
  /// The element's name, without indices.
  public var name: String
  /// Its indices, none or one or two, as the specification counts them.
  public var indices: [Int]
  /// The structure that it must stand in, at any depth; nil for anywhere.
  public var structure: String?
  /// What it shall hold. A flag is 0 or 1.
  public var value: Int64

  /// An edit of the elements of this name and these indices.
  public init(_ name: String, indices: [Int] = [], in structure: String? = nil, to value: Int64) {
    self.name = name
    self.indices = indices
    self.structure = structure
    self.value = value
  }
}

/// An element as an editor passed it.
public struct EditedElement: Sendable, Equatable {
  /// The element's name, without indices.
  public var name: StaticString
  /// Its indices, −1 where it has none.
  public var i: Int, j: Int
  /// The structures around it, outermost first.
  public var path: [String]
  /// What it holds, behind the edit.
  public var value: ElementValue
  /// The edit that it met; nil for none.
  public var edit: Int?
  /// True for a single bit.
  public var isFlag: Bool

  /// Equal when they say the same.
  public static func == (a: EditedElement, b: EditedElement) -> Bool {
    a.name.description == b.name.description && a.i == b.i && a.j == b.j && a.path == b.path && a.value == b.value && a.edit == b.edit
      && a.isFlag == b.isFlag
  }
}

/// Walks a model that is there and gives the elements that are named other values.
///
/// What hangs on a changed element follows it: a part whose flag is set appears as the model's first value of it, one whose flag is
/// cleared goes, a list whose count changes is cut or grows. So a walk without edits through a structure whose context has changed
/// (a slice header under other parameter sets) brings it into the form that the context asks for.
///
/// Like a writer it refuses what is out of range, edited or not. It makes no bits: write the model afterwards.
public struct ElementEditor {
  /// A list does not grow beyond this.
  public static let mostElements = 1 << 12

  /// What is to be changed.
  public let edits: [ElementEdit]
  /// All numbers that were passed, in their order.
  public private(set) var elements: [EditedElement] = []
  /// The structures around the next element.
  private var path: [String] = []

  /// An editor that changes what `edits` name.
  public init(_ edits: [ElementEdit] = []) { self.edits = edits }

  /// Whether every edit has met an element.
  public var isComplete: Bool { edits.indices.allSatisfy(met) }

  /// Whether an edit has met an element.
  public func met(_ edit: Int) -> Bool { elements.contains { $0.edit == edit } }

  /// The edit that means an element; the last where there are several.
  private func edit(_ name: StaticString, _ i: Int, _ j: Int) -> Int? {
    if edits.isEmpty { return nil }
    let indices = i < 0 ? [] : j < 0 ? [i] : [i, j]
    let name = name.description
    return edits.lastIndex { $0.name == name && $0.indices == indices && ($0.structure.map(path.contains) ?? true) }
  }

  /// Records an element and gives it the value that an edit asks for.
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

// MARK: - Elements that are not there

extension ElementEditor {
  /// Changes elements of a model and, where one of them is absent, turns on the presence flags that it needs: the fewest.
  ///
  /// - Parameter walk: the model's syntax function.
  /// - Returns: for each edit, whether it has met an element.
  /// - Throws: where a value is out of its range, or another is out of the range that an edit leaves it. The model is then as it was.
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

  /// Looks for presence flags, at most three, behind which the wanted element stands: those nearest first.
  private static func opening<V>(
    _ wanted: Int, _ editor: ElementEditor, _ value: V, _ walk: (inout SyntaxCoder, inout V) throws(SyntaxError) -> Void
  ) -> (V, ElementEditor)? {
    var edge = [editor]
    for _ in 0..<3 {
      var next: [ElementEditor] = []
      for state in edge {
        for flag in state.elements where opens(flag, state) {
          let more = ElementEdit(flag.name.description, indices: [flag.i, flag.j].filter { $0 >= 0 }, in: flag.path.last, to: 1)
          guard let trial = try? tried(state.edits + [more], value, walk) else { continue }
          if trial.1.met(wanted) { return trial }
          next.append(trial.1)
        }
      }
      edge = next
    }
    return nil
  }

  /// Whether a flag that is cleared is worth a try: one whose part says nothing but what the edit is about. Buffer parameters and
  /// restrictions are no such parts, their other values would have to be known.
  private static func opens(_ flag: EditedElement, _ state: ElementEditor) -> Bool {
    guard flag.isFlag, flag.value == .unsigned(0), flag.edit == nil else { return false }
    let name = flag.name.description
    if name.hasPrefix("nal_hrd_") || name.hasPrefix("vcl_hrd_") || name.hasPrefix("vui_hrd_") || name.hasPrefix("sub_pic_hrd_") {
      return false
    }
    return name.hasSuffix("_present_flag") || name.hasSuffix("_window_flag") || name == "frame_cropping_flag"
  }
}
