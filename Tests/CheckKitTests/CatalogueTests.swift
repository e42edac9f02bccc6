import BitstreamKit
import CheckKit
import Foundation
import H264Kit
import HEVCKit
import TestSupport
import Testing

/// The catalogue has everything that the kits know, and nothing else.
@Suite struct CatalogueTests {
  /// The quoted words of source files below folders of `Sources`, or of single files.
  private static func literals(_ paths: [String], _ pattern: String) throws -> Set<String> {
    let expression = try Regex(pattern)
    var found: Set<String> = []
    for path in paths {
      let url = Places.root.appending(path: "Sources/\(path)")
      let files: [URL]
      if url.pathExtension == "swift" {
        files = [url]
      } else {
        files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
      }
      for file in files where file.pathExtension == "swift" {
        for match in try String(contentsOf: file, encoding: .utf8).matches(of: expression) {
          if let word = match.output[1].substring { found.insert(String(word)) }
        }
      }
    }
    return found
  }

  private static func names(_ family: CatalogueFamily) -> Set<String> {
    Set(Catalogue.index(family).contents.flatMap { [$0.structure] + $0.elements })
  }

  /// Every type of box of the registry has a page.
  @Test func everyBoxOfTheRegistryHasAPage() throws {
    let folder = Places.root.appending(path: "Sources/MP4Kit/Structure")
    var types: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file.hasPrefix("BoxRegistry") {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for match in text.matches(of: /case ((?:"[^"]{4}"|,|\s)+)[:w]/) {
        for type in match.output.1.matches(of: /"([^"]{4})"/) { types.insert(String(type.output.1)) }
      }
    }
    // Containers and handlers that decide what a type is.
    types.subtract(["iref", "grpl", "tref", "trgr", "vide", "soun", "pict", "auxv"])
    #expect(types.count > 450)
    for type in types.sorted() { #expect(!Catalogue.pages(named: "mp4:\(type)").isEmpty, "\(type)") }
    for type in ["iref", "grpl", "tref", "trgr", "mdat", "mvhd", "udta/*", "iref/*"] {
      #expect(!Catalogue.pages(named: "mp4:\(type)").isEmpty, "\(type)")
    }
    // Nothing else: a section is a type of the registry, or a structure of MP4Kit.
    let known = try Self.literals(["MP4Kit", "H264Kit", "HEVCKit"], #""([^"\n]+)""#)
    let own: Set = ["BoxHeader", "*", "sample", "%00%00%00%00"]
    for (structure, _) in Catalogue.index(.mp4).contents {
      let type = structure.split(separator: "/").last.map(String.init) ?? structure
      let isUser = structure.hasPrefix("uuid/")
      #expect(isUser || own.contains(type) || known.contains(type), "\(structure)")
    }
  }

  /// Fields in the catalogue are those of the kits.
  @Test func fieldsOfBoxesAreThoseOfTheKits() throws {
    let known = try Self.literals(["MP4Kit", "H264Kit", "HEVCKit", "AACKit", "BitstreamKit"], #""([^"\n]+)""#)
    let header: Set = ["size", "type", "largesize", "usertype", "NALUnitLength"]
    for (structure, elements) in Catalogue.index(.mp4).contents {
      for element in elements where !header.contains(element) { #expect(known.contains(element), "\(structure).\(element)") }
    }
  }

  /// Every element of parameter sets, slices and NAL unit headers.
  @Test(arguments: [(CatalogueFamily.h264, "H264Kit"), (.hevc, "HEVCKit")])
  func everyElementOfParameterSetsAndSlicesHasAPage(_ family: CatalogueFamily, _ kit: String) throws {
    let paths = ["ParameterSets", "Slices", "NALUnit.swift", "NALUnitHeader.swift", "AccessUnitDelimiter.swift", "FillerData.swift"]
    var wanted = try Self.literals(paths.map { "\(kit)/\($0)" }, #""([a-z][a-zA-Z0-9]*(?:_[a-zA-Z0-9]+)+)""#)
    if family == .h264 {
      wanted.formUnion(
        try Self.literals(
          ["MVC", "SVC", "3DAVC"].map { "\(kit)/NALUnitHeader\($0)Extension.swift" },
          #""([a-z][a-zA-Z0-9]*(?:_[a-zA-Z0-9]+)+)""#))
    }
    #expect(wanted.count > 200)
    let names = Self.names(family)
    for name in wanted.sorted() { #expect(names.contains(name), "\(name)") }
    // Nothing else, but for what surrounds NAL units.
    let known = try Self.literals([kit, "NALKit", "BitstreamKit", "RemuxKit"], #""([^"\n]+)""#)
    let own: Set = [
      "byte_stream", "leading_zero_8bits", "zero_byte", "start_code_prefix_one_3bytes", "trailing_zero_8bits",
      "emulation_prevention_three_byte", "ref_pic_list_modification", "*",
    ]
    for name in names.subtracting(own).sorted() { #expect(known.contains(name), "\(name)") }
  }

  @Test func everyTypeOfUnitHasAPage() {
    for type in UInt8(0)..<32 {
      let name = H264Kit.NALUnitType(rawValue: type).abbreviation.description
      #expect(Catalogue.page(.h264, unit: name) != nil, "\(name)")
    }
    for type in UInt8(0)..<64 {
      let name = HEVCKit.NALUnitType(rawValue: type).name.description
      #expect(Catalogue.page(.hevc, unit: name) != nil, "\(name)")
    }
  }

  @Test(arguments: [(CatalogueFamily.h264, "H264Kit"), (.hevc, "HEVCKit")])
  func everyMessageHasAPage(_ family: CatalogueFamily, _ kit: String) throws {
    let types = try Self.literals(["\(kit)/SEI/SEIPayloadType.swift"], #""([a-z0-9_]+)""#)
    #expect(types.count > 50)
    for type in types.sorted() { #expect(Catalogue.page(family, structure: type) != nil, "\(type)") }
  }

  @Test func everyElementOfFLVAndAACHasAPage() throws {
    var wanted = try Self.literals(["FLVKit"], #"\bc\.\w+\(\s*"([A-Za-z0-9_]+)""#)
    wanted.subtract([
      "ExAudioTagHeader", "ExVideoTagHeader", "SCRIPTDATADATE", "StrictArrayValue", "SCRIPTDATAOBJECTPROPERTY", "PropertyData",
    ])
    #expect(wanted.count > 40)
    for name in wanted.sorted() { #expect(Self.names(.flv).contains(name), "\(name)") }
    let elements = try Self.literals(["AACKit/ADTSHeader.swift", "AACKit/ADTSErrorCheck.swift"], #"\bc\.\w+\(\s*"([A-Za-z0-9_]+)""#)
    #expect(elements.count > 15)
    for name in elements.sorted() { #expect(Self.names(.aac).contains(name), "\(name)") }
  }

  /// The text is in order: every page says something, in a sentence, and names its clause.
  @Test func pagesAreComplete() {
    for family in CatalogueFamily.allCases {
      var seen: Set<String> = []
      for (structure, elements) in Catalogue.index(family).contents {
        #expect(seen.insert(structure).inserted, "\(structure) twice")
        #expect(Set(elements).count == elements.count, "an element twice in \(structure)")
        let all = [Catalogue.index(family).page(structure)] + elements.map { Catalogue.index(family).page(structure, $0) }
        for page in all {
          guard let page else {
            Issue.record("no page in \(structure)")
            continue
          }
          #expect(page.meaning.hasSuffix(".") || page.meaning.hasSuffix(")"), "\(page.name): \(page.meaning)")
          #expect(!page.meaning.contains("  ") && !page.meaning.contains("`") && !page.values.hasSuffix("."), "\(page.name)")
          #expect(!page.meaning.contains(" nil") && !page.values.contains("nil"), "\(page.name): \(page.meaning)")
        }
      }
    }
  }

  @Test func namesAreFound() throws {
    #expect(Catalogue.pages(named: "mp4:stsz").map(\.name) == ["mp4:stsz"])
    #expect(Catalogue.pages(named: "mp4:stsz.sample_count").map(\.name) == ["mp4:stsz.sample_count"])
    #expect(
      Catalogue.pages(named: "mp4:stsz").first?.elements.filter { $0 != "version" && $0 != "flags" } == [
        "sample_size", "sample_count", "entry_size",
      ])
    #expect(Catalogue.pages(named: "mp4:stsz.sample_count").first?.elements == [])
    #expect(Catalogue.pages(named: "mp4:stsz").first?.clause == "ISO/IEC 14496-12:2022, 8.7.3.2 SampleSizeBox")
    let page = try #require(Catalogue.pages(named: "h264:frame_num").first)
    #expect(page.name == "h264:slice_header.frame_num")
    #expect(page.clause == "ITU-T H.264 (08/2021), 7.4.3")
    #expect(page.values == "0 to MaxFrameNum − 1; 0 in IDR pictures")
    #expect(Catalogue.pages(named: "h264:IDR").count == 1)
    #expect(Catalogue.pages(named: "hevc:sub_layer_level_idc").count == 1)
    #expect(Catalogue.pages(named: "frame_num").count == 1)
    #expect(Catalogue.pages(named: "flv:CompositionTime").count == 1)
    #expect(Catalogue.pages(named: "aac:syncword").count == 1)
    #expect(Catalogue.pages(named: "h264:seq_parameter_set_id").count > 2)
    #expect(Catalogue.pages(named: "mp4:avc1").map(\.name) == ["mp4:stsd/avc1"])
    #expect(Catalogue.pages(named: "mp4:url ").count == 1)
    let rule = try #require(Check.rules.first)
    #expect(Catalogue.pages(named: "check:\(rule.id)").first?.clause == rule.clause.description)
    #expect(Catalogue.pages(named: "hevc:frame_num").isEmpty)
    #expect(Catalogue.pages(named: "").isEmpty)
    #expect(Catalogue.names(like: "h264:frame_nun").first == "h264:frame_num")
    #expect(Catalogue.names(like: "mp4:stszz").contains("mp4:stsz"))
    #expect(Catalogue.names(like: "nothing_like_this_is_there_at_all").isEmpty)
  }
}
