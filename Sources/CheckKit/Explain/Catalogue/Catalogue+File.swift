extension Catalogue {
  /// What is the same in every format.
  static let fileText = """
    =track||A sequence of samples of one kind: video, sound, text or data. Tracks are counted from 0.
    =sample||What a track presents at a time: a coded picture or a frame of sound. Samples are counted from 0 in decoding order.
    =item|ISO/IEC 14496-12:2022, 8.11|An item of a HEIF file: a picture, a part of one, or metadata. iloc says where its data is.
    =no-sample||No track refers to this byte: a hole between samples, the data of an item, or what is left of deleted media.
    =no-movie|ISO/IEC 14496-12:2022, 8.16.2|Media of a segment: the initialization segment (--init) says of which tracks.
    =free-space||Unused bytes: padding, or room for a larger header.
    =not-a-box||No box owns this byte: padding, trailing data or damage.
    =unknown-box||The type of the box is not known to this program, so its content is not read. A reader skips such boxes.
    =not-parsed||The fields of the box end before this byte, or cannot be read.
    """
}
