import BitstreamKit

/// The sample aspect ratios of aspect_ratio_idc (H.264 Table E-1, H.265 Table E.1), from 1.
private let sampleAspectRatios: [(UInt16, UInt16)] = [
  (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11), (15, 11), (64, 33), (160, 99), (4, 3),
  (3, 2), (2, 1),
]

/// The sample aspect ratio of the elements of VUI parameters, width to height; nil if it is unspecified or reserved.
package func sampleAspectRatio(idc: UInt8, width: UInt16?, height: UInt16?) -> ExactRatio? {
  if idc == 255 {
    guard let width, let height, width > 0 else { return nil }
    return ExactRatio(UInt64(width), UInt64(height))
  }
  guard idc > 0, Int(idc) <= sampleAspectRatios.count else { return nil }
  let ratio = sampleAspectRatios[Int(idc) - 1]
  return ExactRatio(UInt64(ratio.0), UInt64(ratio.1))
}

/// Returns aspect_ratio_idc and the ratio in lowest terms; 255 if the ratio is not in the table.
public func aspectRatioIdc(_ width: UInt16, _ height: UInt16) -> (idc: UInt8, width: UInt16, height: UInt16) {
  var (a, b) = (width, height)
  while b > 0 { (a, b) = (b, a % b) }
  if a == 0 { return (0, 0, 0) }
  let (across, down) = (width / a, height / a)
  let index = sampleAspectRatios.firstIndex { $0.0 == across && $0.1 == down }
  return (index.map { UInt8(truncatingIfNeeded: $0 + 1) } ?? 255, across, down)
}
