import BitstreamKit

// Samples whose media data was never written, or is lost.

extension MediaSample {
  /// Whether zero bytes at the start of a sample mean that its media data was never written, or is lost: no NAL unit, AAC, AC-3 or MP3 frame
  /// begins with so many.
  package func isBlank(_ zeros: UInt64) -> Bool { zeros >= 16 || zeros == size && zeros >= 8 }

  /// The number of zeros at the start of its bytes if it is blank, else nil.
  /// - Parameter bytes: its bytes, at least the first 16.
  package func blankBytes(_ bytes: [UInt8]) -> UInt64? {
    guard bytes.first == 0 else { return nil }
    let zeros = UInt64(bytes.firstIndex { $0 != 0 } ?? bytes.count)
    return isBlank(zeros) ? zeros : nil
  }
}
