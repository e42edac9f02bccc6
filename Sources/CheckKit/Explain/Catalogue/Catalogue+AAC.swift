extension Catalogue {
  /// ADTS and the configuration of AAC.
  static let aacText = """
    =ID3v2|ID3v2, www.id3.org|A tag with metadata before or between frames.
    =adts_frame|1.A.3.2 adts_frame|An ADTS frame: a header with all that a decoder needs, and one or more raw data blocks.
    =adts_header|1.A.3.3|The header of an ADTS frame.
    =adts_fixed_header|1.A.3.3 adts_fixed_header|The part of the header that is the same in all frames.
    syncword|Marks the start of a frame.|0xFFF
    ID|The version of MPEG that profile_ObjectType is of.|0 MPEG-4, 1 MPEG-2
    layer|Always 0.|0
    protection_absent|Whether there is no CRC after the header.|1 none, 0 present
    profile_ObjectType|The audio object type minus 1.|0 Main, 1 LC, 2 SSR, 3 LTP
    sampling_frequency_index|The sampling rate.|0 96000, 1 88200, 2 64000, 3 48000, 4 44100, 5 32000, 6 24000, 7 22050, 8 16000, 9 \
    12000, 10 11025, 11 8000, 12 7350
    private_bit|For private use.
    channel_configuration|The channels.|0 as a program_config_element says, 1 to 6 that many channels, 7 eight channels
    original_copy|Whether this is the original.|0 copy, 1 original
    home|Whether this is home-made or broadcast.
    =adts_variable_header|1.A.3.3 adts_variable_header|The part of the header that differs from frame to frame.
    copyright_identification_bit|One bit of the 72-bit copyright identification.
    copyright_identification_start|Whether that identification starts in this frame.
    aac_frame_length|The number of bytes of the frame with its header.|7 to 8191
    adts_buffer_fullness|The state of the bit reservoir, in units of 32 bits for each channel.|0x7FF for variable bit rate
    number_of_raw_data_blocks_in_frame|The number of raw data blocks minus 1.|0 to 3
    =adts_error_check|1.A.3.2 adts_error_check|The check sum of a protected frame.
    crc_check|The CRC over the header and parts of the data.
    =adts_header_error_check|1.A.3.2 adts_header_error_check|The check sum of a protected frame with several raw data blocks.
    raw_data_block_position|Where the raw data block starts, in bytes after the first.
    crc_check|The CRC over the header.
    =raw_data_block|4.4.2 raw_data_block|A block of 1024 or 960 coded samples of each channel.
    =AudioSpecificConfig|1.6.3 AudioSpecificConfig|The configuration of an MPEG-4 audio decoder.
    samplingFrequencyIndex|The sampling rate.|0 96000, 1 88200, 2 64000, 3 48000, 4 44100, 5 32000, 6 24000, 7 22050, 8 16000, 9 12000, \
    10 11025, 11 8000, 12 7350, 15 coded
    samplingFrequency|The sampling rate in Hz.
    channelConfiguration|The channels.|0 as a program_config_element says, 1 to 6 that many channels, 7 and more other layouts
    extensionSamplingFrequencyIndex|The sampling rate with spectral band replication, as samplingFrequencyIndex.
    extensionSamplingFrequency|The sampling rate with spectral band replication in Hz.
    extensionChannelConfiguration|The channels of the extension.
    epConfig|The error protection.|0 to 3
    rest|Configuration that is not parsed.
    syncExtensionType|Announces a backward compatible extension.|0x2B7 spectral band replication, 0x548 parametric stereo
    sbrPresentFlag|Whether spectral band replication is in use.
    psPresentFlag|Whether parametric stereo is in use.
    =GetAudioObjectType|1.6.2.1 GetAudioObjectType|The audio object type.
    audioObjectType|The coding.|1 AAC Main, 2 AAC LC, 3 AAC SSR, 4 AAC LTP, 5 SBR (HE-AAC), 23 ER AAC LD, 29 PS (HE-AAC v2), 31 coded \
    next, 39 ER AAC ELD, 42 USAC
    audioObjectTypeExt|The audio object type minus 32.
    =GASpecificConfig|4.5.1.1 GASpecificConfig|The configuration of AAC.
    frameLengthFlag|The number of samples in a frame.|0 1024, 1 960
    dependsOnCoreCoder|Whether a core coder runs at another rate.
    coreCoderDelay|The delay of the core coder in samples.
    extensionFlag|Whether elements for error resilient types follow.
    layerNr|The layer of a scalable type.
    numOfSubFrame|The number of sub-frames of ER BSAC.
    layer_length|The average size of a layer of ER BSAC.
    aacSectionDataResilienceFlag|Whether section data is error resilient.
    aacScalefactorDataResilienceFlag|Whether scale factors are error resilient.
    aacSpectralDataResilienceFlag|Whether spectral data is error resilient.
    extensionFlag3|Reserved.|0
    =program_config_element|4.5.1.2 program_config_element|Channels and their elements, where no channel configuration fits.
    element_instance_tag|The number of the element.|0 to 15
    object_type|The audio object type minus 1.|0 to 3
    sampling_frequency_index|The sampling rate, as in the ADTS header.
    num_front_channel_elements|The number of elements in front.
    num_side_channel_elements|The number of elements at the sides.
    num_back_channel_elements|The number of elements at the back.
    num_lfe_channel_elements|The number of low-frequency elements.
    num_assoc_data_elements|The number of data stream elements.
    num_valid_cc_elements|The number of coupling channel elements.
    mono_mixdown_present|Whether a mono mix is present.
    mono_mixdown_element_number|The element with the mono mix.
    stereo_mixdown_present|Whether a stereo mix is present.
    stereo_mixdown_element_number|The element with the stereo mix.
    matrix_mixdown_idx_present|Whether parameters of a stereo mix follow.
    matrix_mixdown_idx|The weight of the surround channels in the mix.|0 to 3
    pseudo_surround_enable|Whether the mix carries surround sound.
    lfe_element_tag_select|The low-frequency element.
    assoc_data_element_tag_select|The data stream element.
    cc_element_is_ind_sw|Whether the coupling channel is switched independently.
    valid_cc_element_tag_select|The coupling channel element.
    byte_alignment|Fills the byte.
    comment_field_bytes|The number of characters of the comment.
    comment_field_data|The comment.
    """
}
