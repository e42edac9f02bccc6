"""Inputs that grow in one way each: KINDS maps a name to (suffix, size to start from, function of n that gives bytes, groups of commands).

growth_inputs.py FOLDER [DIVISOR] writes each of them twice, as `KIND.1.SUFFIX` and, of twice the size, `KIND.2.SUFFIX`. DIVISOR divides
the sizes to start from, down to 32.
"""
import os, struct, sys

FIXTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Fixtures")
SPS = bytes.fromhex("6742c00ad90507e88400000300040000030050f1226480")
PPS = bytes.fromhex("68cb83cb20")
MATRIX = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)


def u8(*values): return bytes(value & 255 for value in values)
def u16(*values): return struct.pack(f">{len(values)}H", *values)
def u32(*values): return struct.pack(f">{len(values)}I", *values)
def u64(*values): return struct.pack(f">{len(values)}Q", *values)


def box(kind, *parts):
    body = b"".join(parts)
    return u32(8 + len(body)) + (kind if isinstance(kind, bytes) else kind.encode("latin1")) + body


def full(kind, version, flags, *parts): return box(kind, u32(version << 24 | flags), *parts)
def table(kind, rows, version=0): return full(kind, version, 0, u32(len(rows)), b"".join(rows))


FTYP = box("ftyp", b"isom", u32(512), b"isomiso2avc1mp41")
UNIT = u32(16) + b"\x65" + bytes(range(15))
DATA = len(FTYP) + 8
AVCC = box("avcC", u8(1, 0x42, 0xC0, 0x0A, 0xFF, 0xE1), u16(len(SPS)), SPS, u8(1), u16(len(PPS)), PPS)
DINF = box("dinf", full("dref", 0, 0, u32(1), full("url ", 0, 1)))


def avc1(*inside):
    return box("avc1", bytes(6), u16(1), bytes(16), u16(64, 64), u32(0x480000, 0x480000, 0), u16(1), bytes(32), u16(24), b"\xff\xff", AVCC, *inside)


def mvhd(duration=1000): return full("mvhd", 0, 0, u32(0, 0, 1000, duration, 0x10000), u16(0x100), bytes(10), MATRIX, bytes(24), u32(2))


def trak(tables, number=1, duration=1000, front=b"", after=b"", entries=None, in_stbl=b"", dinf=DINF):
    tkhd = full("tkhd", 0, 7, u32(0, 0, number, 0, duration), bytes(16), MATRIX, u32(320 << 16, 240 << 16))
    mdhd = full("mdhd", 0, 0, u32(0, 0, 1000, duration), u16(0x55C4, 0))
    hdlr = full("hdlr", 0, 0, u32(0), b"vide", bytes(12), b"h\0")
    stbl = box("stbl", table("stsd", entries or [avc1()]), tables, in_stbl)
    return box("trak", tkhd, front, box("mdia", mdhd, hdlr, box("minf", full("vmhd", 0, 1, bytes(8)), dinf, stbl)), after)


def tables(count=10, offset=DATA, **other):
    """The boxes of an stbl of `count` samples of 20 bytes; `other` replaces boxes or adds some."""
    boxes = {
        "stts": table("stts", [u32(count, 40)]), "stsc": table("stsc", [u32(1, count, 1)]),
        "stsz": full("stsz", 0, 0, u32(0, count), u32(20) * count), "stco": table("stco", [u32(offset)])}
    boxes.update(other)
    return b"".join(boxes.values())


def movie(traks, samples=10, after=b"", inside=b"", mdat=None):
    return FTYP + box("mdat", UNIT * samples if mdat is None else mdat) + box("moov", mvhd(), traks, inside) + after


def with_tables(n, **other): return movie(trak(tables(n, **other)), n)


# Movies

def tracks(n): return movie(b"".join(trak(tables(1), number + 1) for number in range(n)))


