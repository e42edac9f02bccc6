import BitstreamKit
import FLVKit
import MP4Kit

/// Metadata under the keys that ffmpeg uses.
enum ProbeTags {
  // MARK: - FLV

  /// Metadata that ffmpeg consumes and does not print.
  private static let taken: Set<String> = [
    "duration", "filesize", "width", "height", "videodatarate", "framerate", "videocodecid", "audiodatarate", "audiosamplerate",
    "audiosamplesize", "stereo", "audiocodecid", "datastream",
  ]

  static func flv(_ meta: OnMetaData) -> [ProbeTag] {
    var tags = ProbeTagList()
    for property in meta.object.properties {
      let key = property.propertyName.text
      if taken.contains(key) { continue }
      switch property.propertyData {
      case .boolean: add(key, property.propertyData.boolValue == true ? "true" : "false", &tags)
      case .number(let number):
        if let value = Int64(checked: number.value.rounded(.toNearestOrEven)) { add(key, "\(value)", &tags) }
      case .string, .longString: add(key, String((property.propertyData.string?.text ?? "").prefix { $0 != "\0" }), &tags)
      case .date(let date):
        if let millis = Int64(checked: date.dateTime.value), millis.magnitude < 9_000_000_000_000_000 {
          add(key, timeText(microseconds: millis * 1000), &tags)
        }
      default: break
      }
    }
    return tags.all
  }

  private static func add(_ key: String, _ value: String, _ tags: inout ProbeTagList) {
    tags.set(key, value)
  }

  // MARK: - Times

  /// Formats seconds since 1904 as `2021-10-15T05:47:16.000000Z`; nil for 0 (unset) and for values of 2^40 and more.
  static func timeText(since1904 seconds: UInt64) -> String? {
    guard seconds > 0, seconds < 1 << 40 else { return nil }
    // A value before 1970 in the 1904 epoch is taken as counted from 1970.
    let unix = seconds >= 2_082_844_800 ? seconds - 2_082_844_800 : seconds
    return timeText(microseconds: Int64(unix) * 1_000_000)
  }

