import BitstreamKit
import Foundation
import MP4Kit
import TestSupport

/// A line of the registry's source: box types, the function that maps them, and their Swift type.
struct RegistryLine {
  var function: String
  var types: [String]
  var name: String

  /// The lines of the registry, from its source, because a switch cannot be enumerated.
  static func all() throws -> [RegistryLine] {
    let folder = Places.root.appending(path: "Sources/MP4Kit/Structure")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("BoxRegistry") }.sorted()
    var lines: [RegistryLine] = []
    for file in files {
      let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      var (function, types) = ("", [String]())
      for line in source.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) where !line.hasPrefix("//") {
        if let name = line.firstMatch(of: /func (\w+)/) { (function, types) = (String(name.1), []) }
        if line.hasPrefix("case ") { types = [] }
        let labels = line.replacing(#/ where .*?:/#, with: ":").prefix { $0 != ":" || line.hasPrefix("\"") }
        if line.hasPrefix("case ") || line.hasPrefix("\"") { types += labels.matches(of: /"([^"]{4})"/).map { String($0.1) } }
        for name in line.matches(of: /visitor\.visit\((\w+)\.self\)/) {
          lines.append(RegistryLine(function: function, types: types, name: String(name.1)))
        }
        if line.contains("visitAudio(context"), !types.isEmpty {
          lines.append(RegistryLine(function: function, types: types, name: "AudioSampleEntry"))
        }
      }
    }
    return lines
  }

  /// The boxes around the types of a function; `:1` is their version. An empty one is the top level.
  private var places: [String] {
    switch function {
    case "visitSound": ["stsd/", "stsd:1/"]
    case "visitVideo", "visitText", "visitOther", "visitUncompressed": ["stsd/"]
    case "visitInWave": ["wave/"]
    case "visitUserData": ["udta/"]
    case "visitItemReference": ["grpl/"]
    case "visitReference": ["trgr/"]
    // Handlers, and containers whose children have any type.
    case "visitByHandler", "visitInMetadata": []
    default: [""]
    }
  }

  /// Types that are mapped because of the box around them: their codes are not in the source.
  private static let others = [
    "strk/stri", "tref/cdsc", "tref/chap", "iref/thmb", "iref:1/thmb", "iref/auxl", "iref:1/auxl", "ilst/\u{A9}nam", "udta/\u{A9}nam",
    "trgr/alte", "trgr/cstg", "trgr/msrc", "trgr/snut", "grpl/aebr", "grpl/afbr", "grpl/albc", "grpl/amgl", "grpl/altr",
    "grpl/brst", "grpl/dobr", "grpl/eply", "grpl/eqiv", "grpl/favc", "grpl/fobr", "grpl/iaug", "grpl/opeg", "grpl/oval", "grpl/ovbg",
    "grpl/pano", "grpl/prsl", "grpl/slid", "grpl/ster", "grpl/swpc", "grpl/tsyn", "grpl/vipo", "grpl/vvcb", "grpl/wbbr",
  ]

  /// Every code of the registry, after the box around it, such as `stsd/avc1`.
  static func codes() throws -> Set<String> {
    Set(others).union(try all().flatMap { line in line.places.flatMap { place in line.types.map { place + $0 } } })
  }
}
