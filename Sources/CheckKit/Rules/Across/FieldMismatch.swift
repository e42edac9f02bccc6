import BitstreamKit
import H264Kit
import MP4Kit
import RemuxKit

/// `fiel` and the bitstream disagree about fields.
final class FieldMismatch: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.fields", .warning, "fiel and the bitstream disagree about fields",
      clause: "QuickTime File Format, 'Video Sample Description Extensions', fiel; ITU-T H.264 (08/2021) 7.4.2.1.1, frame_mbs_only_flag",
      cause: """
        The box was copied from the source, or the encoder did not know that the source was interlaced. Players that go by \
        the box deinterlace progressive pictures, or in the wrong order.
        """,
      remedy: "Encode again with the right scan type, or write the box anew.")
  }

  /// The numbers of pictures whose fields are coded apart, by the field that comes first.
  private var pairs: (top: Int, bottom: Int) = (0, 0)

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) { pairs = (0, 0) }

  override func picture(_ picture: TrackPicture, _ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    switch picture.fields {
    case .none: break
    case .topFirst: pairs.top += 1
    case .bottomFirst: pairs.bottom += 1
    }
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let description = track.description, let set = track.h264?.firstSet else { return }
    var tree = file.movie.tree
    guard let node = tree.child("fiel", of: description.node), let box = try? tree.read(FieldHandlingBox.self, at: node) else { return }
    var why: String?
    if box.fieldCount == 2, set.frameMbsOnlyFlag {
      why = "fiel states two fields, frame_mbs_only_flag is 1"
    } else if box.fieldCount == 1, pairs.top + pairs.bottom > 0 {
      why = "fiel states one field, \(pairs.top + pairs.bottom) pictures are coded as fields"
    } else if box.fieldCount == 2, box.fieldOrdering == 1, pairs.bottom > pairs.top {
      why = "fiel states that the top field is coded first (\(box.fieldOrdering)), in \(pairs.bottom) pictures it is the bottom field"
    } else if box.fieldCount == 2, box.fieldOrdering == 6, pairs.top > pairs.bottom {
      // Readers disagree about which field of 9 and 14 is coded first, and which displayed.
      why = "fiel states that the bottom field is coded first (\(box.fieldOrdering)), in \(pairs.top) pictures it is the top field"
    }
    if let why {
      run.find(self, why, at: tree.nodes[node].place.offset, size: tree.nodes[node].place.size, path: track.entryPath + "/fiel")
    }
  }
}
