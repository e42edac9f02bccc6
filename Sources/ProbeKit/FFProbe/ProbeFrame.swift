/// A frame as described by its headers.
struct ProbeFrame {
  var packet: ProbePacket
  var picture = ProbePicture()
  var codedNumber: Int64
  /// The number of samples of each channel; 0 in pictures.
  var sampleCount: Int64 = 0
  /// The decoding time of the packet after which the decoder gives it out; nil after the last.
  var outputTime: Int64?
}
