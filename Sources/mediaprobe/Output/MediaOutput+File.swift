import BitstreamKit
import FileIO
import RemuxKit

extension MediaOutput {
  /// Bytes copied per step, so that progress can be shown in between.
  private static var copied: UInt64 { 1 << 26 }

  /// An output to a file that copies samples from the concatenated inputs; from what the media is read from if they are nil.
  init(_ file: OutputFile, copying inputs: [InputFile]?, _ progress: Progress) {
    self.init(
      append: { (bytes, range) throws(ByteError) in
        try file.write(bytes, range)
        progress.add(UInt64(range.count))
      },
      replace: file.canReplace ? { (offset, bytes) throws(ByteError) in try file.replace(at: offset, bytes) } : nil,
      copy: inputs.map { Self.copy($0, to: file, progress) }, synchronize: { () throws(ByteError) in try file.synchronize() })
  }

  /// Copies bytes of the concatenated inputs to a file.
  private static func copy(
    _ inputs: [InputFile], to file: OutputFile, _ progress: Progress
  ) -> (UInt64, UInt64) throws(ByteError) -> Void {
    let joined = JoinedSource(inputs.map { AnyByteSource($0) })
    return { (offset, count) throws(ByteError) in
      var (next, left) = (offset, count)
      while left > 0, let place = joined.place(of: next) {
        let part = min(left, inputs[place.source].byteCount - place.offset, Self.copied)
        try file.copy(from: inputs[place.source], at: place.offset, count: part)
        progress.add(part)
        next += part
        left -= part
      }
      if left > 0 { throw ByteError("the file ends at \(joined.byteCount), inside a sample") }
    }
  }
}
