/// The sections of ffprobe's output: names and nesting.
enum ProbeSection: Int, CaseIterable {
  case root, programVersion, packets, frames, packetsAndFrames, packet, frame
  case programs, programStream, streams, stream, disposition, streamTags, streamSideData, sideData
  case chapters, chapter, chapterTags, format, formatTags, error

  /// The name as printed and as used in `-show_entries`.
  var name: StaticString {
    switch self {
    case .root: "root"
    case .programVersion: "program_version"
    case .packets: "packets"
    case .frames: "frames"
    case .packetsAndFrames: "packets_and_frames"
    case .packet: "packet"
    case .frame: "frame"
    case .programs: "programs"
    case .streams: "streams"
    case .stream, .programStream: "stream"
    case .disposition: "disposition"
    case .streamTags, .chapterTags, .formatTags: "tags"
    case .streamSideData: "side_data_list"
    case .sideData: "side_data"
    case .chapters: "chapters"
    case .chapter: "chapter"
    case .format: "format"
    case .error: "error"
    }
  }

  /// A unique name to select the section if several share a name.
  var uniqueName: StaticString {
    switch self {
    case .programStream: "program_stream"
    case .disposition: "stream_disposition"
    case .streamTags: "stream_tags"
    case .chapterTags: "chapter_tags"
    case .formatTags: "format_tags"
    case .streamSideData: "stream_side_data_list"
    case .sideData: "stream_side_data"
    default: name
    }
  }

  /// The prefix of the keys of a nested section.
  var elementName: StaticString {
    switch self {
    case .streamTags, .chapterTags, .formatTags: "tag"
    case .streamSideData: "side_data"
    default: name
    }
  }

  /// Whether the section is a list of other sections.
  var isList: Bool {
    switch self {
    case .packets, .frames, .packetsAndFrames, .programs, .streams, .streamSideData, .chapters: true
    default: false
    }
  }

  /// Whether the section is a record: neither a list nor the root.
  var isRecord: Bool { !isList && self != .root }
  /// Whether the keys come from the file.
  var hasVariableKeys: Bool { self == .streamTags || self == .chapterTags || self == .formatTags }

  /// The nested sections.
  var children: [ProbeSection] {
    switch self {
    case .root: [.chapters, .format, .frames, .programs, .streams, .packets, .error, .programVersion]
    case .packets, .packetsAndFrames: [.packet]
    case .frames: [.frame]
    // Selecting `stream` also selects the streams of programs.
    case .programs: [.programStream]
    case .streams: [.stream]
    case .stream: [.disposition, .streamTags, .streamSideData]
    case .streamSideData: [.sideData]
    case .chapters: [.chapter]
    case .chapter: [.chapterTags]
    case .format: [.formatTags]
    default: []
    }
  }
}

/// The sections and keys to print.
struct ProbeSelection {
  private enum Keys {
    case all
    case listed([String])
  }

  private var chosen = [Keys?](repeating: nil, count: ProbeSection.allCases.count)

  /// Selects all keys of a section and of its nested sections.
  mutating func addAll(_ section: ProbeSection) {
    chosen[section.rawValue] = .all
    for child in section.children { addAll(child) }
  }

  private mutating func add(_ keys: [String], _ section: ProbeSection) {
    switch chosen[section.rawValue] {
    case nil: chosen[section.rawValue] = .listed(keys)
    case .listed(let known): chosen[section.rawValue] = .listed(known + keys)
    // The later selection wins.
    case .all: chosen[section.rawValue] = .listed(keys)
    }
  }

  /// Parses the value of `-show_entries`: `stream=index,codec_name:format_tags=title`.
  /// - Returns: the name of an unknown section; nil if all are known.
  mutating func add(entries text: String) -> String? {
    for part in text.split(separator: ":") {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(halves[0])
      let named = ProbeSection.allCases.filter { $0.name.description == name || $0.uniqueName.description == name }
      if named.isEmpty { return name }
      for section in named {
        if halves.count == 2 { add(halves[1].split(separator: ",").map(String.init), section) } else { addAll(section) }
      }
    }
    return nil
  }

  /// Whether any key of a section or of its nested sections is selected.
  func shows(_ section: ProbeSection) -> Bool {
    chosen[section.rawValue] != nil || section.children.contains { shows($0) }
  }

  /// Whether a key is selected.
  @inline(__always) func has(_ key: StaticString, in section: ProbeSection) -> Bool {
    switch chosen[section.rawValue] {
    case .all: true
    case nil: false
    case .listed(let keys): Self.contains(keys, key)
    }
  }

  /// Whether a key is selected.
  func has(_ key: String, in section: ProbeSection) -> Bool {
    switch chosen[section.rawValue] {
    case .all: true
    case nil: false
    case .listed(let keys): keys.contains(key)
    }
  }

  private static func contains(_ keys: [String], _ key: StaticString) -> Bool {
    key.withUTF8Buffer { bytes in
      for candidate in keys where unsafe candidate.utf8.elementsEqual(bytes) { return true }
      return false
    }
  }
}
