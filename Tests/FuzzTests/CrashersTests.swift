import Foundation
import TestSupport
import Testing

/// Inputs that the fuzzer found, named by target, and the kept corpus: each runs through its target without a violation, and soon.
@Suite struct CrashersTests {
  struct Input: CustomTestStringConvertible, Sendable {
    let target: FuzzTarget
    let url: URL
    var testDescription: String { "\(target.name): \(url.lastPathComponent)" }
  }

  static func files(_ folder: URL) -> [URL] {
    let found = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return found.filter { !$0.lastPathComponent.hasPrefix(".") }.sorted { $0.path < $1.path }
  }

  /// `Fixtures/Crashers/TARGET-what`.
  static let crashers: [Input] = files(Places.fixtures.appending(path: "Crashers")).compactMap { url in
    let name = url.lastPathComponent.prefix { $0 != "-" }
    return FuzzTarget.named(String(name)).map { Input(target: $0, url: url) }
  }

  @Test(arguments: crashers) func crashersDoNotCrash(_ input: Input) throws {
    try input.target.run([UInt8](Data(contentsOf: input.url)))
  }

  @Test func everyCrasherHasATarget() {
    let all = Self.files(Places.fixtures.appending(path: "Crashers")).filter { $0.pathExtension != "md" }
    #expect(all.count == Self.crashers.count)
  }

  @Test(arguments: FuzzTarget.all.map(\.name)) func theKeptCorpusHolds(_ name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let inputs = Self.files(Places.root.appending(path: "Fuzz/Corpus/\(name)").resolvingSymlinksInPath())
    #expect(!inputs.isEmpty)
    for url in inputs { try target.run([UInt8](Data(contentsOf: url))) }
  }
}
