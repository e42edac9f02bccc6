import BitstreamKit
import HEVCKit
import NALKit

/// The picture has more tiles than the level allows.
final class HEVCLevelTiles: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.level-tiles", .error, "the picture has more tiles than the level allows",
      clause: "ITU-T H.265 (08/2021) A.4.1 and Table A.8, MaxTileRows and MaxTileCols",
      cause: "The encoder was given a level that is too low. Hardware decoders refuse the stream.",
      remedy: "Correct the level with 'mediaprobe edit --set general_level_idc=LEVEL'.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .picParameterSet(let set) = unit.payload, let tiles = set.tiles,
      let profile = stream.sets.seqParameterSet(set.ppsSeqParameterSetId)?.profileTierLevel, let level = HEVCLevel(profile)
    else { return }
    let (columns, rows) = (Int(tiles.numTileColumnsMinus1) + 1, Int(tiles.numTileRowsMinus1) + 1)
    guard columns > level.maxTileCols || rows > level.maxTileRows else { return }
    run.find(
      self,
      "\(columns) x \(rows) tiles exceed level \(profile.levelName), which allows \(level.maxTileCols) x \(level.maxTileRows)",
      at: stream.unit.offset, size: stream.unit.length, path: stream.unitPath + " › pic_parameter_set_rbsp › num_tile_columns_minus1")
  }
}
