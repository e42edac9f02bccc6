import BitstreamKit
import FileIO
import RemuxKit

extension MediaOutput {
  /// A file that samples of another go to.
  init(_ file: OutputFile, copying input: InputFile) {
    self.init(
      append: { (bytes, range) throws(ByteError) in try file.write(bytes, range) },
      replace: file.canReplace ? { (offset, bytes) throws(ByteError) in try file.replace(at: offset, bytes) } : nil,
      copy: { (offset, count) throws(ByteError) in try file.copy(from: input, at: offset, count: count) })
  }
}
