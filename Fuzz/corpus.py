#!/usr/bin/env python3
"""Makes the kept corpus and the dictionaries of the fuzzer from Fixtures/.

    Fuzz/corpus.py MEDIAPROBE

MEDIAPROBE is the command, which cuts short files out of the fixtures. Everything else is bytes of the fixtures, or written here.
"""

import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "Fixtures"
CORPUS = ROOT / "Fuzz" / "Corpus"
DICTIONARIES = ROOT / "Fuzz" / "Dictionaries"


def put(target, name, data):
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


def units(stream):
    """The NAL units of a byte stream, without start codes."""
    starts = [m.end() for m in re.finditer(b"\0\0\1", stream)]
    ends = [stream.rindex(b"\0\0\1", 0, start) for start in starts[1:]] + [len(stream)]
    return [stream[a:b].rstrip(b"\0") for a, b in zip(starts, ends)]


def box(kind, *parts):
    data = b"".join(parts)
    return struct.pack(">I", len(data) + 8) + kind.encode("latin-1") + data


def fixture(name):
    return (FIXTURES / name).read_bytes()


# NAL units


def nal():
    for name, target in (("bframes.h264", "h264"), ("interlaced.h264", "h264"), ("opengop.hevc", "hevc")):
        stem = name.split(".")[0]
        found = units(fixture(name))
        # Slices by their headers: what follows is entropy-coded data that nothing reads.
        short = [unit[:48] if len(unit) > 200 else unit for unit in found]
        put(target, stem, b"".join(b"\0\0\0\1" + unit for unit in short[:14]))
        kind = (lambda unit: unit[0] & 31) if target == "h264" else (lambda unit: unit[0] >> 1 & 63)
        sets = [unit for unit in short if kind(unit) in ((7, 8) if target == "h264" else (32, 33, 34))][:3]
        kinds = {}
        for unit in short:
            kinds.setdefault(kind(unit), unit)
        for number, unit in kinds.items():
            put(target, f"{stem}-{number}", b"".join(b"\0\0\1" + part for part in sets + [unit]))
        put("annexb", stem, bytes([3, 20]) + b"".join(b"\0\0\0\1" + unit for unit in short[:12]))
        put("annexb", stem + "-lengths", bytes([7, 255]) + b"".join(struct.pack(">I", len(unit)) + unit for unit in short[:6]))
    put("annexb", "zeros", bytes([0, 4]) + b"\0\0\0\0\1\0\0\0\1\x67\0\0\0\0\0\1\x68\0\0\3\1\0\0")


# FLV


def flv_tags(data):
    place = 13
    while place + 11 <= len(data):
        size = int.from_bytes(data[place + 1 : place + 4], "big")
        yield data[place], data[place + 11 : place + 11 + size]
        place += 15 + size


def flv_tag(kind, body, time=0):
    head = bytes([kind]) + len(body).to_bytes(3, "big") + (time & 0xFFFFFF).to_bytes(3, "big") + bytes([time >> 24, 0, 0, 0])
    return head + body + struct.pack(">I", len(head) + len(body))


def flv_file(*tags):
    return b"FLV\1\5\0\0\0\x09\0\0\0\0" + b"".join(tags)


def string(text):
    return struct.pack(">H", len(text)) + text.encode()


def number(value):
    return b"\0" + struct.pack(">d", value)


