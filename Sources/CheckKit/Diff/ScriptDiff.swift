import FLVKit

/// The properties of an FLV file's `onMetaData` as keys and values.
struct ScriptProperties {
  /// The largest number of values that are compared.
  private static let limit = 1 << 16

  private(set) var values: [(key: String, value: String)] = []

  /// The properties of an object; nil for a file without one.
  init(_ object: AMF0Object?) {
    if let object { add(object, "") }
  }

  /// The reader bounds the nesting of values, and so this recursion.
  private mutating func add(_ object: AMF0Object, _ path: String) {
    for property in object.properties { add(property.propertyData, path + property.propertyName.text) }
  }

  private mutating func add(_ value: AMF0Value, _ key: String) {
    if values.count >= Self.limit { return }
    switch value {
    case .object(let object): add(object, key + ".")
    case .ecmaArray(let array): add(array.variables, key + ".")
    case .typedObject(let object): add(object.properties, key + ".")
    case .strictArray(let all):
      values.append((key, "\(all.count) values"))
      for (index, item) in all.enumerated() { add(item, "\(key)[\(index)]") }
    case .number(let number): values.append((key, exactText(number.value)))
    case .boolean(let byte): values.append((key, byte == 0 ? "false" : "true"))
    case .string(let text), .longString(let text), .xmlDocument(let text): values.append((key, "\"\(text.text)\""))
    case .null: values.append((key, "null"))
    case .undefined: values.append((key, "undefined"))
    case .date(let date): values.append((key, "\(exactText(date.dateTime.value)) ms since 1970"))
    case .reference(let number): values.append((key, "reference \(number)"))
    case .avmPlus(let bytes): values.append((key, hexText(bytes)))
    case .movieClip, .unsupported, .recordSet, .objectEnd: values.append((key, "unsupported"))
    }
  }

  /// Reports how two lists of keys and values differ.
  static func compare(_ a: [(key: String, value: String)], _ b: [(key: String, value: String)], _ report: DiffReport) {
    var others: [String: String] = [:]
    for entry in b { others[entry.key] = others[entry.key] ?? entry.value }
    var known: Set<String> = []
    for entry in a where known.insert(entry.key).inserted { report.compare(entry.key, entry.value, others[entry.key]) }
    for entry in b where known.insert(entry.key).inserted { report.compare(entry.key, nil, entry.value) }
  }
}
