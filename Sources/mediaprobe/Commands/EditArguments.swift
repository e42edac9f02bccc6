import BitstreamKit
import FileIO
import H264Kit
import HEVCKit
import NALKit
import ProbeKit
import RemuxKit

/// A `--set PATH=VALUE` request, independent of the codec.
struct EditRequest {
  /// The text as given, for messages.
  let text: String
  /// The parameter set given in the path of an element; otherwise nil.
  let kind: StreamEdit.SetKind?
  let change: StreamEdit.Change

  /// - Throws: `EditMistake` if the text is invalid.
  init(_ text: String) throws(EditMistake) {
    self.text = text
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw EditMistake("'\(text)' is not of the form PATH=VALUE.")
    }
    let (path, value) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
    switch path {
    case "crop": (kind, change) = (nil, try Self.crop(value))
    case "frame_rate": (kind, change) = (nil, try Self.frameRate(value))
    case "colour", "color": (kind, change) = (nil, try Self.colour(value))
    case "sar": (kind, change) = (nil, try Self.shape(value))
    default: (kind, change) = try Self.element(path, value)
    }
  }
}

extension EditRequest {
  /// Refuses requests that give one path different values.
  static func refuseContradictions(_ requests: [EditRequest]) throws(EditMistake) {
    var values: [String: String] = [:]
    for request in requests {
      guard let equals = request.text.firstIndex(of: "=") else { continue }
      let path = request.text[..<equals] == "color" ? "colour" : String(request.text[..<equals])
      let value = String(request.text[request.text.index(after: equals)...])
      if let other = values[path], other != value {
        throw EditMistake("'--set \(path)=\(other)' and '--set \(request.text)' contradict each other.")
      }
      values[path] = value
    }
  }

  /// Whether the change states what the pictures need of a decoder, and nothing compares it with them.
  var isUnchecked: Bool {
    guard case .element(let edit) = change else { return false }
    switch edit.name {
    case "max_dec_frame_buffering", "sps_max_dec_pic_buffering_minus1", "sps_max_latency_increase_plus1", "profile_idc",
      "general_profile_idc":
      return true
    default: return false
    }
  }

  /// The number of pictures that may be reordered, and the sub-layer that it holds for, if the change states it.
  var reorderLimit: (value: Int64, highestTid: Int)? {
    guard case .element(let edit) = change else { return nil }
    switch edit.name {
    case "max_num_reorder_frames": return (edit.value, 7)
    case "sps_max_num_reorder_pics": return (edit.value, edit.indices.first ?? 7)
    default: return nil
    }
  }

  /// Why a file cannot be changed so: its pictures are reordered by more than a change states, so that decoders drop some of them or show them
  /// in the wrong order (ITU-T H.264 E.2.1, H.265 7.4.3.2.1).
  static func reordering(_ requests: [EditRequest], _ input: InputFile, _ codec: VideoCodec?) -> String? {
    for request in requests {
      guard let limit = request.reorderLimit else { continue }
      let sink = ProbeSink(write: { _ in }, report: { _ in })
      let tracks = (try? MediaReader(AnyByteSource(input), codec: codec))?.tracks.filter { $0.codec == .h264 || $0.codec == .hevc } ?? []
      for track in tracks {
        let selection = StreamSelection(codec: codec, track: tracks.count > 1 ? track.index : nil)
        let probe = Probe(ProbeInput(input), sink)
        guard let depth = try? probe.reorderDepth(selection, highestTid: limit.highestTid), depth > limit.value else { continue }
        return "--set \(request.text): the pictures are reordered by \(depth): decoders would drop some or show them in the wrong order"
      }
    }
    return nil
  }

  /// Notes that the result of changes is to be checked.
  static func noteUnchecked(_ requests: [EditRequest], _ name: String) {
    for request in requests where request.isUnchecked {
      note("\(name): --set \(request.text): decoders lose pictures that need more; 'mediaprobe check' says whether some do")
    }
  }
}

/// A mistake in an edit, described in one sentence.
struct EditMistake: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

/// Names accepted by `--set colour`, with primaries, transfer characteristics and matrix coefficients (ITU-T H.273).
let colourNames: [(name: String, primaries: UInt8, transfer: UInt8, matrix: UInt8)] = [
  ("bt709", 1, 1, 1), ("bt601-525", 6, 6, 6), ("bt601-625", 5, 6, 5), ("bt2020", 9, 14, 9), ("bt2020-pq", 9, 16, 9),
  ("bt2020-hlg", 9, 18, 9),
]

