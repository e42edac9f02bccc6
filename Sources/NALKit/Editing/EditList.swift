import BitstreamKit

/// A sequence parameter set that takes the changes of `StreamEdit`.
package protocol EditableSequenceParameterSet {
  mutating func setCropping(left: UInt32, right: UInt32, top: UInt32, bottom: UInt32) throws(SyntaxError)
  mutating func setFrameRate(_ rate: ExactRatio) throws(SyntaxError)
  mutating func setColour(primaries: UInt8, transfer: UInt8, matrix: UInt8)
  mutating func setSampleAspectRatio(width: UInt16, height: UInt16)
}

/// The edits of a stream editor, and what it does with them in either codec.
package struct EditList: Sendable {
  /// The edits to apply.
  package let edits: [StreamEdit]
  /// For each edit, whether a set contained the edited element.
  package private(set) var isApplied: [Bool]

  package init(_ edits: [StreamEdit]) {
    self.edits = edits
    isApplied = edits.map { _ in false }
  }

  /// The changes of parameter sets of a kind.
  package func changes(_ kind: StreamEdit.SetKind) -> [StreamEdit.Change] { indices(kind).map { edits[$0].change } }

  private func indices(_ kind: StreamEdit.SetKind) -> [Int] {
    edits.indices.filter { edits[$0].kind ?? kind == kind }
  }

  /// Returns the single-element edits of one kind of set.
  private func elements(_ kind: StreamEdit.SetKind) -> (edits: [ElementEdit], indices: [Int]) {
    var found: [ElementEdit] = []
    var places: [Int] = []
    for index in indices(kind) {
      guard case .element(let edit) = edits[index].change else { continue }
      found.append(edit)
      places.append(index)
    }
    return (found, places)
  }

  /// Applies the changes that are not of a single element.
  package mutating func apply<S: EditableSequenceParameterSet>(to set: inout S) throws(SyntaxError) {
    for index in indices(.sequence) {
      switch edits[index].change {
      case .crop(let left, let right, let top, let bottom): try set.setCropping(left: left, right: right, top: top, bottom: bottom)
      case .frameRate(let rate): try set.setFrameRate(rate)
      case .colour(let primaries, let transfer, let matrix): set.setColour(primaries: primaries, transfer: transfer, matrix: matrix)
      case .sampleAspectRatio(let width, let height): set.setSampleAspectRatio(width: width, height: height)
      case .element: continue
      }
      isApplied[index] = true
    }
  }

  /// Applies the changes of single elements.
  /// - Parameter walk: codes the set.
  package mutating func applyElements<V>(
    _ kind: StreamEdit.SetKind, to set: inout V, _ walk: (inout SyntaxCoder, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    let (wanted, places) = elements(kind)
    if wanted.isEmpty { return }
    let met = try ElementEditor.apply(wanted, to: &set, walk)
    for (index, hit) in zip(places, met) where hit { isApplied[index] = true }
  }

  /// The error if a set would change how pictures are decoded.
  package func refusal(_ set: String, _ kind: StreamEdit.SetKind) -> SyntaxError {
    let names = elements(kind).edits.map { $0.name }.joined(separator: ", ")
    return SyntaxError(
      .unsupported("in \(set) this would change how pictures are decoded; slice headers cannot compensate"), element: names)
  }

  /// The error if the element that names a slice's parameter set has none.
  package static func missingSets(_ element: String) -> SyntaxError {
    SyntaxError(.unsupported("cannot rewrite a slice whose parameter sets are missing"), element: element)
  }

  /// The error if a slice header cannot keep an element's value.
  package static func lost(_ element: String) -> SyntaxError {
    SyntaxError(.unsupported("the slice header cannot express this value with the edited parameter sets"), element: element)
  }

  /// The error for a timing message stored as raw bytes.
  package static func unreadTiming(at offset: UInt64) -> SyntaxError {
    SyntaxError(.unsupported("cannot rewrite a timing message that could not be parsed"), element: "sei_message", byteOffset: offset)
  }
}