def flv():
    data = fixture("avc_aac.flv")
    found = list(flv_tags(data))
    short = [(kind, body[:40]) for kind, body in found[:8]]
    whole = flv_file(*(flv_tag(kind, body, 40 * place) for place, (kind, body) in enumerate(short)))
    put("flv", "avc_aac", bytes([5, 32]) + data[:2048])
    put("flv", "short", bytes([1, 9]) + whole)
    enhanced = {
        "hevc": b"\x91hvc1\0\0\0" + b"\0\0\0\4abcd",
        "sequence": b"\x90hvc1" + b"\1" * 23,
        "av1": b"\x91av01" + b"\x12\0",
        "modex": b"\x97\2\0\1\0\x11avc1\0\0\0\0\0\0\1\x65",
        "tracks": b"\x96\x10hvc1\0\0\0\4abcd\1\0\0\2ef",
        "codecs": b"\x96\x21hvc1\0\0\0\4\0\0\0\0av01\1\0\0\2ef",
    }
    sound = {"opus": b"\x91Opus\0", "tracks": b"\x95\x11Opus\0\0\0\2ab\1\0\0\1c", "order": b"\x94mp4a\1\2\0\0\0\3"}
    for name, body in enhanced.items():
        put("flv", "video-" + name, bytes([0, 32]) + flv_file(flv_tag(9, body), flv_tag(9, b"\x50\0")))
    for name, body in sound.items():
        put("flv", "sound-" + name, bytes([2, 16]) + flv_file(flv_tag(8, body, 1 << 25)))
    for kind, name in ((1, "audio"), (7, "video")):
        put("law", f"flv-{name}", bytes([6 if kind == 1 else 7]) + found[kind][1][:16])
    put("law", "flv-header", b"\4" + data[:9])
    put("law", "flv-tag", b"\5" + data[13:24])
    for name, body in enhanced.items():
        put("law", "flv-video-" + name, b"\7" + body)
    for name, body in sound.items():
        put("law", "flv-sound-" + name, b"\6" + body)

    script = found[0][1]
    put("amf", "onMetaData", script)
    put("law", "flv-script", b"\x08" + script)
    frames = b"\3" + string("times") + b"\x0a\0\0\0\2" + number(0) + number(1) + string("filepositions") + b"\x0a\0\0\0\2" + number(13)
    frames += number(99) + b"\0\0\x09"
    put("amf", "keyframes", b"\2" + string("onMetaData") + b"\x08\0\0\0\1" + string("keyframes") + frames + b"\0\0\x09")
    kinds = number(1.5) + b"\1\1" + b"\3" + string("a") + b"\5\0\0\x09" + b"\6" + b"\7\0\1" + b"\x0b" + b"\0" * 10 + b"\x0c\0\0\0\1x"
    put("amf", "kinds", b"\2" + string("f") + b"\x0a\0\0\0\6" + kinds)
    put("amf", "typed", b"\2" + string("f") + b"\x10" + string("C") + string("x") + b"\1\0\0\0\x09\x11\1\2")
    put("amf", "xml", b"\x0f\0\0\0\2<>")
    command = b"\2" + string("connect") + number(1) + b"\3" + string("app") + b"\2" + string("live") + b"\0\0\x09"
    put("amf", "connect", command)
    put("law", "command", b"\xff" + command)


# RTMP


def chunk(kind, body, stream=3, time=0, fmt=0, message_stream=0, size=128):
    late = time >= 0xFFFFFF
    head = bytes([fmt << 6 | stream])
    if fmt < 3:
        head += (0xFFFFFF if late else time).to_bytes(3, "big")
    if fmt < 2:
        head += len(body).to_bytes(3, "big") + bytes([kind])
    if fmt < 1:
        head += struct.pack("<I", message_stream)
    more = struct.pack(">I", time) if late else b""
    parts = [body[i : i + size] for i in range(0, len(body), size)] or [b""]
    return head + more + parts[0] + b"".join(bytes([0xC0 | stream]) + more + part for part in parts[1:])


