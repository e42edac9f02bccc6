import BitstreamKit

/// The bytes of a box: 32-bit size, type and payload.
public func makeBox(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
  let content = parts.flatMap { $0 }
  let size = UInt32(content.count + 8)
  return [UInt8(size >> 24), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255)] + Array(type.utf8) + content
}

/// The bytes of a movie with one track without samples that has these sample entries.
/// - Parameter mediaHeader: payload of `mdhd`; 600 units per second and no duration by default.
public func makeMovie(
  _ handler: String, entries: [[UInt8]], count: UInt8? = nil, mediaHeader: String = "00000000 00000000 00000000 00000258 00000000 55c40000"
) -> [UInt8] {
  let entryCount = hex("00000000 000000") + [count ?? UInt8(entries.count)]
  let stbl = makeBox(
    "stbl", makeBox("stsd", entryCount, entries.flatMap { $0 }), makeBox("stts", hex("00000000 00000000")),
    makeBox("stsc", hex("00000000 00000000")), makeBox("stsz", hex("00000000 00000000 00000000")),
    makeBox("stco", hex("00000000 00000000")))
  let mdhd = makeBox("mdhd", hex(mediaHeader))
  let hdlr = makeBox("hdlr", hex("00000000 00000000") + Array(handler.utf8) + hex("00000000 00000000 00000000 00"))
  let matrix = hex("00010000 00000000 00000000 00000000 00010000 00000000 00000000 00000000 40000000")
  let tkhd = makeBox(
    "tkhd", hex("00000007 00000000 00000000 00000001 00000000 00000000 0000000000000000 0000 0000 0000 0000"), matrix,
    hex("00000000 00000000"))
  let mvhd = makeBox(
    "mvhd", hex("00000000 00000000 00000000 000003e8 00000000 00010000 0100 0000 0000000000000000"), matrix,
    [UInt8](repeating: 0, count: 24), hex("00000002"))
  let trak = makeBox("trak", tkhd, makeBox("mdia", mdhd, hdlr, makeBox("minf", stbl)))
  return makeBox("ftyp", Array("isom".utf8) + hex("00000200") + Array("isom".utf8)) + makeBox("moov", mvhd, trak)
}

/// The bytes of an audio sample entry with two channels and 48000 Hz in its fields, regardless of the boxes in it.
public func makeSoundEntry(_ type: String, channels: UInt8 = 2, rate: String = "bb800000", _ parts: [UInt8]...) -> [UInt8] {
  let head = hex("000000000000 0001 0000000000000000 00") + [channels] + hex("0010 0000 0000") + hex(rate)
  return makeBox(type, head + parts.flatMap { $0 })
}

/// The bytes of a video sample entry of 16x16 pixels.
public func makePictureEntry(_ type: String, depth: String = "0018", colourTable: String = "ffff", _ parts: [UInt8]...) -> [UInt8] {
  var head = hex("000000000000 0001 00000000 00000000 00000000 00000000 0010 0010 00480000 00480000 00000000 0001")
  head += [4] + Array("Test".utf8) + [UInt8](repeating: 0, count: 27)
  return makeBox(type, head + hex(depth) + hex(colourTable) + parts.flatMap { $0 })
}

/// Adds to each offset of the `stco` of a track, the n-th in the file, what `distance` says for its chunk.
public func shiftChunks(_ file: inout [UInt8], in track: Int, by distance: (_ chunk: Int) -> Int64) {
  let tables = file.indices.filter { file[$0...].starts(with: "stco".utf8) }
  for chunk in 0..<Int(file.bigEndian(at: tables[track] + 8, size: 4)) {
    let place = tables[track] + 12 + 4 * chunk
    let moved = Int64(file.bigEndian(at: place, size: 4)) + distance(chunk)
    file.replaceSubrange(place..<place + 4, with: Array(bigEndian: UInt64(moved), size: 4))
  }
}
