/// The colour code points of a VUI (ITU-T H.264 Tables E-3 to E-5, ITU-T H.265 Tables E.3 to E.5, ITU-T H.273).
struct ColourCodes: Equatable {
  var primaries: UInt8
  var transfer: UInt8
  var matrix: UInt8

  /// The code point of each element that the video does not specify.
  private static let unspecified: UInt8 = 2

  private var isPrimariesReserved: Bool { [0, 3].contains(primaries) || (13...21).contains(primaries) || primaries > 22 }
  private var isTransferReserved: Bool { [0, 3].contains(transfer) || transfer > 18 }
  private var isMatrixReserved: Bool { matrix == 3 || matrix > 14 }

  /// The elements whose values are reserved.
  /// - Parameter matrixName: the name that the standard gives to the matrix.
  func reserved(matrixName: String) -> [(name: String, value: UInt8)] {
    var found: [(name: String, value: UInt8)] = []
    if isPrimariesReserved { found.append(("colour_primaries", primaries)) }
    if isTransferReserved { found.append(("transfer_characteristics", transfer)) }
    if isMatrixReserved { found.append((matrixName, matrix)) }
    return found
  }

  /// The code points with "unspecified" in place of reserved ones.
  var withoutReserved: ColourCodes {
    ColourCodes(
      primaries: isPrimariesReserved ? Self.unspecified : primaries, transfer: isTransferReserved ? Self.unspecified : transfer,
      matrix: isMatrixReserved ? Self.unspecified : matrix)
  }
}
