extension Catalogue {
  /// Headers and script data of FLV.
  static let flvText = """
    =FLVHeader|E.2|The first nine bytes of the file.
    Signature|The letters FLV.|0x464C56
    Version|The version of the file format.|1
    TypeFlagsReserved|Reserved.|0
    TypeFlagsAudio|Whether there are audio tags.
    TypeFlagsVideo|Whether there are video tags.
    DataOffset|The size of this header: where the body begins.|9
    =FLVFileBody|E.3|Tags, and before and after each the size of the one before.
    PreviousTagSize|The size of the previous tag with its header, for reading backwards.|0 before the first tag, else 11 + DataSize
    =FLVTAG|E.4.1|The header of a tag.
    Reserved|Reserved.|0
    Filter|Whether the body is encrypted.
    TagType|What the tag holds.|8 audio, 9 video, 18 script data
    DataSize|The number of bytes of the body.
    Timestamp|The low 24 bits of the decoding time, relative to the first tag.|milliseconds
    TimestampExtended|The high 8 bits of the decoding time.
    StreamID|Reserved.|0
    =TagType|E.4.1|Kinds of tags.
    audio|An audio tag: a header of one or two bytes, or an enhanced one, and one frame.
    video|A video tag: a header, and one picture or the configuration of the decoder.
    script data|A script data tag: a name such as onMetaData, and values.
    =VideoTagHeader|E.4.3.1|The first bytes of a video tag.
    IsExHeader|Whether the enhanced header with a four-character codec follows.||Enhanced RTMP v2, Enhanced Video
    FrameType|The kind of picture.|1 key frame, 2 inter frame, 3 disposable inter frame, 4 generated key frame, 5 command
    CodecID|The codec.|2 Sorenson H.263, 3 Screen video, 4 VP6, 5 VP6 with alpha, 6 Screen video 2, 7 AVC; 12 HEVC by convention
    AVCPacketType|What the tag holds.|0 configuration record, 1 NAL units, 2 end of sequence
    CompositionTime|The presentation time minus the decoding time.|milliseconds, signed; 0 unless AVCPacketType is 1
    videoCommand|A command to the player.|0 start and 1 end of seeking||
    =ExVideoTagHeader|Enhanced RTMP v2, ExVideoTagHeader Section|The enhanced video header.
    videoPacketType|What the tag holds.|0 sequence start, 1 coded frames, 2 sequence end, 3 coded frames without composition time, 4 \
    metadata, 5 MPEG-2 TS sequence start, 6 multitrack, 7 modifier
    videoCommand|A command to the player.|0 start and 1 end of seeking
    videoMultitrackType|How tracks are packed.|0 one track, 1 many tracks of one codec, 2 many tracks with their own codecs
    videoFourCc|The codec.|avc1, hvc1, vvc1, av01, vp08, vp09
    videoTrackId|The track.|0 to 255
    sizeOfVideoTrack|The number of bytes of the track's data.
    compositionTimeOffset|The presentation time minus the decoding time.|milliseconds, signed
    modExDataSize|The number of bytes of the modifier.
    modExData|The modifier, such as nanoseconds to add to the timestamp.
    videoPacketModExType|The kind of modifier.|0 nanoseconds
    =AudioTagHeader|E.4.2.1|The first bytes of an audio tag.
    SoundFormat|The codec.|0 PCM, 1 ADPCM, 2 MP3, 3 PCM little-endian, 4 to 6 Nellymoser, 7 A-law, 8 mu-law, 9 enhanced header, 10 AAC, \
    11 Speex, 14 MP3 at 8 kHz
    SoundRate|The sampling rate. Players read that of AAC from its configuration.|0 5.5 kHz, 1 11 kHz, 2 22 kHz, 3 44 kHz; 3 for AAC
    SoundSize|The size of uncompressed samples.|0 8 bits, 1 16 bits
    SoundType|The channels. Players read those of AAC from its configuration.|0 mono, 1 stereo; 1 for AAC
    AACPacketType|What the tag holds.|0 AudioSpecificConfig, 1 raw AAC frame
    =ExAudioTagHeader|Enhanced RTMP v2, ExAudioTagHeader Section|The enhanced audio header.
    audioPacketType|What the tag holds.|0 sequence start, 1 coded frames, 2 sequence end, 4 channel configuration, 5 multitrack, 7 \
    modifier
    audioMultitrackType|How tracks are packed.|0 one track, 1 many tracks of one codec, 2 many tracks with their own codecs
    audioFourCc|The codec.|ac-3, ec-3, Opus, .mp3, fLaC, mp4a
    audioTrackId|The track.|0 to 255
    sizeOfAudioTrack|The number of bytes of the track's data.
    audioPacketModExType|The kind of modifier.|0 nanoseconds
    =MultichannelConfig|Enhanced RTMP v2, ExAudioTagBody Section|The channels of an enhanced audio track.
    audioChannelOrder|How channels are told.|0 not, 1 native order, 2 custom
    channelCount|The number of channels.
    audioChannelMapping|The loudspeaker of each channel.
    audioChannelFlags|A bit for each loudspeaker.
    =ScriptTagBody|E.4.4.1|Script data: a name and a value in AMF0.
    trailing|Bytes after the value.
    =onMetaData|E.5|Properties of the file. Players believe them before they have read the tags.
    duration|The duration of the file.|seconds
    width|The width of the pictures.|luma samples
    height|The height of the pictures.|luma samples
    videodatarate|The average bit rate of the video.|kilobits per second
    framerate|The number of pictures in a second.
    videocodecid|The codec of the video.|CodecID, or the four characters of the enhanced form as a number
    audiodatarate|The average bit rate of the audio.|kilobits per second
    audiosamplerate|The sampling rate of the audio.|hertz
    audiosamplesize|The size of an audio sample.|bits
    stereo|Whether the audio has two channels.
    audiocodecid|The codec of the audio.|SoundFormat, or the four characters of the enhanced form as a number
    audiodelay|The delay that the audio codec introduces. Writers put the time between the first video and the first audio tag here.|seconds
    canSeekToEnd|Whether the last picture is a key picture.
    creationdate|When the file was made, as text.
    filesize|The size of the file.|bytes
    lasttimestamp|The timestamp of the last tag.|seconds|convention of flvmdi
    lastkeyframetimestamp|The timestamp of the last key picture.|seconds|convention of flvmdi
    keyframes|The index of key pictures: an object with the arrays times and filepositions.||convention of flvmdi
    times|The times of the key pictures.|seconds|convention of flvmdi
    filepositions|The offsets of the tags of the key pictures.|bytes|convention of flvmdi
    videosize|The size of all video tags.|bytes|convention of flvmdi
    audiosize|The size of all audio tags.|bytes|convention of flvmdi
    datasize|The size of all tags.|bytes|convention of flvmdi
    hasVideo|Whether there are video tags.||convention of flvmdi
    hasAudio|Whether there are audio tags.||convention of flvmdi
    hasMetadata|Whether there is an onMetaData.||convention of flvmdi
    hasKeyframes|Whether the index of key pictures is there.||convention of flvmdi
    encoder|The program that wrote the file.||convention of FFmpeg
    =SCRIPTDATAVALUE|E.4.4.2|A value in AMF0.
    Type|The type of the value.|0 number, 1 Boolean, 2 string, 3 object, 5 null, 6 undefined, 7 reference, 8 ECMA array, 9 object end, \
    10 strict array, 11 date, 12 long string, 17 AMF3
    ScriptDataValue|The value: a number as a 64-bit floating-point number, a Boolean, or a reference.
    StringLength|The number of bytes of the string.
    StringData|The string, UTF-8 without a terminating zero.
    ECMAArrayLength|The approximate number of properties of the array.
    StrictArrayLength|The number of values of the array.
    DateTime|The date.|milliseconds since 1970-01-01 UTC
    LocalDateTimeOffset|The offset of the time zone.|minutes
    AMF3|A value in AMF3, kept as bytes.
    """
}
