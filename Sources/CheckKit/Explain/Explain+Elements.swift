import BitstreamKit
import MP4Kit
import ProbeKit
import RemuxKit

extension Explain {
  /// Units of a sample that are looked at.
  private static let maxUnits = 64

  // MARK: Boxes

  /// The box at a path, or the field of these names in it. The last steps may be names of fields as well.
  func explanation(_ steps: [BoxPathStep], _ names: [String], _ container: MediaContainer) throws(ExplainError) -> Explanation {
    guard container == .mp4 else { throw .place("Only MP4, MOV and HEIF files have boxes.") }
    var boxes = BoxExplainer(input)
    var path = try boxes.follow(steps)
    let rest = steps.dropFirst(path.places.count).map { $0.text } + names
    if path.places.count < steps.count, names.isEmpty, let fault = boxes.fault(at: steps) { return try owners(of: fault, container) }
    guard let place = path.places.last, let box = path.layers.last else {
      throw .place("No box matches the path: the file has no '\(rest[0])'\(Self.list(path.names)).")
    }
    if rest.isEmpty {
      return Explanation(
        offset: place.offset, byte: try AnyByteSource(input).byte(at: place.offset), layers: path.layers, problems: path.problems)
    }
    let search = ElementSearch(rest)
    let inner = try BoxExplainer(input, search: search).searchFields(of: place)
    for start in inner where search.offset == nil { _ = try owners(of: start, container, search) }
    if search.offset == nil, rest.count == 1 { search.find(place.headerField(rest[0])) }
    if let offset = search.result { return try owners(of: offset, container) }
    if path.places.count == steps.count { try boxes.listBoxes(of: &path) }
    let all = search.reached == 0 ? path.names + search.names : search.names
    let owner = ([box.name] + rest.prefix(search.reached)).joined(separator: " › ")
    throw .place("No box matches the path: \(owner) has no box or field '\(rest[search.reached])'\(Self.list(all)).")
  }

  // MARK: Elements

  /// The offset of the element of these names inside a place.
  func offset(of names: [String], in place: ExplainPlace, _ container: MediaContainer) throws(ExplainError) -> UInt64 {
    let search = ElementSearch(names)
    let target = try target(of: place, container)
    if case .sample = place {
      _ = try unit(nil, in: target, container, search)
    } else {
      for start in target.inner where search.offset == nil && start < input.byteCount { _ = try owners(of: start, container, search) }
    }
    if let offset = search.result { return offset }
    // A unit that is empty, broken off or not in media data has no elements.
    if target.kind == .unit {
      let isTraced = search.names.isEmpty ? false : try owners(of: target.offset, container).hasUnit
      if !isTraced { return target.offset }
    }
    let owner = search.reached == 0 ? "The place" : "'" + names.prefix(search.reached).joined(separator: " › ") + "'"
    let missing = names[min(search.reached, names.count - 1)]
    throw .place("\(owner) has no element '\(missing)'\(Self.list(search.names)).")
  }

  /// Resolves a place to a target; a unit of a sample is located through the owner of its bytes.
  func target(of place: ExplainPlace, _ container: MediaContainer) throws(ExplainError) -> ExplainTarget {
    guard case .sampleUnit(let track, let index, let number) = place else { return try ExplainTarget(place, input, container) }
    var target = try ExplainTarget(.sample(track: track, index: index), input, container)
    guard let offset = try unit(number, in: target, container, nil) else {
      throw .place("No NAL unit \(number) in sample \(index) of track \(track).")
    }
    (target.offset, target.inner, target.kind) = (offset, [offset], .unit)
    return target
  }

  /// The start of a NAL unit in a sample.
  /// - Parameters:
  ///   - number: the unit; nil for the first that has the element.
  ///   - search: looks for an element in the units up to this one.
  private func unit(
    _ number: Int?, in sample: ExplainTarget, _ container: MediaContainer, _ search: ElementSearch?
  ) throws(ExplainError) -> UInt64? {
    var (at, count) = (sample.offset, 0)
    while at < min(sample.end, input.byteCount), count < Self.maxUnits {
      let found = try owners(of: at, container, search)
      if search?.offset != nil { return at }
      guard let last = found.layers.last(where: { $0.kind == .unit && $0.offset == at }) ?? found.layers.last, let start = last.offset,
        let size = last.size, start + size > at
      else { return nil }
      if last.kind == .unit {
        if count == number { return at }
        count += 1
      }
      at = start + size
    }
    return nil
  }

  /// `: it has a, b`; nothing for no names.
  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "" : ": it has " + names.joined(separator: ", ") + (names.count < ElementSearch.maxNames ? "" : " and more")
  }
}

extension Explanation {
  /// Whether a NAL unit owns the byte.
  fileprivate var hasUnit: Bool { layers.contains { $0.kind == .unit } }
}

extension BoxPathStep {
  /// The step as text, without the spaces that fill a short type.
  fileprivate var text: String {
    var name = Array(type.description.utf8)
    while name.last == 0x20 { name.removeLast() }
    return String(decoding: name, as: UTF8.self) + (index.map { "[\($0)]" } ?? "")
  }
}

extension BoxPlace {
  /// The offset of a field of the header; nil if the header has no such field.
  fileprivate func headerField(_ name: String) -> UInt64? {
    let isLarge = header.form == .large
    switch name {
    case "size": return offset
    case "type": return offset + 4
    case "largesize": return isLarge ? offset + 8 : nil
    case "usertype": return header.userType == nil ? nil : offset + (isLarge ? 16 : 8)
    default: return nil
    }
  }
}
