import BitstreamKit
import Foundation
import ProbeKit
import TestSupport
import Testing

/// The answer of the command, asked from Swift.
private func answer(_ path: URL, _ body: (Probe) throws -> ProbeOutcome) throws -> (text: String, messages: [String], outcome: ProbeOutcome)
{
  var text: [UInt8] = []
  var messages: [String] = []
  let sink = ProbeSink(write: { bytes in unsafe text.append(contentsOf: bytes) }, report: { messages.append($0) })
  let input = ProbeInput(AnyByteSource(MemorySource([UInt8](try Data(contentsOf: path)))), name: path.lastPathComponent)
  let outcome = try body(Probe(input, sink))
  return (String(decoding: text, as: UTF8.self), messages, outcome)
}

@Test func aDescriptionIsOneCall() throws {
  let bytes = [UInt8](try Data(contentsOf: Places.fixtures.appending(path: "plain.mp4")))
  let description = try MediaDescription(of: MemorySource(bytes), name: "plain.mp4")
  #expect(description.file["container"]?.words.hasPrefix("MP4") == true)
  #expect(description.tracks.count == 2)
  #expect(description.tracks.map(\.title) == ["Track 0, video", "Track 1, audio"])
  #expect(description.findings.isEmpty)
  #expect(description.guess == nil)
  // Every item has words, also those that the text does not show, and its value.
  for section in [description.file] + description.tracks { for item in section.items { #expect(!item.words.isEmpty, "\(item.key)") } }
  #expect(description.file["major_brand"]?.words == "isom" && description.file["fragmented"]?.words == "no")
  #expect(description.file["fragmented"]?.value.boolean == false)
  #expect(description.file["brands"]?.value.elements.compactMap(\.string).contains("mp41") == true)
  #expect(description.tracks[0]["picture"]?.value["width"]?.integer == 128)
  #expect(throws: MediaError.malformed("unknown content, not H.264, H.265, AAC, FLV or MP4")) {
    _ = try MediaDescription(of: MemorySource([1, 2, 3, 4]))
  }
}

/// The library's answers are those of the command, byte for byte, whatever the question.
@Test(arguments: ["plain.mp4", "bframes.h264", "opengop.hevc", "avc_aac.flv"])
func answersAreThoseOfTheCommand(_ name: String) throws {
  let path = Places.fixtures.appending(path: name)
  let questions: [(String, [String], (Probe) throws -> ProbeOutcome)] = [
    ("frames", ["--format", "json"], { try $0.listPictures(StreamSelection(), format: .json) }),
    ("gop", ["--format", "csv"], { try $0.listGroups(StreamSelection(), format: .csv) }),
    ("nalu", [], { try $0.listUnits(StreamSelection(), format: .table) }),
    ("params", ["--format", "jsonl"], { try $0.listParameterSets(StreamSelection(), form: .jsonl) }),
    ("packets", ["--format", "csv"], { try $0.listPackets(PacketOptions(format: .csv)) }),
    ("trace", ["--type", "sps"], { try $0.trace(StreamSelection(), units: UnitSelection(types: ["sps"]), isText: true) }),
    ("roundtrip", ["--format", "json"], { probe in probe.roundtrip(codec: nil, format: .json) }),
  ]
  for (command, options, question) in questions {
    let ours = try answer(path, question)
    let theirs = try Program.run(Program.mediaprobe, [command, path.path] + options)
    #expect(ours.text == theirs.text, "\(command)")
    #expect(ours.outcome == (theirs.status == 0 ? .complete : .findings), "\(command)")
  }
}

@Test func aTrackThatIsNotThereIsAnError() throws {
  #expect(throws: ProbeRequestError("No track '5': the file has tracks 0 to 1.")) {
    try answer(Places.fixtures.appending(path: "plain.mp4")) { try $0.listPictures(StreamSelection(track: 5), format: .json) }
  }
}