def fragment(sequence, tracks, place, samples=1, entries=b"", runs=1):
    """A moof with an mdat; each traf has `runs` runs of `samples` samples in it."""
    def boxes(offset):
        trun = full("trun", 0, 0x201, u32(samples, offset), u32(20) * samples) * runs
        trafs = b"".join(box("traf", full("tfhd", 0, 0x20008, u32(track, 40)), trun, entries) for track in tracks)
        return box("moof", full("mfhd", 0, 0, u32(sequence)), trafs)
    return boxes(len(boxes(0)) + 8) + box("mdat", UNIT * samples)


def fragmented(fragments, track_count=1):
    empty = tables(0, stts=table("stts", []), stsc=table("stsc", []), stco=table("stco", []))
    trex = b"".join(full("trex", 0, 0, u32(track + 1, 1, 40, 20, 0)) for track in range(track_count))
    traks = b"".join(trak(empty, track + 1, 0) for track in range(track_count))
    return FTYP + box("moov", mvhd(0), traks, box("mvex", trex)) + fragments


def fragments(n): return fragmented(b"".join(fragment(number, [1], 0) for number in range(n)))
def tracks_in_fragments(n): return fragmented(b"".join(fragment(number, [number % n + 1], 0) for number in range(n)), n)
def trafs_of_tracks(n): return fragmented(fragment(1, range(1, n + 1), 0), n)
def trafs_of_one_track(n): return fragmented(fragment(1, [1] * n, 0))
def runs(n): return fragmented(fragment(1, [1], 0, runs=n))
def run_samples(n): return fragmented(fragment(1, [1], 0, samples=n))
def unknown_trafs(n): return fragmented(fragment(1, range(2, n + 2), 0))


def edits(n, samples=None):
    elst = table("elst", [u32(1, index, 0x10000) for index in range(n)])
    count = samples or n
    return movie(trak(tables(count, stts=table("stts", [u32(count, 1)])), front=box("edts", elst), duration=count), count)


def chunks(n): return with_tables(n, stsc=table("stsc", [u32(1, 1, 1)]), stco=table("stco", [u32(DATA + 20 * index) for index in range(n)]))
def empty_chunks(n): return with_tables(10, stsc=table("stsc", [u32(1, 0, 1), u32(n, 10, 1)]), stco=table("stco", [u32(DATA)] * n))


def chunk_runs(n):
    return with_tables(n, stsc=table("stsc", [u32(index + 1, 1, 1) for index in range(n)]), stco=table("stco", [u32(DATA + 20 * index) for index in range(n)]))


def time_runs(n): return with_tables(n, stts=table("stts", [u32(1, 40 + index % 2) for index in range(n)]))
def empty_time_runs(n): return with_tables(10, stts=table("stts", [u32(0, 1)] * n + [u32(10, 40)]))
def offset_runs(n): return with_tables(n, ctts=table("ctts", [u32(1, index % 3 * 40) for index in range(n)]))
def sync_rows(n): return with_tables(n, stss=table("stss", [u32(index + 1) for index in range(n)]))
def dependency_rows(n): return with_tables(n, sdtp=full("sdtp", 0, 0, bytes(n)))


def group_rows(n):
    sgpd = full("sgpd", 1, 0, b"roll", u32(2, 2), u16(1, 2))
    return with_tables(n, sgpd=sgpd, sbgp=full("sbgp", 0, 0, b"roll", u32(n), b"".join(u32(1, index % 2 + 1) for index in range(n))))


def group_descriptions(n):
    sgpd = full("sgpd", 1, 0, b"roll", u32(2, n), b"".join(u16(index % 65536) for index in range(n)))
    return with_tables(n, sgpd=sgpd, sbgp=full("sbgp", 0, 0, b"roll", u32(n), b"".join(u32(1, index + 1) for index in range(n))))


def group_boxes(n): return with_tables(10, sgpd=full("sgpd", 1, 0, b"roll", u32(2, 1), u16(1)) * n)
def subsamples(n): return with_tables(n, subs=full("subs", 0, 0, u32(n), (u32(1) + u16(1) + u16(20) + u8(0, 0) + u32(0)) * n))
def aux_sizes(n): return with_tables(n, saiz=full("saiz", 0, 0, u8(0), u32(n), u8(8) * n), saio=full("saio", 0, 0, u32(n), u32(DATA) * n))


