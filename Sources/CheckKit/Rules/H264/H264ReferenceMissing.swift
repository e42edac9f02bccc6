import H264Kit

/// A slice header names a reference that the decoded picture buffer does not have.
final class H264ReferenceMissing: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.reference-missing", .error, "a slice header names a reference that the decoded picture buffer does not have",
      clause: """
        ITU-T H.264 (08/2021) 7.4.3.1 and 8.2.4.3, modification of reference lists; 7.4.3.3, memory_management_control_operation and \
        long_term_frame_idx
        """,
      cause: """
        A slice header is damaged, a picture was lost or removed, or the encoder lost track of its references. Decoders take another \
        picture or report an error, and what follows is wrong to the next IDR picture.
        """,
      remedy: "Encode again, or cut at an IDR picture.")
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    if let missing = stream.references.missing { run.find(self, missing, at: picture.offset, size: picture.size) }
  }
}
