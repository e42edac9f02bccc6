extension Catalogue {
  /// Sample entries.
  static let sampleEntryText = """
    =VisualSampleEntry|12.1.3 VisualSampleEntry|Fields of the sample entries of video.
    width|The width of the pictures.|luma samples
    height|The height of the pictures.|luma samples
    horizresolution|The horizontal resolution.|16.16 fixed point, 0x00480000 for 72 dpi
    vertresolution|The vertical resolution.|16.16 fixed point, 0x00480000 for 72 dpi
    frame_count|The number of frames in a sample.|1
    compressorname_length|The number of characters of compressorname that count.|0 to 31
    compressorname|The name of the compressor, in 31 bytes. For information only.
    depth|The colour depth of the pictures.|24: colour without alpha; 32: with alpha; 33 to 40: grey, in QuickTime
    =AudioSampleEntry,AudioSampleEntryV1|12.2.3 AudioSampleEntry|Fields of the sample entries of sound.
    version|The version of a QuickTime sound description.|0, or 1 and 2 with further fields|qt/"Sound Sample Description"
    revision|Reserved by QuickTime.|0
    vendor|Reserved; in QuickTime the vendor of the compressor.|0
    channelcount|The number of channels. The configuration of the codec overrides it.
    samplesize|The number of bits of an uncompressed sample.|16
    samplerate|The sampling rate, which the codec's configuration overrides.|16.16 fixed point; 0 where it does not fit
    samples_per_packet|The number of frames of a channel in a packet.||qt/"Sound Sample Description (Version 1)"
    bytes_per_packet|The number of bytes of a channel in a packet.||qt/"Sound Sample Description (Version 1)"
    bytes_per_frame|The number of bytes of all channels in a packet.||qt/"Sound Sample Description (Version 1)"
    bytes_per_sample|The number of bytes of an uncompressed sample.||qt/"Sound Sample Description (Version 1)"
    =stsd/avc1,avc2,avc3,avc4,avcp|15/5.4.2.1 AVCSampleEntry|H.264 video. avc1: parameter sets are in avcC only; avc3: they may be in \
    the samples; avc2 and avc4 use extractors or aggregators; avcp holds parameter sets only.
    =stsd/svc1,svc2|15/6.5.3|H.264 scalable video.
    =stsd/mvc1,mvc2,mvc3,mvc4,mvd1,mvd2,mvd3,mvd4,a3d1,a3d2,a3d3,a3d4|15/7.5|H.264 multiview video, with depth for mvd and a3d.
    =stsd/hvc1,hev1|15/8.4.1.1 HEVCSampleEntry|H.265 video. hvc1: parameter sets are in hvcC only; hev1: they may be in the samples.
    =stsd/hvc2,hev2,hvc3,hev3,hvt1,hvt2,hvt3,lhv1,lhe1,lht1,hvi1|15/9.5|H.265 video with extractors, tiles or layers above the base.
    =stsd/vvc1,vvi1,vvs1,vvcN|15/11.2.4.1 VvcSampleEntry|H.266 video. vvi1 may have parameter sets in the samples; vvs1 holds \
    subpictures, vvcN non-VCL units.
    =stsd/evc1,evs1,evs2|15/12.3|MPEG-5 EVC video.
    =stsd/av01|AV1 Codec ISO Media File Format Binding 1.2, 2.2|AV1 video.
    =stsd/vp08,vp09,vp10|VP Codec ISO Media File Format Binding 1.0|VP8 or VP9 video.
    =stsd/dvh1,dvhe,dva1,dvav,dav1,dvc1,dvi1|Dolby Vision Streams Within the ISO Base Media File Format 2.4|Dolby Vision video on a \
    codec that is not compatible on its own: dvh on H.265, dva on H.264, dav1 on AV1, dvc1 and dvi1 on H.266.
    =stsd/mp4v|14/6.7.2 MP4VisualSampleEntry|MPEG-4 Visual or another MPEG video, as esds says.
    =stsd/s263,h263,H263|3GPP TS 26.244, 6.8|H.263 video.
    =stsd/encv|8.12.1|Encrypted video. sinf holds the original type and the scheme.
    =stsd/resv|8.15.2|Video with a restriction that a player must know. rinf holds the original type.
    =stsd/enca|8.12.1|Encrypted sound. sinf holds the original type and the scheme.
    =stsd/resa|8.15.2|Sound with a restriction that a player must know. rinf holds the original type.
    =stsd/vc-1,WMV3|SMPTE RP 2025|VC-1 video.
    =stsd/apv1|Advanced Professional Video codec|APV video.
    =stsd/ap4h,ap4x,apcn,apch,apcs,apco,aprn,aprh|Apple ProRes White Paper|Apple ProRes or ProRes RAW video: apco Proxy, apcs LT, apcn \
    422, apch HQ, ap4h 4444, ap4x 4444 XQ, aprn and aprh RAW.
    =stsd/jpeg,mjpa,mjpb,mjp2,mjpg,MJPG,AVDJ,MJLS|qt/"Video Sample Description"|JPEG, Motion JPEG or, of MJLS, JPEG-LS pictures.
    =stsd/j2k1,j2ki|ISO/IEC 15444-16|JPEG 2000 pictures.
    =stsd/jxs1,jxsm|ISO/IEC 21122-3|JPEG XS pictures.
    =stsd/SVQ1,SVQ3,svqi,svq1,cvid,rle ,rpza,smc ,gif ,tiff,tga ,png ,MNG \
    ,icod,VP31,FFV1,FMP4,HFYU,CFHD,Hap1,Hap5,HapY,AVdn,AVdh,icpv,avs3|qt/"Video Sample Description"|Video of a codec that is named by the \
    type and not read further.
    =stsd/2vuy,yuv2,yuvs,yuvu,v210,v216,v308,v408,v410,r210,R10k,b16g,b48r,b64a,uncv|qt/"Video Sample Description"|Uncompressed \
    video; uncv is that of ISO/IEC 23001-17.
    =stsd/raw ,NONE|qt/"Video Sample Description"|Uncompressed video or sound, as the handler says.
    =stsd/dvc ,dvcp,dvpp,dv5n,dv5p,dvh2,dvh3,dvh5,dvh6,dvhp,dvhq|qt/"Video Sample Description"|DV video.
    =stsd/mx3n,mx3p,mx4n,mx4p,mx5n,mx5p|qt/"Video Sample Description"|MPEG IMX video.
    =stsd/xdv1,xdv2,xdvc,xd54,xd55,xd5b,hdv1,hdv2,hdv3,mp2v,m2v1|qt/"Video Sample Description"|MPEG-2 video, of XDCAM or HDV for types \
    that begin with xd or hdv.
    =stsd/mp4a|14/6.7.2 MP4AudioSampleEntry|MPEG-4 audio, usually AAC; objectTypeIndication in esds says which.
    =stsd/Opus|Encapsulation of Opus in ISO Base Media File Format 0.8.1, 4.3.1|Opus sound.
    =stsd/fLaC|Encapsulation of FLAC in ISO Base Media File Format 0.0.4, 3.3.1|FLAC sound.
    =stsd/ac-3|ETSI TS 102 366, F.3|AC-3 sound.
    =stsd/ec-3|ETSI TS 102 366, F.5|Enhanced AC-3 sound.
    =stsd/ac-4|ETSI TS 103 190-2, E.4|AC-4 sound.
    =stsd/alac|Apple Lossless Audio Codec|Apple Lossless sound.
    =stsd/samr,sawb,sawp,sevc,sqcp,ssmv|3GPP TS 26.244, 6.5|Speech: samr AMR, sawb AMR-WB, sawp AMR-WB+, sevc EVRC, sqcp QCELP, ssmv SMV.
    =stsd/sowt,twos,lpcm,in24,in32,fl32,fl64,ulaw,alaw|qt/"Sound Sample Description"|Uncompressed sound: twos is big-endian, sowt \
    little-endian, in24 and in32 integers, fl32 and fl64 floating point, ulaw and alaw 8-bit logarithmic.
    =stsd/.mp3,.mp1,.mp2,mp3 |qt/"Sound Sample Description"|MPEG-1 or MPEG-2 audio of layer I, II or III.
    =stsd/mha1,mha2,mhm1,mhm2|ISO/IEC 23008-3:2022, 20|MPEG-H 3D Audio; mhm1 and mhm2 samples are MHAS packets.
    =stsd/dtsc,dtsh,dtsl,dtse,dtsx,dtsy|ETSI TS 102 114, E.2|DTS sound: dtsc core, dtsh HD, dtsl lossless, dtse express, dtsx and dtsy \
    DTS:X.
    =stsd/mlpa|Dolby TrueHD (MLP) Bitstreams Within the ISO Base Media File Format|Dolby TrueHD sound.
    =stsd/iamf|Immersive Audio Model and Formats 1.1, 6|Immersive audio.
    =stsd/ipcm,fpcm|ISO/IEC 23003-5:2020, 5.1|Uncompressed sound of integers (ipcm) or floating-point numbers (fpcm), described by pcmC.
    =stsd/wma ,owma,QDM2,QDMC,ima4,agsm,MAC3,MAC6,Qclp,g719,spex,nmos,dvca,vdva|qt/"Sound Sample Description"|Sound of a codec that is \
    named by the type and not read further.
    =stsd/enc3,res3|12.10.3 VolumetricVisualSampleEntry|Sample entry of protected or restricted volumetric video: enc3, res3.
    compressorname|Human-readable name in 32 bytes; the first is the length.
    =stsd/tx3g|3GPP TS 26.245, 5.16 TextSampleEntry|3GPP timed text sample entry, followed by a font table box: tx3g, and text as \
    written by some writers.
    TextSampleEntry|Default display settings of text samples.
    =stsd/text|qt/"Text Sample Description"|QuickTime text sample entry, text. Some writers store the fields of tx3g in it instead.
    =stsd/stpp|12.6.3 XMLSubtitleSampleEntry|Sample entry of XML subtitles, e.g. TTML.
    namespace|XML namespaces, separated by spaces.
    schema_location|Schema locations, separated by spaces; usually empty.
    auxiliary_mime_types|MIME types of images and fonts in the samples, separated by spaces; empty if there are none.
    =stsd/sbtt|12.6.3 TextSubtitleSampleEntry|Sample entry of plain text subtitles.
    content_encoding|Content encoding of samples, e.g. zip; empty if not compressed.
    mime_format|MIME type of the samples.
    =stsd/stxt|12.5.3 SimpleTextSampleEntry|Sample entry of simple text.
    content_encoding|Content encoding of samples, e.g. zip; empty if not compressed.
    mime_format|MIME type of the samples.
    =stsd/mett|12.3.3 TextMetaDataSampleEntry|Sample entry of text-based timed metadata.
    content_encoding|Content encoding of samples, e.g. zip; empty if not compressed.
    mime_format|MIME type of the samples.
    =stsd/metx|12.3.3 XMLMetaDataSampleEntry|Sample entry of XML-based timed metadata.
    content_encoding|Content encoding of samples, e.g. zip; empty if not compressed.
    namespace|XML namespaces, separated by spaces.
    schema_location|Schema locations, separated by spaces; usually empty.
    =stsd/wvtt,c608,c708,sbtl,encs,enct,encu,resu|8.5.2.2 SampleEntry|Text, captions or subtitles: wvtt WebVTT, \
    c608 and c708 closed captions, sbtl subtitles, encs, enct and encu encrypted, resu restricted.
    =stsd/mp4s,mebx,urim,encm,resm,ress,svcM,encf,resf,encp,resp|8.5.2.2 SampleEntry|A stream that is neither video nor sound nor text: \
    mp4s MPEG-4 Systems, mebx and urim timed metadata; types with enc are encrypted, with res restricted.
    =stsd/tmcd|qt/"Timecode Sample Description", tmcd|Time code sample entry; a sample is a frame number that maps to hours, minutes, \
    seconds and frames.
    flags|0x1 drop frame, 0x2 wraps at 24 hours, 0x4 negative times allowed, 0x8 counter instead of time.
    time_scale|Time scale in units per second.
    frame_duration|Duration of a frame in units of time_scale.
    number_of_frames|Frames per second of the time code, rounded up; for a counter, frames per tick.
    =stsd/gpmd|GoPro's GPMF specification|GoPro timed metadata sample entry, gpmd.
    =stsd/rtp ,srtp,rrtp,rsrp,prtp,rtcp,stcp|9.1.2 RtpHintSampleEntry, 9.1.4, 9.4.1.2 and 9.4.2|RTP or RTCP hint or reception sample \
    entry: rtp, srtp, rrtp, rsrp, prtp, rtcp, stcp.
    =stsd/fdp |9.2.2 FDHintSampleEntry|Hint sample entry of FLUTE and ALC packets made from items.
    =stsd/sm2t,rm2t,pm2t|9.3.3 MPEG2TSSampleEntry|MPEG-2 transport stream hint or reception sample entry: sm2t, rm2t, pm2t.
    """
}
