import BitstreamKit
import Foundation
import MP4Kit
import TestSupport

/// Media to record: the samples of a file's tracks, repeated as needed.
struct Recording {
  struct Item {
    var bytes: [UInt8]
    var decode: Int64
    var composition: Int64
    var duration: UInt32
    var isSync: Bool
  }

  struct Track {
    var format: MovieFormat
    var timescale: UInt32
    var items: [Item] = []
    /// The span from the first decoding time to the end of the last sample.
    var length: Int64 { (items.last.map { $0.decode + Int64($0.duration) } ?? 0) - (items.first?.decode ?? 0) }
  }

  var tracks: [Track] = []

  /// All samples of a fixture. In each repetition, the first sample of a track follows the last one of the previous repetition.
  init(_ fixture: String, times: Int = 1, only: FourCC? = nil) throws {
    try self.init(try Places.fixture(fixture), times: times, only: only)
  }

  /// All samples of a file.
  init(_ bytes: [UInt8], times: Int = 1, only: FourCC? = nil) throws {
    let movie = try Movie(MemorySource(bytes))
    for (index, track) in movie.tracks.enumerated() where only == nil || track.handlerType == only {
      let description = track.descriptions[0]
      let format: MovieFormat
      if let avc = description.avc {
        format = .avc(avc)
      } else if let hevc = description.hevc {
        format = .hevc(hevc)
      } else if let config = description.audioSpecificConfig {
        format = .aac(config)
      } else {
        continue
      }
      var made = Track(format: format, timescale: track.timescale)
      var samples = movie.samples(ofTrack: index)
      while let item = try samples.next() {
        let part = Array(bytes[Int(item.sample.offset)..<Int(item.sample.offset) + Int(item.sample.size)])
        made.items.append(
          Item(
            bytes: part, decode: item.sample.decodeTime, composition: item.sample.compositionTime, duration: item.sample.duration,
            isSync: item.sample.isSync))
      }
      let once = made.items
      let length = made.length
      for number in 1..<max(1, times) {
        for var item in once {
          item.decode += Int64(number) * length
          item.composition += Int64(number) * length
          made.items.append(item)
        }
      }
      tracks.append(made)
    }
  }

  /// Adds an input for each track.
  func inputs(of writer: MovieWriter, _ change: (inout MovieInputSettings) -> Void = { _ in }) throws -> [MovieWriterInput] {
    try tracks.map { track in
      var settings = MovieInputSettings(track.format)
      settings.timescale = track.timescale
      change(&settings)
      return try writer.addInput(settings)
    }
  }

  /// All samples in order of decoding time: track and index.
  var order: [(track: Int, item: Int)] {
    var all: [(track: Int, item: Int)] = []
    for track in tracks.indices { for item in tracks[track].items.indices { all.append((track, item)) } }
    return all.sorted { a, b in
      let (left, right) = (tracks[a.track], tracks[b.track])
      let (one, other) = (left.items[a.item].decode * Int64(right.timescale), right.items[b.item].decode * Int64(left.timescale))
      return one != other ? one < other : (a.track, a.item) < (b.track, b.item)
    }
  }

  /// Appends one sample, delayed by a duration.
  func append(_ track: Int, _ item: Int, to inputs: [MovieWriterInput], later: MediaTime = .zero) throws {
    let (scale, item) = (tracks[track].timescale, tracks[track].items[item])
    try inputs[track].append(
      item.bytes, presentationTimeStamp: time(item.composition, scale, later), decodeTimeStamp: time(item.decode, scale, later),
      duration: MediaTime(value: Int64(item.duration), timescale: scale))
  }

  private func time(_ value: Int64, _ scale: UInt32, _ later: MediaTime) -> MediaTime {
    (MediaTime(value: value, timescale: scale) ?? .zero).adding(later) ?? .zero
  }

  /// Writes all samples.
  func write(
    _ layout: MovieLayout, to memory: OutputLog = OutputLog(), options: MovieWriterOptions = MovieWriterOptions(),
    _ change: (inout MovieInputSettings) -> Void = { _ in }
  ) throws -> OutputLog {
    let writer = try MovieWriter(memory.output(), layout: layout, options: options)
    let inputs = try inputs(of: writer, change)
    try writer.startSession(atSourceTime: .zero)
    for next in order { try append(next.track, next.item, to: inputs) }
    try writer.finishWriting()
    return memory
  }
}

/// An in-memory output that records its operations.
final class OutputLog {
  enum Operation {
    case append([UInt8])
    case replace(UInt64, [UInt8])
  }

  var operations: [Operation] = []
  var bytes: [UInt8] = []
  /// The capacity, as on a disk: writing beyond it is an error.
  var capacity = Int.max

  func output(canReplace: Bool = true, canRead: Bool = true) -> MediaOutput {
    MediaOutput(
      append: { (part, range) throws(ByteError) in
        let room = self.capacity - self.bytes.count
        if room > 0 { self.operations.append(.append(Array(part[range].prefix(room)))) }
        self.bytes += part[range].prefix(max(0, room))
        if range.count > room { throw ByteError("no space left on device", code: 28) }
      },
      replace: canReplace
        ? { (offset, part) throws(ByteError) in
          self.operations.append(.replace(offset, part))
          Self.put(part, at: offset, &self.bytes)
        } : nil,
      read: canRead
        ? { (offset, count, buffer) throws(ByteError) in
          try MemorySource(self.bytes).read(at: offset, count: count, into: &buffer)
        } : nil)
  }

  static func put(_ part: [UInt8], at offset: UInt64, _ bytes: inout [UInt8]) {
    bytes.replaceSubrange(Int(offset)..<Int(offset) + part.count, with: part)
  }

  /// The content of the file after each operation, starting with the empty file.
  func replay(_ body: (Int, [UInt8]) throws -> Void) rethrows {
    var file: [UInt8] = []
    try body(0, file)
    for (index, operation) in operations.enumerated() {
      switch operation {
      case .append(let part): file += part
      case .replace(let offset, let part): Self.put(part, at: offset, &file)
      }
      try body(index + 1, file)
    }
  }
}
