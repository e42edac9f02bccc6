/// The sections of ffprobe's output: names and nesting.
enum ProbeSection: Int, CaseIterable {
  case root, programVersion, packets, frames, packetsAndFrames, packet, frame, subtitle
  case programs, program, programTags, programStreams, programStream, programStreamDisposition, programStreamTags, streams, stream,
    disposition, streamTags, streamSideData, sideData
  case packetTags, packetSideDataList, packetSideData, frameTags, frameSideDataList, frameSideData, timecodes, timecode
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
    case .subtitle: "subtitle"
    case .programs: "programs"
    case .program: "program"
    case .streams, .programStreams: "streams"
    case .stream, .programStream: "stream"
    case .disposition, .programStreamDisposition: "disposition"
    case .streamTags, .chapterTags, .formatTags, .packetTags, .frameTags, .programTags, .programStreamTags: "tags"
    case .streamSideData, .packetSideDataList, .frameSideDataList: "side_data_list"
    case .sideData, .packetSideData, .frameSideData: "side_data"
    case .timecodes: "timecodes"
    case .timecode: "timecode"
    case .chapters: "chapters"
    case .chapter: "chapter"
    case .format: "format"
    case .error: "error"
    }
  }

  /// A unique name to select the section if several share a name.
  var uniqueName: StaticString {
    switch self {
    case .programTags: "program_tags"
    case .programStreams: "program_streams"
    case .programStream: "program_stream"
    case .programStreamDisposition: "program_stream_disposition"
    case .programStreamTags: "program_stream_tags"
    case .disposition: "stream_disposition"
    case .streamTags: "stream_tags"
    case .chapterTags: "chapter_tags"
    case .formatTags: "format_tags"
    case .streamSideData: "stream_side_data_list"
    case .sideData: "stream_side_data"
    case .packetTags: "packet_tags"
    case .packetSideDataList: "packet_side_data_list"
    case .packetSideData: "packet_side_data"
    case .frameTags: "frame_tags"
    case .frameSideDataList: "frame_side_data_list"
    case .frameSideData: "frame_side_data"
    default: name
    }
  }

  /// The prefix of the keys of a nested section.
  var elementName: StaticString {
    switch self {
    case .streamTags, .chapterTags, .formatTags, .packetTags, .frameTags: "tag"
    case .streamSideData, .packetSideDataList, .frameSideDataList: "side_data"
    default: name
    }
  }

  /// Whether the section is a list of other sections.
  var isList: Bool {
    switch self {
    case .packets, .frames, .packetsAndFrames, .programs, .streams, .streamSideData, .packetSideDataList, .frameSideDataList,
      .timecodes, .chapters:
      true
    default: false
    }
  }

  /// Whether the section is a record: neither a list nor the root.
  var isRecord: Bool { !isList && self != .root }
  /// Whether the keys come from the file.
  var hasVariableKeys: Bool {
    switch self {
    case .streamTags, .chapterTags, .formatTags, .packetTags, .frameTags: true
    default: false
    }
  }

  /// The nested sections.
  var children: [ProbeSection] {
    switch self {
    case .root: [.chapters, .format, .frames, .programs, .streams, .packets, .error, .programVersion]
    case .packets, .packetsAndFrames: [.packet]
    case .packet: [.packetTags, .packetSideDataList]
    case .packetSideDataList: [.packetSideData]
    case .frames: [.frame, .subtitle]
    case .frame: [.frameTags, .frameSideDataList]
    case .frameSideDataList: [.frameSideData]
    case .frameSideData: [.timecodes]
    case .timecodes: [.timecode]
    // Selecting `stream` also selects the streams of programs.
    case .programs: [.program]
    case .program: [.programTags, .programStreams]
    case .programStreams: [.programStream]
    case .programStream: [.programStreamDisposition, .programStreamTags]
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
      let name = Self.trimmed(halves[0])
      let named = ProbeSection.allCases.filter { $0.name.description == name || $0.uniqueName.description == name }
      if named.isEmpty { return name }
      for section in named {
        if halves.count == 2 { add(halves[1].split(separator: ",").map(Self.trimmed), section) } else { addAll(section) }
      }
    }
    return nil
  }

  /// A name without the white space around it.
  private static func trimmed(_ text: Substring) -> String {
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" || character == "\n" || character == "\r" }
    var text = text.drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return String(text)
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