def rtmp():
    connect = b"\2" + string("connect") + number(1) + b"\3" + string("app") + b"\2" + string("live") + b"\0\0\x09"
    result = b"\2" + string("_result") + number(1) + b"\3\0\0\x09" + b"\3" + string("code") + b"\2"
    result += string("NetConnection.Connect.Success") + b"\0\0\x09"
    created = b"\2" + string("_result") + number(4) + b"\5" + number(1)
    status = b"\2" + string("onStatus") + number(0) + b"\5\3" + string("level") + b"\2" + string("status") + string("code") + b"\2"
    start = status + string("NetStream.Publish.Start") + b"\0\0\x09"
    play = status + string("NetStream.Play.Start") + b"\0\0\x09"
    control = chunk(5, struct.pack(">I", 2500), 2) + chunk(6, struct.pack(">IB", 2500, 2), 2) + chunk(1, struct.pack(">I", 4096), 2)
    control += chunk(4, b"\0\6\0\0\0\1", 2) + chunk(3, struct.pack(">I", 100), 2) + chunk(2, struct.pack(">I", 4), 2)
    media = chunk(8, b"\xaf\1" + b"a" * 20, 4, 5, message_stream=1) + chunk(8, b"\xaf\1" + b"b" * 20, 4, 3, 2) + b"\xc4" + b"c" * 22
    media += chunk(9, b"\x17\1" + b"v" * 300, 6, 1 << 25, message_stream=1)
    tags = b"".join(flv_tag(8, b"\xaf\1x", 10 + place) for place in range(3))
    media += chunk(22, tags, 7, 100, message_stream=1)
    put("rtmp", "server", bytes([3, 0]) + chunk(20, connect) + control + media)
    for name, last in (("publish", start), ("play", play)):
        told = chunk(20, result) + chunk(20, created) + chunk(20, last, message_stream=1)
        put("rtmp", name, bytes([9, 4]) + control[:32] + told + media)
    put("rtmp", "handshake", bytes([7, 14]) + b"\3" + b"\0" * 4 + b"\4\5\0\1" + b"h" * 3064 + chunk(20, result))
    put("rtmp", "amf3", bytes([0, 0]) + chunk(17, b"\0" + connect) + chunk(15, b"\0" + b"\2\0\1x"))
    put("rtmp", "messages", bytes([5, 1]) + bytes([0, 10, 200, 1, 20, 255, 7, 0, 64, 34, 9, 1, 0, 26, 1, 0, 0, 0, 5, 64, 1, 2, 3, 0, 10, 200]))
    put("law", "user-control", b"\x10\0\6\0\0\0\1")


# AAC


def adts():
    data = fixture("tone.aac")
    frames = []
    place = 0
    while place + 7 <= len(data):
        size = (data[place + 3] & 3) << 11 | data[place + 4] << 3 | data[place + 5] >> 5
        frames.append(data[place : place + size])
        place += size
    put("adts", "frames", b"\1" + b"".join(frames[:3]))
    put("adts", "first", b"\0" + frames[0] + frames[0])
    put("adts", "garbage", b"\2" + b"ID3\4\0\0\0\0\0\5abcde" + frames[0] + b"xx\xff\xf1yy" + frames[0] + b"TAG" + b"t" * 125)
    put("adts", "ape", b"\3" + frames[0] + b"APETAGEX" + struct.pack("<IIII", 2000, 32, 0, 1 << 31) + b"\0" * 8 + frames[0])
    put("adts", "block", b"\0" + bytes([0x12, 0x08]) + frames[1][7:])
    configs = {"lc": "1210", "sbr": "139056e5a0", "hierarchical": "2b8a0800", "ps": "eb8a0800", "960": "1214", "program": "1200" "05 20 44 00 00"}
    for name, digits in configs.items():
        put("adts", "config-" + name, b"\0" + bytes.fromhex(digits))
        put("law", "config-" + name, b"\1" + bytes.fromhex(digits))
    put("law", "adts", b"\2" + frames[0][:7])
    put("law", "program", b"\3" + bytes.fromhex("0520440000"))


# MP4


