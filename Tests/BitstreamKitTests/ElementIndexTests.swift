import BitstreamKit
import Testing

@Test(arguments: [[0, 0], [1, 2], [16_383, 0], [0, 16_383], [5, 0, 511], [0, 0, 0], [127, 0, 127, 3], [0, 0, 0, 0]])
func packedIndicesComeBack(_ indices: [Int]) {
  let packed = ElementIndex.packing(
    indices[0], indices[1], indices.count > 2 ? indices[2] : -1, indices.count > 3 ? indices[3] : -1)
  #expect(packed < -1 && packed > Int(Int32.min))
  #expect(ElementIndex.unpacking(packed) == indices)
}

@Test func oneIndexIsItself() {
  #expect(ElementIndex.unpacking(-1) == [])
  #expect(ElementIndex.unpacking(0) == [0])
  #expect(ElementIndex.unpacking(70_000) == [70_000])
  #expect(ElementIndex.packing(7, -1) == 7)
  #expect(ElementIndex.unpacking(.min) == [])
}

@Test func namesHaveAllIndices() {
  let element = TraceElement(
    name: "x", i: 3, j: ElementIndex.packing(1, 0, 2), bitOffset: 0, bitLength: 1, byteOffset: nil, value: .number(.unsigned(0)))
  #expect(element.fullName == "x[3][1][0][2]")
  #expect(element.indices == [3, 1, 0, 2])
}
