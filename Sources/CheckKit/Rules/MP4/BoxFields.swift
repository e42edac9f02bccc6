import BitstreamKit
import MP4Kit

/// The fields of a box cannot be read.
final class BoxFields: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.box-fields", .error, "the fields of a box cannot be read",
      clause: "the clause of the box in ISO/IEC 14496-12:2022, -14 or -15",
      cause: "A count, a version or a size in the box is damaged or written wrongly.",
      remedy: "'mediaprobe mp4 --full' shows the fields up to the fault. 'mediaprobe remux' rewrites the boxes it can read.")
  }

  override func fault(_ fault: MovieFault, _ file: MovieFacts, _ run: CheckRun) {
    switch fault {
    case .box(let finding) where finding.kind == .content: run.find(self, finding.message, at: finding.offset, path: finding.pathText)
    case .fields(let finding) where finding.kind == .content:
      run.find(self, finding.message, at: finding.offset, path: file.path(of: finding))
    default: break
    }
  }
}