def known_boxes():
    """The payloads of known-boxes.txt as inputs of the laws, and each as a file of that box alone."""
    types = set()
    count = 0
    for line in fixture("known-boxes.txt").decode().splitlines():
        if line.startswith("#") or not line:
            continue
        name, _, text = line.partition(" ")
        data = b""
        for place, part in enumerate(text.split("'")):
            data += bytes.fromhex(part) if place % 2 == 0 else part.encode()
        count += 1
        if name.startswith("uuid="):
            put("law", f"box-{count:03}", b"\0uuid" + b"\0" * 9 + bytes.fromhex(name[5:]) + data)
            continue
        container, version, kind = b"\0" * 4, 0, name
        if "/" in name:
            around, kind = name.split("/")
            version = 1 if around.endswith(":1") else 0
            container = around.split(":")[0].encode("latin-1")
        escaped = re.sub(r"\\x([0-9a-fA-F]{2})", lambda m: chr(int(m[1], 16)), kind)
        code = escaped.encode("latin-1", "replace")
        if len(code) != 4 or len(container) != 4:
            continue
        types.update((code, container))
        handler = {b"stsd": b"vide"}.get(container, b"\0" * 4)
        put("law", f"box-{count:03}", b"\0" + code + container + handler + bytes([version]) + data)
        all_boxes.append(box(escaped, data))
    return types - {b"\0" * 4}


all_boxes = []


def structures():
    h264 = units(fixture("bframes.h264"))
    put("law", "sps", b"\x0b" + next(unit for unit in h264 if unit[0] & 31 == 7)[1:].replace(b"\0\0\3", b"\0\0"))
    hevc = units(fixture("opengop.hevc"))
    put("law", "vps", b"\x0e" + next(unit for unit in hevc if unit[0] >> 1 & 63 == 32)[2:].replace(b"\0\0\3", b"\0\0"))
    put("law", "prefix", b"\x11\x6e\x80\0\7")
    for name, kind, code in (("plain.mp4", 9, b"avcC"), ("hvc1.mp4", 10, b"hvcC"), ("plain.mp4", 15, b"esds")):
        data = fixture(name)
        place = data.index(code)
        size = int.from_bytes(data[place - 4 : place], "big")
        put("law", code.decode(), bytes([kind]) + data[place + (8 if code == b"esds" else 4) : place - 4 + size])


def movies(mediaprobe):
    with tempfile.TemporaryDirectory() as folder:
        made = {}

        def cut(name, source, *options):
            path = pathlib.Path(folder) / name
            subprocess.run([mediaprobe, "cut", *options, FIXTURES / source, path], check=True, stderr=subprocess.DEVNULL)
            made[name] = path.read_bytes()

        cut("plain.mp4", "faststart.mp4", "--to", "160ms")
        cut("fragments.mp4", "fragmented.mp4", "--to", "160ms", "--fragment", "50ms")
        cut("hybrid.mp4", "hvc1.mp4", "--hybrid", "--fragment", "100ms")
        cut("hevc.mp4", "hvc1.mp4", "--to", "100ms", "--faststart")
        cut("sound.mp4", "plain.mp4", "--to", "60ms", "--track", "1")
        cut("both.flv", "avc_aac.flv", "--to", "80ms")
        cut("pictures.h264", "bframes.h264", "--to", "80ms", "--keyframes")
        cut("sound.aac", "tone.aac", "--to", "80ms")
    for place, (name, data) in enumerate(made.items()):
        stem = name.replace(".", "-")
        if name.endswith("mp4"):
            put("boxes", stem, data)
            put("samples", stem, data)
        for target in range(5):
            layout = (place + target) % 4
            # What does not fit is refused soon; one of them is enough.
            fits = {0: True, 1: True, 2: "sound" not in name, 3: "sound" in name or "plain" in name, 4: name == "sound.mp4"}
            if fits[target]:
                put("remux", f"{stem}-{target}", bytes([target, layout]) + data)
        put("remux", f"{stem}-cut", bytes([0xC0, place % 4]) + data)
        put("remux", f"{stem}-joined", bytes([0x40, place % 4]) + data)
    boxes = [entry for entry in all_boxes if len(entry) < 400]
    for start in range(0, len(boxes), 24):
        put("boxes", f"known-{start // 24:02}", b"".join(boxes[start : start + 24]))
    packed = zlib.compress(made["plain.mp4"][made["plain.mp4"].index(b"moov") - 4 :][:1500])
    size = struct.pack(">I", 1500)
    put("boxes", "compressed", box("moov", box("cmov", box("dcom", b"zlib"), box("cmvd", size + packed))))