extension EditRequest {
  private static func numbers<T: FixedWidthInteger>(_ text: String, _ separator: Character, as type: T.Type) -> [T]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { T(String($0)) }
    return parts.contains { $0 == nil } ? nil : parts.compactMap { $0 }
  }

  private static func crop(_ value: String) throws(EditMistake) -> StreamEdit.Change {
    guard let sides = numbers(value, ",", as: UInt32.self), sides.count == 4 else {
      throw EditMistake("crop requires LEFT,RIGHT,TOP,BOTTOM in luma samples, not '\(value)'.")
    }
    return .crop(left: sides[0], right: sides[1], top: sides[2], bottom: sides[3])
  }

  private static func frameRate(_ value: String) throws(EditMistake) -> StreamEdit.Change {
    guard let rate = ExactRatio(frameRate: value) else {
      throw EditMistake("frame_rate requires a rate such as 25, 29.97 or 30000/1001, not '\(value)'.")
    }
    return .frameRate(rate)
  }

  private static func colour(_ value: String) throws(EditMistake) -> StreamEdit.Change {
    if let known = colourNames.first(where: { $0.name == value }) {
      return .colour(primaries: known.primaries, transfer: known.transfer, matrix: known.matrix)
    }
    guard let points = numbers(value, ",", as: UInt8.self), points.count == 3 else {
      let names = colourNames.map(\.name).joined(separator: ", ")
      throw EditMistake("colour requires \(names), or PRIMARIES,TRANSFER,MATRIX from 0 to 255, not '\(value)'.")
    }
    return .colour(primaries: points[0], transfer: points[1], matrix: points[2])
  }

  private static func shape(_ value: String) throws(EditMistake) -> StreamEdit.Change {
    guard let sides = numbers(value, ":", as: UInt16.self), sides.count == 2, sides[0] > 0, sides[1] > 0 else {
      throw EditMistake("sar requires W:H, 1 to 65535 each, not '\(value)'.")
    }
    return .sampleAspectRatio(width: sides[0], height: sides[1])
  }

  /// Parses `sps.vui.name[i]`: sets and structures, then the name with its indices.
  private static func element(_ path: String, _ value: String) throws(EditMistake) -> (StreamEdit.SetKind?, StreamEdit.Change) {
    guard let number = self.number(value) else { throw EditMistake("'\(value)' is not a number.") }
    var kind: StreamEdit.SetKind?
    var structure: String?
    var parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let last = parts.removeLast()
    for part in parts {
      if let set = StreamEdit.SetKind(rawValue: part) {
        kind = set
      } else {
        structure = ["vui": "vui_parameters", "hrd": "hrd_parameters"][part] ?? part
      }
    }
    var pieces = last.split(separator: "[", omittingEmptySubsequences: false).map(String.init)
    let name = pieces.removeFirst()
    let indices = pieces.compactMap { $0.hasSuffix("]") ? Int($0.dropLast()) : nil }
    guard !name.isEmpty, indices.count == pieces.count, indices.allSatisfy({ $0 >= 0 }), indices.count <= 2 else {
      throw EditMistake("'\(path)' is not of the form NAME, SET.NAME or NAME[INDEX].")
    }
    return (kind, .element(ElementEdit(name, indices: indices, in: structure, to: number)))
  }

  private static func number(_ text: String) -> Int64? {
    switch text {
    case "true": 1
    case "false": 0
    default: text.hasPrefix("0x") ? Int64(text.dropFirst(2), radix: 16) : Int64(text)
    }
  }
}

extension EditRequest {
  /// The edits for a codec: one for each kind of set that has the element.
  /// - Throws: `EditMistake` if the codec has no such element.
  func edits(for codec: VideoCodec) throws(EditMistake) -> [StreamEdit] {
    guard case .element(let edit) = change else {
      // H.265 has timing in the VPS as well.
      if case .frameRate = change, codec == .hevc { return [StreamEdit(change, in: .sequence), StreamEdit(change, in: .video)] }
      return [StreamEdit(change, in: .sequence)]
    }
    func elements(_ kind: StreamEdit.SetKind?) -> Set<EditableElement> {
      codec == .h264 ? H264Kit.StreamEditor.elements(of: kind) : HEVCKit.StreamEditor.elements(of: kind)
    }
    if let kind, !elements(nil).contains(where: { $0.kind == kind }) {
      throw EditMistake("There is no \(kind.rawValue.uppercased()) in \(codec.title).")
    }
    let near = elements(kind).filter { (kind == nil || kind == $0.kind) && edit.structure.map($0.path.contains) ?? true }
    let named = near.filter { $0.name == edit.name }
    if named.isEmpty {
      throw EditMistake("Unknown element '\(edit.name)' in \(codec.title).\(hint(for: edit.name, near.isEmpty ? elements(nil) : near))")
    }
    let found = named.filter { $0.indexCount == edit.indices.count }
    if found.isEmpty {
      let counts = Set(named.map(\.indexCount)).ordered().map { $0 == 0 ? "no index" : $0 == 1 ? "one index" : "two indices" }
      throw EditMistake("The element '\(edit.name)' has \(counts.joined(separator: " or ")).")
    }
    return StreamEdit.SetKind.allCases.filter { kind in found.contains { $0.kind == kind } }.map { StreamEdit(change, in: $0) }
  }

  /// Suggests a name that contains the word, or else one with a similar spelling.
  private func hint(for word: String, _ elements: Set<EditableElement>) -> String {
    let names = Set(elements.map(\.name)).ordered()
    let longer = names.filter { $0.includes(word) && word.count >= 4 }.min { ($0.count, $0) < ($1.count, $1) }
    return longer.map { " Did you mean '\($0)'?" } ?? suggestion(for: word, among: names) { $0 }
  }
}
