import BitstreamKit
import Foundation
import H264Kit
import TestSupport
import Testing

/// A frame as reported by ffprobe, in output order.
private struct ProbedFrame: Decodable {
  var pictType: String?
  var keyFrame: Int?
  var codedPictureNumber: Int?
}

private struct ProbedFrames: Decodable { var frames: [ProbedFrame]? }

/// The properties of a picture that both report.
private struct Shown: Equatable {
  var type: String
  var isKeyframe: Bool
  var number: Int
}

private func probe(_ file: String) throws -> [Shown] {
  let entries = "frame=pict_type,key_frame,coded_picture_number"
  let arguments = ["-v", "error", "-f", "h264", "-select_streams", "v:0", "-show_frames", "-show_entries", entries, "-of", "json", file]
  let output = try Program.run("ffprobe", arguments).standardOutput
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  let frames = (try? decoder.decode(ProbedFrames.self, from: output))?.frames ?? []
  return frames.compactMap { frame in
    guard let type = frame.pictType, let number = frame.codedPictureNumber else { return nil }
    return Shown(type: type, isKeyframe: frame.keyFrame == 1, number: number)
  }
}

/// Pictures in output order. As in FFmpeg, a recovery point at which pictures are correct immediately counts as a key frame.
private func shown(_ stream: [UInt8]) -> [Shown] {
  pictureList(stream).filter { $0.displayIndex != nil }.sorted { ($0.displayIndex ?? 0) < ($1.displayIndex ?? 0) }.map {
    Shown(type: $0.type.name.description, isKeyframe: $0.isKeyframe || $0.randomAccess == .recoveryPoint(frames: 0), number: Int($0.index))
  }
}

/// Streams for which FFmpeg's output differs, with the reason.
private let exceptions: [String: String] = [
  "h264/BA_MW_D_IDR_LOST.264": "FFmpeg drops everything before the first IDR picture it finds",
  "h264/CABAST3_Sony_E.264": "FFmpeg cannot decode SP slices and data partitions with B slices, and reports all of them as I",
  "h264/jcodec_fmo_boxout.264": "FFmpeg has no slice groups",
  "h264/jcodec_fmo_dispersed.264": "FFmpeg has no slice groups",
  "h264/jcodec_fmo_explicit.264": "FFmpeg has no slice groups",
  "h264/jcodec_fmo_foreground.264": "FFmpeg has no slice groups",
  "h264/jcodec_mulref.264": "a P picture alone, which FFmpeg drops",
  "h264/zero-cropping.264": "FFmpeg refuses the parameter set",
  "malformed/dpb_frame_num_gap.264": "FFmpeg numbers the frames that it inserts for the gap",
  "malformed/h264_fuzz_b741d946.264": "parameter sets that contradict the specification, which FFmpeg accepts",
  "malformed/slice_first_mb_oob.264": "a slice that begins outside the picture",
  "malformed/vui_overread.264": "a parameter set that ends too early, which FFmpeg accepts",
]

@Test(.enabled(if: Places.corpus != nil && Program.has("ffprobe"))) func picturesOfTheCorpusAreThoseOfFFprobe() throws {
  guard let corpus = Places.corpus else { return }
  var (pictures, different) = (0, Set<String>())
  for path in streams {
    let own = shown(try Places.corpusFile(path))
    let theirs = try probe(corpus.appending(path: path).path)
    if own == theirs { pictures += own.count } else { different.insert(path) }
  }
  #expect(different == Set(exceptions.keys))
  #expect(pictures > 3500)
  print("pictures that ffprobe shows in the same order: \(pictures)")
}

/// Separates slices into pictures again, from complete slice headers.
@Test(.enabled(if: Places.corpus != nil)) func slicesOfTheCorpusAreAllCounted() throws {
  var slices = 0
  for path in streams where !path.hasPrefix("malformed") {
    let stream = try Places.corpusFile(path)
    var sets = ParameterSets()
    var counts: [UInt32] = []
    var last: (SliceHeader, NALUnitHeader)?
    for unit in annexBUnits(stream) {
      guard let outcome = try? readUnit(unit.bytes, sets: sets, policy: .lenient) else { continue }
      sets.update(with: outcome.unit)
      let header = outcome.unit.header
      let slice: SliceHeader
      switch outcome.unit.payload {
      case .slice(let layer) where header.nalUnitType < 6 && layer.unresolved == nil: slice = layer.sliceHeader
      case .partitionA(let layer) where layer.unresolved == nil: slice = layer.sliceHeader
      default: continue
      }
      if slice.redundantPicCnt ?? 0 > 0 { continue }
      if let last, !isNew(slice, header, last.0, last.1) { counts[counts.count - 1] += 1 } else { counts.append(1) }
      last = (slice, header)
    }
    let found = parse(stream).pictures
    slices += found.reduce(0) { $0 + Int($1.sliceCount) }
    // `counts` has an entry for each field of a pair.
    if path == "h264/zero-cropping.264" {
      // Two IDR pictures with the same idr_pic_id, distinguished by first_mb_in_slice.
      #expect(counts == [2] && found.map(\.sliceCount) == [1, 1])
    } else if found.allSatisfy({ $0.secondFieldType == nil && !$0.isUnresolved }) {
      #expect(found.map(\.sliceCount) == counts, "\(path)")
    } else {
      #expect(found.filter { !$0.isUnresolved }.reduce(0) { $0 + $1.sliceCount } == counts.reduce(0, +), "\(path)")
    }
  }
  #expect(slices > 13_000)
}

