import BitstreamKit
import NALKit
import Testing

private let coded = PictureSize(width: 1920, height: 1088)
/// 4:2:0 in fields.
private let unit = PictureSize(width: 2, height: 4)

@Test func edgesAreCountedInCropUnits() throws {
  let edges = try CropEdges(left: 2, right: 4, top: 0, bottom: 8).inUnits(of: unit, coded: coded)
  #expect(edges == CropEdges(left: 1, right: 2, top: 0, bottom: 2))
  #expect(edges.remainder(of: coded, inUnitsOf: unit) == PictureSize(width: 1914, height: 1080))
}

@Test(arguments: [
  (CropEdges(left: 1, right: 0, top: 0, bottom: 0), "crop left"), (CropEdges(left: 0, right: 3, top: 0, bottom: 0), "crop right"),
  (CropEdges(left: 0, right: 0, top: 2, bottom: 0), "crop top"), (CropEdges(left: 0, right: 0, top: 0, bottom: 6), "crop bottom"),
  (CropEdges(left: 1000, right: 920, top: 0, bottom: 0), "crop"), (CropEdges(left: 0, right: 0, top: 0, bottom: 1088), "crop"),
  (CropEdges(left: .max - 1, right: .max - 1, top: 0, bottom: 0), "crop"),
]) func edgesThatCannotBeExpressedAreRefused(edges: CropEdges, element: String) throws {
  let error = try #require(throws: SyntaxError.self) { try edges.inUnits(of: unit, coded: coded) }
  #expect(error.element == element)
}

@Test func nothingRemainsOfACropThatIsTooLarge() {
  #expect(CropEdges(left: 480, right: 480, top: 0, bottom: 0).remainder(of: coded, inUnitsOf: unit) == nil)
  #expect(CropEdges(left: .max, right: .max, top: .max, bottom: .max).remainder(of: coded, inUnitsOf: unit) == nil)
}
