import BitstreamKit

/// A part of a converted sample.
enum SamplePiece {
  case made([UInt8])
  case source(offset: UInt64, size: UInt64)

  var size: UInt64 {
    switch self {
    case .made(let bytes): UInt64(bytes.count)
    case .source(_, let size): size
    }
  }
}

/// A sample that is converted in pieces: first to measure it, then to write it.
struct LargeSample {
  let sample: MediaSample
  /// Whether the sample needs the parameter sets of its description.
  let isStart: Bool
  /// Whether the sample is the first one of its description.
  let isNew: Bool
  /// The parameter sets that are missing from a sample of a byte stream.
  var missing: [[UInt8]] = []
  /// The size of the converted sample in bytes.
  var byteCount: UInt64 = 0
}