/// A literal implementation of 7.4.1.2.4.
private func isNew(_ a: SliceHeader, _ aUnit: NALUnitHeader, _ b: SliceHeader, _ bUnit: NALUnitHeader) -> Bool {
  if a.frameNum != b.frameNum || a.picParameterSetId != b.picParameterSetId { return true }
  if a.fieldPicFlag != b.fieldPicFlag || a.bottomFieldFlag != b.bottomFieldFlag { return true }
  if (aUnit.nalRefIdc == 0) != (bUnit.nalRefIdc == 0) { return true }
  if a.picOrderCntLsb != b.picOrderCntLsb || a.deltaPicOrderCntBottom != b.deltaPicOrderCntBottom { return true }
  if a.deltaPicOrderCnt0 != b.deltaPicOrderCnt0 || a.deltaPicOrderCnt1 != b.deltaPicOrderCnt1 { return true }
  return aUnit.idrPicFlag != bUnit.idrPicFlag || a.idrPicId != b.idrPicId
}

@Test(.enabled(if: Places.corpus != nil)) func picturesOfTheCorpusCoverItsBytes() throws {
  for path in streams {
    let stream = try Places.corpusFile(path)
    let (pictures, _) = parse(stream)
    var next: UInt64?
    for picture in pictures {
      if let next { #expect(picture.offset == next, "\(path)") }
      #expect(picture.size > 0, "\(path)")
      next = picture.offset + picture.size
    }
    #expect(next ?? 0 <= UInt64(stream.count), "\(path)")
    // The first bytes of slices are sufficient.
    #expect(parse(stream, most: PictureParser.prefixLength).pictures == pictures, "\(path)")
  }
}

@Test(.enabled(if: Places.corpus != nil)) func damagedStreamsOfTheCorpus() throws {
  var random = SeededNumbers(state: 7)
  var pictures = 0
  for path in streams {
    let stream = Array(try Places.corpusFile(path).prefix(60_000))
    for _ in 0..<12 {
      var damaged = stream
      for _ in 0..<max(4, stream.count / 400) {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      pictures += check(damaged)
      pictures += check(Array(stream.prefix(Int.random(in: 0...stream.count, using: &random))))
    }
    // The same with all units truncated.
    for most in [1, 2, 3, 5, 8, 19, 20, 21] { pictures += parse(stream, most: most).pictures.count }
  }
  #expect(pictures > 10_000)
}

/// For any bytes, pictures come in order, and each is returned with or without an output index.
private func check(_ stream: [UInt8]) -> Int {
  let pictures = pictureList(stream)
  #expect(pictures.map(\.index) == pictures.indices.map { UInt64($0) })
  let places = pictures.compactMap(\.displayIndex)
  #expect(Set(places).count == places.count)
  return pictures.count
}

// MARK: - Fixtures and generated streams

@Test(.enabled(if: Program.has("ffprobe")), arguments: ["bframes.h264", "interlaced.h264"])
func picturesOfFixtures(_ name: String) throws {
  let stream = try Places.fixture(name)
  let own = shown(stream)
  #expect(own.count == 25)
  #expect(own == (try probe(Places.fixtures.appending(path: name).path)))
  #expect(pictureList(stream).map(\.size).reduce(0, +) == UInt64(stream.count))
}

/// x264 options, and the expected properties of the stream.
struct Made: Sendable, CustomStringConvertible {
  var description: String
  var options: [String] = []
  var depth: Int
  var slices: UInt32 = 1
}

private let made: [Made] = [
  Made(description: "bframes=3:b-pyramid=normal:ref=4:keyint=20", depth: 2),
  Made(description: "bframes=7:b-adapt=0:b-pyramid=strict:keyint=50", depth: 2),
  Made(description: "bframes=2:open-gop=1:keyint=10:b-adapt=0", depth: 1),
  Made(description: "bframes=0:slices=4:keyint=7", depth: 0, slices: 4),
  Made(description: "slice-max-mbs=5:bframes=1:nal-hrd=vbr:vbv-maxrate=500:vbv-bufsize=500:aud=1", depth: 1, slices: 10),
  Made(description: "interlaced=1:bff=1:bframes=2:slices=2:b-pyramid=none", depth: 1, slices: 2),
  Made(description: "keyint=1:slices=3", depth: 0, slices: 3),
  Made(description: "intra-refresh=1:keyint=15:bframes=0", depth: 0),
  Made(description: "cabac=0:ref=1:bframes=0:annexb=1", options: ["-profile:v", "baseline"], depth: 0),
]

@Test(.enabled(if: Program.has("ffmpeg") && Program.has("ffprobe")), arguments: made) func picturesOfX264(_ made: Made) throws {
  let file = Places.scratch("made.h264")
  defer { try? FileManager.default.removeItem(at: file) }
  let result = try Program.run(
    "ffmpeg",
    ["-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=4", "-c:v", "libx264", "-pix_fmt", "yuv420p"]
      + made.options + ["-x264-params", "threads=1:scenecut=0:" + made.description, "-f", "h264", file.path])
  try #require(result.status == 0, "\(result.standardError)")
  let stream = [UInt8](try Data(contentsOf: file))
  let own = shown(stream)
  #expect(own.count == 100)
  #expect(own == (try probe(file.path)))
  var order = DisplayOrder()
  let pictures = parse(stream).pictures
  for picture in pictures { _ = order.take(picture) }
  _ = order.finish()
  #expect(order.reorderDepth == made.depth)
  #expect(pictures.allSatisfy { $0.sliceCount == made.slices })
  #expect(pictures.allSatisfy { $0.qp.map { 0...51 ~= $0 } ?? false })
  if made.description.hasPrefix("intra-refresh") {
    #expect(pictures.count { $0.randomAccess != nil && !$0.isKeyframe } >= 5)
  }
}
