import BitstreamKit
import NALKit

/// Much of the stream is zero bytes after units.
final class AnnexBZeros: ByteStreamRule {
  override var page: RulePage {
    RulePage(
      "annexb.excess-zeros", .warning, "much of the stream is zero bytes after units",
      clause: "ITU-T H.264 (08/2021) and H.265 (08/2021) B.1.2 and B.2.2, trailing_zero_8bits",
      cause: "The writer fills blocks of a fixed size, or a transfer left holes. Parsers are slow, and players may time out.",
      remedy: "'mediaprobe remux IN OUT' drops the zero bytes.")
  }

  private var (zeros, others): (UInt64, UInt64) = (0, 0)

  override func unit(_ unit: AnnexBUnit, _ run: CheckRun) {
    zeros += unit.trailingZeroBytes
    others += unit.length + 4
  }

  override func end(leadingBytes: UInt64, _ run: CheckRun) {
    guard zeros > 1 << 20 || zeros > 4096 && zeros * 9 > others else { return }
    run.find(self, "\(zeros) zero bytes follow units of \(others) bytes")
  }
}