def descriptions(n):
    return movie(trak(tables(n, stsc=table("stsc", [u32(index + 1, 1, index + 1) for index in range(n)]),
                             stco=table("stco", [u32(DATA + 20 * index) for index in range(n)])), entries=[avc1()] * n), n)


def boxes_in_entry(n): return movie(trak(tables(), entries=[avc1(box("pasp", u32(1, 1)) * n)]))
def data_references(n): return movie(trak(tables(), dinf=box("dinf", full("dref", 0, 0, u32(n), full("url ", 0, 1) * n))))
def user_items(n): return movie(trak(tables()), inside=box("udta", box(b"\xa9nam", u16(5, 0x55C4), b"hello") * n))


def list_items(n, keyed=False):
    hdlr = full("hdlr", 0, 0, u32(0), b"mdta" if keyed else b"mdir", bytes(12), b"\0")
    name = (lambda index: u32(index + 1)) if keyed else (lambda index: b"\xa9nam")
    ilst = box("ilst", b"".join(box(name(index), box("data", u32(1, 0), b"hello")) for index in range(n)))
    keys = full("keys", 0, 0, u32(n), b"".join(box("mdta", b"key%d" % index) for index in range(n))) if keyed else b""
    meta = box("meta", hdlr, keys, ilst) if keyed else full("meta", 0, 0, hdlr, ilst)
    return movie(trak(tables()), inside=meta if keyed else box("udta", meta))


def keyed_items(n): return list_items(n, True)
def track_references(n): return movie(trak(tables(), after=box("tref", box("cdsc", u32(1)) * n)) + trak(tables(), 2))
def reference_targets(n): return movie(trak(tables(), after=box("tref", box("chap", u32(*range(2, n + 2))))))
def top_boxes(n): return movie(trak(tables()), after=box("free") * n)
def moov_boxes(n): return movie(trak(tables()), inside=box("free") * n)
def trak_boxes(n): return movie(trak(tables(), after=box("free") * n))
def stbl_boxes(n): return movie(trak(tables(), in_stbl=box("free") * n))
def protection_boxes(n): return movie(trak(tables()), inside=full("pssh", 0, 0, bytes(16), u32(0)) * n)


def nested_boxes(n):
    """Chains of boxes in one another, each deeper than a reader goes."""
    chain = b""
    for _ in range(40): chain = box("moof" if len(chain) % 3 else "udta", chain)
    return movie(trak(tables()), inside=box("udta", chain * n))


def several_moovs(n): return FTYP + box("mdat", UNIT) + box("moov", mvhd(), trak(tables(1))) * n
def several_files(n): return FTYP * n + movie(trak(tables(1, offset=DATA + len(FTYP) * n)), 1)
def brands(n): return box("ftyp", b"isom", u32(0), b"isom" * n) + movie(trak(tables(1)), 1)
def segment_index(n): return movie(trak(tables())) + full("sidx", 0, 0, u32(1, 1000, 0, 0), u16(0, min(n, 65535)), u32(100, 40, 0x90000000) * min(n, 65535))
def segment_indices(n): return movie(trak(tables())) + full("sidx", 0, 0, u32(1, 1000, 0, 0), u16(0, 1), u32(100, 40, 0x90000000)) * n


def access_rows(n):
    tfra = full("tfra", 1, 0, u32(1, 0, n), (u64(0, 0) + u8(1, 1, 1)) * n)
    return fragments(2) + box("mfra", tfra, full("mfro", 0, 0, u32(len(tfra) + 24)))


def items(n, associations=2, sizes=1):
    n = min(n, 65535)
    infe = b"".join(full("infe", 2, 0, u16(index + 1, 0), b"hvc1", b"\0") for index in range(n))
    iloc = full("iloc", 0, 0, u8(0x44, 0), u16(n), b"".join(u16(index + 1, 0, 1) + u32(0, 8) for index in range(n)))
    ipma = full("ipma", 0, 0, u32(n), b"".join(u16(index + 1) + u8(associations) + u8(1) * associations for index in range(n)))
    ipco = box("ipco", full("ispe", 0, 0, u32(64, 64)) * sizes)
    iref = full("iref", 0, 0, b"".join(box("dimg", u16(index + 1, 1, 1)) for index in range(n)))
    return box("ftyp", b"heic", u32(0), b"mif1heic") + full(
        "meta", 0, 0, full("hdlr", 0, 0, u32(0), b"pict", bytes(12), b"\0"), full("pitm", 0, 0, u16(1)),
        full("iinf", 0, 0, u16(n), infe), iloc, box("iprp", ipco, ipma), iref) + box("mdat", bytes(64))


