import BitstreamKit
import MP4Kit
import ProbeKit
import RemuxKit

/// Why a question has no answer.
enum ExplainError: Error {
  /// The file does not have the place.
  case place(String)
  case media(MediaError)
}

extension AnyByteSource {
  /// The bytes of a range, as far as the source has them.
  func bytes(_ range: Range<UInt64>, limit: Int) throws(ExplainError) -> [UInt8] {
    var bytes: [UInt8] = []
    let count = Int(clamping: min(range.upperBound - range.lowerBound, UInt64(limit)))
    do { try read(at: range.lowerBound, count: count, into: &bytes) } catch { throw .media(.bytes(error)) }
    return bytes
  }

  func byte(at offset: UInt64) throws(ExplainError) -> UInt8? {
    try bytes(offset..<offset.addingReportingOverflow(1).partialValue, limit: 1).first
  }
}
