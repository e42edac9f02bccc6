import BitstreamKit

/// What is cut off each edge of a coded picture, in luma samples or in crop units: frame_cropping of H.264 (7.4.2.1.1), conformance_window
/// of H.265 (7.4.3.2.1).
package struct CropEdges: Equatable {
  package var left: UInt32, right: UInt32, top: UInt32, bottom: UInt32

  package init(left: UInt32, right: UInt32, top: UInt32, bottom: UInt32) {
    (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
  }

  /// Returns what remains of a picture if the edges are in crop units of `unit` luma samples; nil if nothing does.
  package func remainder(of coded: PictureSize, inUnitsOf unit: PictureSize) -> PictureSize? {
    let across = (UInt64(left) + UInt64(right)) * UInt64(unit.width)
    let down = (UInt64(top) + UInt64(bottom)) * UInt64(unit.height)
    guard across < UInt64(coded.width), down < UInt64(coded.height) else { return nil }
    return PictureSize(width: coded.width - Int(across), height: coded.height - Int(down))
  }

  /// The error if cropping would leave nothing.
  package static func nothingLeft(of coded: PictureSize) -> SyntaxError {
    SyntaxError(.unsupported("nothing would be left of \(coded.width) × \(coded.height) luma samples"), element: "crop")
  }

  /// Returns edges in luma samples as edges in crop units of `unit` luma samples.
  /// - Throws: if an edge is not a multiple of the unit, or if nothing remains of the picture.
  package func inUnits(of unit: PictureSize, coded: PictureSize) throws(SyntaxError) -> CropEdges {
    let (width, height) = (UInt32(unit.width), UInt32(unit.height))
    for (name, value, unit) in [("left", left, width), ("right", right, width), ("top", top, height), ("bottom", bottom, height)]
    where value % unit != 0 {
      throw SyntaxError(.unsupported("\(value) luma samples cannot be cut off, only multiples of \(unit)"), element: "crop \(name)")
    }
    if remainder(of: coded, inUnitsOf: PictureSize(width: 1, height: 1)) == nil {
      throw Self.nothingLeft(of: coded)
    }
    return CropEdges(left: left / width, right: right / width, top: top / height, bottom: bottom / height)
  }
}