def extents(n):
    iloc = full("iloc", 1, 0, u8(0x44, 0), u16(1), u16(1, 0, 0, min(n, 65535)), u32(0, 8) * min(n, 65535))
    pitm = full("pitm", 0, 0, u16(1))
    return items(1).replace(pitm, pitm + iloc)


def properties(n): return items(1000, sizes=n)


def item_groups(n): return items(10) + full("meta", 0, 0, box("grpl", full("altr", 0, 0, u32(1, 2, 1, 2)) * n))


# FLV

def tag(kind, time, body): return u8(kind) + u32(len(body))[1:] + u32(time)[1:] + u8(time >> 24) + bytes(3) + body + u32(11 + len(body))
def flv(*tags): return b"FLV\1\5\0\0\0\x09\0\0\0\0" + b"".join(tags)
def script(*values): return tag(18, 0, b"\2\0\x0aonMetaData" + b"".join(values))
def name(text): return u16(len(text)) + text


FLV_CONFIG = tag(9, 0, b"\x17\0\0\0\0" + AVCC[8:])
FLV_PICTURE = b"\x17\1\0\0\0" + UNIT
END = b"\0\0\x09"


def flv_tags(n): return flv(FLV_CONFIG, *(tag(9, 40 * index, FLV_PICTURE) for index in range(n)))
def empty_tags(n): return flv(FLV_CONFIG, tag(9, 0, FLV_PICTURE), tag(9, 0, b"") * n)
def configurations(n): return flv(*(FLV_CONFIG + tag(9, 40 * index, FLV_PICTURE) for index in range(n)))


def changing_configurations(n):
    def config(index): return tag(9, 0, b"\x17\0\0\0\0" + AVCC[8:-len(PPS) - 3] + u8(1) + u16(len(PPS) + 4) + PPS + u32(index | 0x80000000))
    return flv(*(config(index) + tag(9, 40 * index, FLV_PICTURE) for index in range(n)))


def script_tags(n): return flv(script(b"\x08", u32(1), name(b"duration"), b"\0" + bytes(8), END) * n, FLV_CONFIG, tag(9, 0, FLV_PICTURE))
def keys(n): return flv(script(b"\x08", u32(n), *(name(b"key%d" % index) + b"\0" + bytes(8) for index in range(n)), END), FLV_CONFIG, tag(9, 0, FLV_PICTURE))
def same_keys(n): return flv(script(b"\x08", u32(n), (name(b"key") + b"\5") * n, END), FLV_CONFIG, tag(9, 0, FLV_PICTURE))
def arrays(n): return flv(script(b"\x0a", u32(n), b"\5" * n), FLV_CONFIG, tag(9, 0, FLV_PICTURE))
def nested_arrays(n): return flv(script(b"\x0a", u32(n), (b"\x0a\0\0\0\1" * 30 + b"\5") * n), FLV_CONFIG, tag(9, 0, FLV_PICTURE))
def nested_objects(n): return flv(script((b"\x03" + name(b"a")) * n + b"\5" + END * n), FLV_CONFIG, tag(9, 0, FLV_PICTURE))
def values(n): return flv(script(b"\5" * n), FLV_CONFIG, tag(9, 0, FLV_PICTURE))


def keyframe_index(n):
    times = b"\x0a" + u32(n) + b"".join(b"\0" + struct.pack(">d", index) for index in range(n))
    return flv(script(b"\x08", u32(1), name(b"keyframes"), b"\3", name(b"times"), times, name(b"filepositions"), times, END, END), FLV_CONFIG, tag(9, 0, FLV_PICTURE))


# Streams

