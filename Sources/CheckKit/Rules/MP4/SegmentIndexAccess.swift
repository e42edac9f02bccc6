import BitstreamKit
import MP4Kit

/// `sidx` contradicts itself about stream access points.
final class SegmentIndexAccess: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.segment-index-access", .error, "sidx contradicts itself about stream access points",
      clause: """
        ISO/IEC 14496-12:2022 8.16.3.3 and Annex I: a subsegment that starts with an access point of type 1 or 2 has \
        SAP_delta_time 0, one without an access point too; SAP_type is 0 to 6; an access point lies within its subsegment
        """,
      cause: "The index was made by hand, or is damaged. Players that seek by it begin at the wrong picture.",
      remedy: "Write the index anew, after all other changes.")
  }

  private static let maxRows = 1 << 16

  override func end(_ file: MovieFacts, _ run: CheckRun) {
    for place in file.top where place.header.type == "sidx" && place.isBox {
      guard var tree = try? BoxTree(file.source, from: place.offset, to: place.end), let box = try? tree.read(SegmentIndexBox.self, at: 0)
      else { continue }
      for row in 0..<min(Self.maxRows, box.references.count) {
        let reference = box.references[row]
        var why: String?
        let (type, delta) = (reference.sapType, reference.sapDeltaTime)
        if type > 6 {
          why = "SAP_type of reference \(row) is \(type)"
        } else if type == 0, !reference.startsWithSAP, delta > 0 {
          why = "reference \(row) has SAP_delta_time \(delta) and no access point"
        } else if reference.startsWithSAP, type == 1 || type == 2, delta > 0 {
          why = "reference \(row) starts with an access point of type \(type), and SAP_delta_time is \(delta)"
        } else if delta > 0, delta >= reference.subsegmentDuration {
          why = "SAP_delta_time of reference \(row) is \(delta), and it lasts \(reference.subsegmentDuration)"
        }
        if let why { run.find(self, why, at: place.offset, size: place.size, path: "sidx") }
      }
    }
  }
}