# The rest


def writers():
    chance = random.Random(1)
    for place in range(24):
        head = bytes([place % 4, chance.randrange(32), *(chance.randrange(256) for _ in range(4)), place % 3])
        tail = bytes(chance.choice((8, 12, 40, 200, 8 | 64, chance.randrange(256))) for _ in range(40 + 12 * place))
        put("moviewriter", f"random-{place:02}", head + tail)


def inflate():
    text = b"the quick brown fox jumps over the lazy dog. " * 8 + bytes(range(64))
    for name, level, strategy in (("best", 9, 0), ("fixed", 6, zlib.Z_FIXED), ("huffman", 6, zlib.Z_HUFFMAN_ONLY), ("stored", 0, 0)):
        for form, bits in (("zlib", 15), ("raw", -15)):
            packer = zlib.compressobj(level, zlib.DEFLATED, bits, 9, strategy)
            put("inflate", f"{name}-{form}", packer.compress(text) + packer.flush())


def dictionaries(types):
    DICTIONARIES.mkdir(exist_ok=True)

    def write(name, words):
        def quoted(word):
            return "".join(chr(b) if 32 < b < 127 and b not in (34, 92) else f"\\x{b:02x}" for b in word)

        (DICTIONARIES / (name + ".dict")).write_text("".join(f'"{quoted(word)}"\n' for word in sorted(set(words))))

    source = "".join(path.read_text() for path in sorted((ROOT / "Sources" / "MP4Kit" / "Structure").glob("*.swift")))
    found = {match.encode("latin-1") for match in re.findall(r'"([^"\\\n]{4})"', source) if match.isascii()}
    write("boxes", types | found | {b"zlib", b"\0\0\0\1", b"\xff\xff\xff\xff"})
    codes = [b"\0\0\1", b"\0\0\0\1", b"\0\0\3", b"\x80", b"\xb5\0\x31", b"\xb5\0\x3c", b"GA94"]
    codes += [b"\0\0\1" + bytes([0x60 | kind]) for kind in range(1, 22)] + [b"\0\0\1" + bytes([kind << 1, 1]) for kind in range(41)]
    codes += [b"\0\0\1\6" + bytes([kind]) for kind in range(60)] + [b"\0\0\1\x4e\1" + bytes([kind]) for kind in range(128, 150)]
    write("nal", codes)
    names = "onMetaData keyframes times filepositions duration width height videocodecid audiocodecid stereo encoder connect _result _error"
    names += " onStatus code level description createStream publish play close NetConnection.Connect.Success NetStream.Publish.Start"
    names += " NetStream.Play.Start status error onFCPublish"
    fours = "avc1 hvc1 vvc1 av01 vp08 vp09 mp4a Opus fLaC ac-3 ec-3 .mp3"
    words = [string(word) for word in names.split()] + [word.encode() for word in fours.split()]
    write("flv", words + [b"\0\0\x09", b"FLV\1\5\0\0\0\x09", b"\xff\xff\xff", b"\x0a\0\0\0\2", b"\x08\0\0\0\1"])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    shutil.rmtree(CORPUS, ignore_errors=True)
    nal()
    flv()
    rtmp()
    adts()
    types = known_boxes()
    structures()
    movies(sys.argv[1])
    writers()
    inflate()
    # These targets take the same form.
    (CORPUS / "strict").symlink_to("law")
    (CORPUS / "check").symlink_to("remux")
    (CORPUS / "answers").symlink_to("remux")
    (CORPUS / "recover").symlink_to("remux")
    dictionaries(types)
    for folder in sorted(CORPUS.iterdir()):
        sizes = [path.stat().st_size for path in folder.iterdir()]
        print(f"{folder.name:12} {len(sizes):4} files {sum(sizes):7} bytes")


main()