def units(name):
    data = open(os.path.join(FIXTURES, name), "rb").read()
    return [unit.rstrip(b"\0") for unit in data.split(b"\0\0\1") if unit.strip(b"\0")]


def annexb(found): return b"".join(b"\0\0\0\1" + unit for unit in found)
AVC = units("bframes.h264")
HEVC = units("opengop.hevc")
SETS = [unit for unit in AVC if unit[0] & 31 in (7, 8)]
IDR = next(unit for unit in AVC if unit[0] & 31 == 5)
SETS265 = [unit for unit in HEVC if unit[0] >> 1 in (32, 33, 34)]
IDR265 = next(unit for unit in HEVC if 16 <= unit[0] >> 1 <= 21)


def pictures(n): return annexb((AVC * (n // len(AVC) + 1))[:max(n, 8)])
def pictures265(n): return annexb((HEVC * (n // len(HEVC) + 1))[:max(n, 8)])
def tiny_units(n): return annexb(SETS + [IDR] + [b"\x0c"] * n)
def start_codes(n): return annexb(SETS + [IDR]) + b"\0\0\1" * n
def zeros(n): return annexb(SETS + [IDR]) + bytes(n) + annexb([IDR])
def sets_again(n): return annexb((SETS * n) + [IDR])
def sets_and_pictures(n): return annexb((SETS + [IDR]) * n)
def slices(n): return annexb(SETS + [IDR] * n)
def slices265(n): return annexb(SETS265 + [IDR265] + [IDR265[:2] + u8(IDR265[2] & 0x7F) + IDR265[3:]] * n)
def sei_messages(n): return annexb(SETS + [b"\x06" + b"\5\0" * n + b"\x80", IDR])
def sei_units(n): return annexb(SETS + [b"\x06\5\1\xaa\x80"] * n + [IDR])
def sei_265(n): return annexb(SETS265 + [b"\x4e\x01" + b"\5\0" * n + b"\x80", IDR265])
def sei_type(n): return annexb(SETS + [b"\x06" + b"\xff" * n + b"\x80", IDR])
def emulation(n): return annexb(SETS + [b"\x06\5" + b"\xff" * (n * 2 // 255) + u8(n * 2 % 255) + b"\0\0\3" * n + b"\x80", IDR])
def in_picture(n): return annexb(SETS + [IDR + b"\0\0\3" * n + b"\1"])
def delimiters(n): return annexb(SETS + [IDR] + [b"\x09\xf0"] * n)
def fillers(n): return annexb(SETS + [IDR] + [b"\x0c" + b"\xff" * 4 + b"\x80"] * n)
def many_sets(n): return annexb(SETS + [b"\x68" + u8(0x80 | index % 64) + PPS[1:] for index in range(n)] + [IDR])


FRAME = open(os.path.join(FIXTURES, "tone.aac"), "rb").read()
FRAME = FRAME[:(FRAME[3] & 3) << 11 | FRAME[4] << 3 | FRAME[5] >> 5]
def adts_frames(n): return FRAME * n
def headers_alone(n): return FRAME + (FRAME[:3] + u8(FRAME[3] & 0xFC, 0, FRAME[5] & 31 | 7 << 5, FRAME[6])) * n
def sync_words(n): return FRAME * 2 + b"\xff\xf1" * n + FRAME * 2
def garbage(n): return FRAME * 2 + (FRAME + b"\0") * n

MP4, FLV, NAL, AAC = "mp4", "flv", "nal", "aac"
KINDS = {
    "tracks": (MP4, 50, tracks), "fragments": (MP4, 500, fragments), "tracks in fragments": (MP4, 50, tracks_in_fragments),
    "traf of each track": (MP4, 50, trafs_of_tracks), "traf of one track": (MP4, 200, trafs_of_one_track), "traf of no track": (MP4, 200, unknown_trafs),
    "trun": (MP4, 500, runs), "samples of a trun": (MP4, 2000, run_samples), "edits": (MP4, 500, edits), "edits of one sample": (MP4, 2000, lambda n: edits(n, 1)),
    "samples": (MP4, 2000, with_tables), "chunks": (MP4, 2000, chunks), "empty chunks": (MP4, 2000, empty_chunks), "stsc rows": (MP4, 2000, chunk_runs),
    "stts rows": (MP4, 2000, time_runs), "stts rows of no samples": (MP4, 2000, empty_time_runs), "ctts rows": (MP4, 2000, offset_runs),
    "stss rows": (MP4, 2000, sync_rows), "sdtp rows": (MP4, 2000, dependency_rows), "sbgp rows": (MP4, 2000, group_rows),
    "sgpd entries": (MP4, 1000, group_descriptions), "sgpd boxes": (MP4, 500, group_boxes), "subs rows": (MP4, 1000, subsamples),
    "saiz and saio rows": (MP4, 2000, aux_sizes), "sample descriptions": (MP4, 50, descriptions), "boxes in a sample entry": (MP4, 500, boxes_in_entry),
    "dref entries": (MP4, 500, data_references), "udta items": (MP4, 500, user_items), "ilst items": (MP4, 500, list_items), "keys": (MP4, 500, keyed_items),
    "tref boxes": (MP4, 500, track_references), "tref targets": (MP4, 1000, reference_targets), "top-level boxes": (MP4, 2000, top_boxes),
    "boxes in moov": (MP4, 2000, moov_boxes), "boxes in trak": (MP4, 2000, trak_boxes), "boxes in stbl": (MP4, 2000, stbl_boxes),
    "pssh": (MP4, 500, protection_boxes), "nested boxes": (MP4, 50, nested_boxes), "moovs": (MP4, 100, several_moovs), "ftyps": (MP4, 500, several_files),
    "brands": (MP4, 2000, brands), "sidx rows": (MP4, 2000, segment_index), "sidx boxes": (MP4, 1000, segment_indices), "tfra rows": (MP4, 2000, access_rows),
    "items": (MP4, 200, items), "ipma associations": (MP4, 20, lambda n: items(200, min(n, 255))), "iloc extents": (MP4, 2000, extents),
    "item properties": (MP4, 500, properties), "entity groups": (MP4, 500, item_groups),
    "FLV tags": (FLV, 1000, flv_tags), "empty tags": (FLV, 2000, empty_tags), "sequence headers": (FLV, 500, configurations),
    "changing sequence headers": (FLV, 100, changing_configurations), "script tags": (FLV, 500, script_tags), "metadata keys": (FLV, 1000, keys),
    "metadata keys alike": (FLV, 1000, same_keys), "AMF array": (FLV, 5000, arrays), "AMF arrays nested": (FLV, 200, nested_arrays),
    "AMF objects nested": (FLV, 1000, nested_objects), "AMF values": (FLV, 5000, values), "keyframe index": (FLV, 2000, keyframe_index),
    "pictures": (NAL, 200, pictures), "pictures of H.265": (NAL, 200, pictures265), "tiny NAL units": (NAL, 2000, tiny_units), "start codes": (NAL, 5000, start_codes),
    "zeros": (NAL, 20000, zeros), "parameter sets repeated": (NAL, 500, sets_again), "parameter sets before pictures": (NAL, 100, sets_and_pictures),
    "slices": (NAL, 100, slices), "slices of H.265": (NAL, 100, slices265), "SEI messages": (NAL, 2000, sei_messages), "SEI units": (NAL, 1000, sei_units),
    "SEI messages of H.265": (NAL, 2000, sei_265), "SEI payload type": (NAL, 20000, sei_type), "emulation prevention in SEI": (NAL, 5000, emulation),
    "emulation prevention in a picture": (NAL, 5000, in_picture), "delimiters": (NAL, 2000, delimiters), "fillers": (NAL, 2000, fillers), "PPS": (NAL, 500, many_sets),
    "ADTS frames": (AAC, 500, adts_frames), "ADTS headers": (AAC, 1000, headers_alone), "sync words": (AAC, 2000, sync_words), "bytes between frames": (AAC, 300, garbage),
}
SUFFIX = {MP4: ".mp4", FLV: ".flv", NAL: ".h264", AAC: ".aac"}
COMMANDS = {
    MP4: ["info IN", "check IN", "mp4 IN", "mp4 --full IN", "mp4 --format json --full IN", "packets --edit-list IN", "frames IN", "gop IN", "nalu IN", "trace IN",
          "params IN", "ffprobe -show_format -show_streams -of json -i IN", "ffprobe -show_packets -i IN", "ffprobe -show_frames -i IN", "roundtrip IN",
          "remux IN OUT.mp4", "remux --fragment 1s IN OUT.mp4", "remux --faststart IN OUT.mov", "remux --fps 25 IN OUT.flv", "cut --from 0.1 --to 0.3 IN OUT.mp4",
          "join IN IN OUT.mp4", "addtrack IN IN OUT.mp4", "extract --track 0 IN OUT.h264", "retag --avc3 IN OUT.mp4", "recover --fps 25 IN OUT.mp4",
          "check --fix IN -o OUT.mp4", "edit --set pps.pic_init_qp_minus26=1 IN -o OUT.mp4", "explain IN 100", "diff IN IN", "report IN -o OUT.html", "plot --what clock IN -o OUT.svg"],
    FLV: ["info IN", "check IN", "flv IN", "flv --details IN", "flv --format json IN", "packets IN", "frames IN", "ffprobe -show_format -show_streams -of json -i IN",
          "ffprobe -show_packets -i IN", "roundtrip IN", "remux IN OUT.mp4", "remux IN OUT.flv", "cut --from 0.1 IN OUT.flv", "join IN IN OUT.flv",
          "check --fix IN -o OUT.flv", "explain IN 100", "diff IN IN", "report IN -o OUT.html", "plot --what clock IN -o OUT.svg",
          # Without a server, all that is left of the stream is its recording.
          "publish --rate 0 IN rtmp://127.0.0.1:1/live/x --record OUT.mp4", "publish --rate 0 IN rtmp://127.0.0.1:1/live/x --record OUT.flv"],
    NAL: ["info IN", "check IN", "nalu IN", "nalu --summary IN", "trace IN", "params IN", "frames IN", "gop IN", "packets IN", "ffprobe -show_packets -show_streams -i IN",
          "roundtrip IN", "remux --fps 25 IN OUT.mp4", "remux --fragment 1s --fps 25 IN OUT.mp4", "remux --fps 25 IN OUT.flv", "cut --from 0.1 --fps 25 IN OUT.mp4",
          "join --fps 25 IN IN OUT.mp4", "edit --set vui.video_full_range_flag=1 IN -o OUT.h264", "recover --fps 25 IN OUT.mp4",
          "check --fix IN -o OUT.h264", "explain IN 100", "diff IN IN", "report IN -o OUT.html", "plot --what bitrate IN -o OUT.svg"],
    AAC: ["info IN", "check IN", "aac IN", "packets IN", "ffprobe -show_packets -i IN", "roundtrip IN", "remux IN OUT.mp4", "remux IN OUT.flv",
          "explain IN 100", "diff IN IN", "report IN -o OUT.html"],
}
# The commands that do most with an input, for a quick run: each kind takes one of them in turn, those of CROSSED all.
QUICK = {
    MP4: ["mp4 IN", "check IN", "packets --edit-list IN", "ffprobe -show_packets -i IN", "remux IN OUT.mp4", "remux --fragment 1s IN OUT.mp4", "info IN"],
    FLV: ["info IN", "flv --details IN", "remux IN OUT.flv", "ffprobe -show_format -show_streams -of json -i IN"],
    NAL: ["nalu IN", "check IN", "trace IN", "frames IN", "remux --fps 25 IN OUT.mp4"],
    AAC: ["aac IN", "packets IN", "remux IN OUT.mp4"],
}
# Kinds whose structures refer to each other, where lists of one are most easily searched for each of the other.
CROSSED = ["tracks", "fragments", "tracks in fragments", "traf of each track", "sgpd entries", "keys"]


def main():
    folder, divisor = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for kind, (suffix, start, make) in KINDS.items():
        for times in (1, 2):
            with open(os.path.join(folder, f"{kind}.{times}{SUFFIX[suffix]}"), "wb") as file:
                file.write(make(times * max(32, start // divisor)))


if __name__ == "__main__": main()
