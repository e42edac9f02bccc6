import BitstreamKit
import MP4Kit
import TestSupport
import Testing

/// A fragmented movie with a number of samples per fragment, and the offset of each sample's data.
private func fragmented(_ told: Told, every count: Int, start: [UInt64]) throws -> [UInt8] {
  var muxer = MovieMuxer(MovieBlueprint(), tracks: try blueprints(2), layout: .fragmented)
  for (track, time) in start.enumerated() { muxer.setStart(of: track, time) }
  var file = try muxer.beginning()
  var pending: [[UInt8]] = [[], []]
  func end() throws {
    file += try muxer.endFragment() + pending[0] + pending[1]
    pending = [[], []]
  }
  for (index, entry) in told.entries.enumerated() {
    let fits = muxer.fragmentAccepts(track: entry.track, descriptionIndex: entry.descriptionIndex)
    if !fits || index % count == 0 { try end() }
    muxer.append(entry)
    pending[entry.track] += [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: Int(entry.size))
  }
  try end()
  #expect(try muxer.endFragment().isEmpty)
  return file
}

@Test(arguments: 0..<40 as Range<UInt64>, [1, 2, 7, 100]) func samplesOfFragmentsAreThoseThatWereTold(seed: UInt64, every: Int) throws {
  let told = Told(seed: seed, count: 200)
  let start: [UInt64] = seed % 2 == 0 ? [0, 0] : [1000, 0x1_0000_0000]
  let file = try fragmented(told, every: every, start: start)
  try check(MemorySource(file), told, start: start.map { Int64($0) })
  var samples = try Movie(MemorySource(file)).samples()
  var left = [told.of(0), told.of(1)]
  let numbers = [0, 1].map { track in told.entries.indices.filter { told.entries[$0].track == track } }
  while let item = try samples.next() {
    let index = numbers[item.track][numbers[item.track].count - left[item.track].count]
    left[item.track].removeFirst()
    let bytes = file[Int(item.sample.offset)..<Int(item.sample.offset) + Int(item.sample.size)]
    #expect(bytes.allSatisfy { $0 == UInt8(truncatingIfNeeded: index) })
    let told = told.entries[index]
    let known = told.dependency & 0x30 == 0 ? told.dependency | (told.isSync ? 0x20 : 0x10) : told.dependency
    #expect(item.sample.dependency == known)
  }
  #expect(left.allSatisfy { $0.isEmpty })
}

@Test func aRunSaysOnlyWhatDiffers() throws {
  var muxer = MovieMuxer(MovieBlueprint(), tracks: try blueprints(1), layout: .fragmented)
  for index in 0..<100 { muxer.append(MovieMuxer.Entry(track: 0, duration: 10, size: 4, isSync: index == 0)) }
  let fragment = try muxer.endFragment()
  // moof, mfhd, traf, tfhd, tfdt, trun and the mdat header, without rows.
  #expect(fragment.count < 140)
}