  private static func timeText(microseconds: Int64) -> String {
    var seconds = microseconds / 1_000_000
    var rest = microseconds % 1_000_000
    if rest < 0 { (seconds, rest) = (seconds - 1, rest + 1_000_000) }
    var days = seconds / 86400
    var second = seconds % 86400
    if second < 0 { (days, second) = (days - 1, second + 86400) }
    // Converts days to a Gregorian date, in eras of 400 years that begin in March.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let day = shifted - era * 146_097
    let year = (day - day / 1460 + day / 36524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    let date =
      "\(padded(year + era * 400 + (month <= 2 ? 1 : 0), 4))-\(padded(month, 2))-\(padded(dayOfYear - (153 * part + 2) / 5 + 1, 2))"
    return "\(date)T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2)).\(padded(rest, 6))Z"
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = "\(value)"
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  // MARK: - MP4

  static func movie(_ movie: Movie<AnyByteSource>, _ tree: inout BoxTree<AnyByteSource>) -> [ProbeTag] {
    var tags = ProbeTagList()
    if let type = movie.fileType {
      add("major_brand", text(type.majorBrand), &tags)
      add("minor_version", "\(type.minorVersion)", &tags)
      var brands = ""
      for index in 0..<type.compatibleBrands.count { brands += text(type.compatibleBrands[index]) }
      add("compatible_brands", String(brands.prefix { $0 != "\0" }), &tags)
    }
    if let time = movie.header.flatMap({ timeText(since1904: $0.creationTime) }) { add("creation_time", time, &tags) }
    for node in tree.children(of: tree["moov"]) {
      switch tree.nodes[node].place.header.type {
      case "udta": userData(&tree, node, &tags)
      case "meta": items(&tree, node, &tags)
      default: break
      }
    }
    return tags.all
  }

  private static func text(_ type: FourCC) -> String {
    var bytes: [UInt8] = []
    for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: type.rawValue >> shift)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func track(_ tree: inout BoxTree<AnyByteSource>, _ track: MovieTrack, _ stream: ProbeStream) -> [ProbeTag] {
    var tags = ProbeTagList()
    if let header = track.mediaHeader {
      if let time = timeText(since1904: header.creationTime) { add("creation_time", time, &tags) }
      if let language = language(header.language) { add("language", language, &tags) }
    }
    if let name = track.handler.map({ String($0.readableName.prefix { $0 != "\0" }) }), !name.isEmpty { add("handler_name", name, &tags) }
    if let description = track.descriptions.first {
      if let visual = description.visual, stream.kind == .video, visual.preDefined.count > 1 {
        add("vendor_id", FourCC(rawValue: visual.preDefined[1]).probeText, &tags)
        let name = visual.readableCompressorName
        if !name.isEmpty { add("encoder", String(name.prefix { $0 != "\0" }), &tags) }
      } else if stream.kind == .audio {
        add("vendor_id", FourCC(rawValue: description.audio?.vendor ?? 0).probeText, &tags)
      }
    }
    for node in tree.children(of: track.node) {
      switch tree.nodes[node].place.header.type {
      case "udta": userData(&tree, node, &tags)
      case "meta": items(&tree, node, &tags)
      default: break
      }
    }
    return tags.all
  }

  /// The three-letter code of a packed or Macintosh language; nil if unspecified.
  private static func language(_ language: PackedLanguage) -> String? {
    if language.code == 0x7FFF { return nil }
    return language.code >= 0x400 ? language.letters : language.macintoshLetters
  }

  private static func userData(_ tree: inout BoxTree<AnyByteSource>, _ udta: Int, _ tags: inout ProbeTagList) {
    for node in tree.children(of: udta) {
      let type = tree.nodes[node].place.header.type
      if type == "meta" {
        items(&tree, node, &tags)
      } else if type == "cprt", let box = try? tree.read(UserDataTextBox.self, at: node) {
        add("copyright", box.text.description, box.language, &tags)
      } else if type == "loci", let box = try? tree.read(LocationInformationBox.self, at: node) {
        add("location", degrees(box.latitude, 2) + degrees(box.longitude, 3) + "/", box.language, &tags)
      } else if type.rawValue >> 24 == 0xA9, let key = key(type), let box = try? tree.read(InternationalTextBox.self, at: node) {
        add(key, box.string, box.entries.first?.language, &tags)
      }
    }
  }

  /// Adds a value, and again under a key suffixed with its language.
  private static func add(_ key: String, _ value: String, _ language: PackedLanguage?, _ tags: inout ProbeTagList) {
    add(key, value, &tags)
    if let letters = language.flatMap({ self.language($0) }), letters != "und" { add("\(key)-\(letters)", value, &tags) }
  }

  /// Formats an ISO 6709 angle: sign, at least `width` digits of whole degrees and four decimals.
  private static func degrees(_ value: Int32, _ width: Int) -> String {
    let tenThousandths = (Int64(value.magnitude) * 10_000 + 32768) >> 16
    return (value < 0 ? "-" : "+") + padded(tenThousandths / 10_000, width) + "." + padded(tenThousandths % 10_000, 4)
  }

  /// Adds the items of a `meta` box, keyed by type or by index into `keys`.
  private static func items(_ tree: inout BoxTree<AnyByteSource>, _ meta: Int, _ tags: inout ProbeTagList) {
    let keys = tree.child("keys", of: meta).flatMap { try? tree.read(MetadataItemKeysBox.self, at: $0) }
    for list in tree.find("ilst", in: meta) {
      for item in tree.children(of: list) {
        let type = tree.nodes[item].place.header.type
        guard let data = tree.child("data", of: item), tree.nodes[data].place.payloadSize < 1 << 20,
          let box = try? tree.read(MetadataValueBox.self, at: data)
        else { continue }
        var name = keys.flatMap { $0.entry(for: type)?.name } ?? key(type)
        if type == "----", let node = tree.child("name", of: item) {
          name = (try? tree.read(ItemKeyBox.self, at: node))?.text.description
        }
        guard let name, let value = text(box.metadata(of: type)) else { continue }
        add(name, value, &tags)
      }
    }
  }

  private static func text(_ value: MetadataValue) -> String? {
    switch value {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .unsigned(let number): "\(number)"
    case .number(let number): decimalText(number)
    case .position(let place, let count): count > 0 ? "\(place)/\(count)" : "\(place)"
    case .picture, .bytes: nil
    }
  }

  /// ffmpeg's key for a metadata item; nil if it has none.
  static func key(_ type: FourCC) -> String? {
    if type.rawValue >> 24 == 0xA9 { return copyrightKey(type) }
    return switch type {
    case "aART": "album_artist"
    case "catg": "category"
    case "covr": nil
    case "cpil": "compilation"
    case "cprt": "copyright"
    case "desc": "description"
    case "disk": "disc"
    case "gnre": "genre"
    case "hdvd": "hd_video"
    case "keyw": "keywords"
    case "ldes": "synopsis"
    case "pcst": "podcast"
    case "pgap": "gapless_playback"
    case "purd": "purchase_date"
    case "rtng": "rating"
    case "soaa": "sort_album_artist"
    case "soal": "sort_album"
    case "soar": "sort_artist"
    case "soco": "sort_composer"
    case "sonm": "sort_name"
    case "sosn": "sort_show"
    case "stik": "media_type"
    case "trkn": "track"
    case "tven": "episode_id"
    case "tves": "episode_sort"
    case "tvnn": "network"
    case "tvsh": "show"
    case "tvsn": "season_number"
    default: nil
    }
  }

  /// The key for a type that begins with ©, by its other three characters.
  private static func copyrightKey(_ type: FourCC) -> String? {
    switch type.rawValue & 0xFF_FFFF {
    case 0x415254: "artist"
    case 0x616C62: "album"
    case 0x617574: "artist"
    case 0x636D74: "comment"
    case 0x637079: "copyright"
    case 0x646179: "date"
    case 0x646972: "director"
    case 0x656E63: "encoder"
    case 0x67656E: "genre"
    case 0x677270: "grouping"
    case 0x696E66: "comment"
    case 0x6C7972: "lyrics"
    case 0x6D616B: "make"
    case 0x6D6F64: "model"
    case 0x6E616D: "title"
    case 0x707264: "producer"
    case 0x737772: "encoder"
    case 0x746F6F: "encoder"
    case 0x777274: "composer"
    case 0x78797A: "location"
    default: nil
    }
  }
}
