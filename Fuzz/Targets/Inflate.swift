import BitstreamKit

/// DEFLATE: limits cut the output and change nothing else; what is stored comes out as it was.
func fuzzInflate(_ input: [UInt8]) throws(Violation) {
  let limit = 1 << 18
  for read in [Inflate.raw, Inflate.zlib] {
    let whole = read(input, 0, limit)
    try demand(whole.bytes.count <= limit && whole.consumed <= input.count, "more bytes than there are")
    let half = read(input, 0, whole.bytes.count / 2)
    try demand(whole.bytes.starts(with: half.bytes), "a limit changes the output")
    if whole.bytes.count > 1 {
      try demand(half.failure == .overLimit(whole.bytes.count / 2), "a limit is not told: \(half.failure as Any)")
    }
    if whole.failure == nil {
      // What follows is left alone.
      let cut = read(Array(input[..<whole.consumed]), 0, limit)
      try demand(cut == whole, "bytes after the end change the result")
      let moved = read([0x55] + input, 1, limit)
      try demand(moved == whole, "the place of the data changes the result")
    }
  }
  let part = Array(input.prefix(0xFFFF))
  let size = [UInt8(part.count & 0xFF), UInt8(part.count >> 8)]
  let stored = Inflate.raw([1] + size + size.map { ~$0 } + part, limit: part.count)
  try demand(stored.bytes == part && stored.failure == nil, "a stored block comes out otherwise: \(stored.failure as Any)")
}
