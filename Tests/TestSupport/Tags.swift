import FLVKit
import Foundation
import RTMPKit

/// The tags of an FLV file.
public func tags(ofFile path: String) throws -> [RTMPTag] {
  let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
  var reader = FLVReader(mode: .bodies, headLength: 0)
  var cursor = 0
  var (found, header, body): ([RTMPTag], TagHeader, [UInt8]) = ([], TagHeader(), [])
  while let event = reader.next(in: bytes, from: &cursor, to: bytes.count) {
    switch event {
    case .tag(let tag): (header, body) = (tag.header, [])
    case .body(let range): body += bytes[range]
    case .tagEnd: found.append(RTMPTag(header.type, at: Int64(header.milliseconds), body))
    default: break
    }
  }
  return found
}
