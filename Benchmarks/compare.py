#!/usr/bin/env python3
"""Runs commands beside each other, round after round, and prints medians, ratios and peak memory. See README.md."""
import argparse, glob, os, re, shutil, statistics, subprocess, sys, tempfile, time

# Tables: a title, the input, rows of (name, command, what it does), and targets: the largest ratio of a row of mediaprobe to the first
# row, the smallest of a peer. {mp} is mediaprobe, {f} the input, {o} an output file without its suffix, which is removed after each run. A
# row whose program is missing is left out; if it is the first, the table has no targets. Standard output goes to /dev/null.
CAT = ("cat", "cat {f}", "reads")
FFPROBE = ("ffprobe -show_packets", "ffprobe -v error -show_packets -of compact {f}", "a row for each packet")
MEDIAINFO = ("mediainfo, whole file", "mediainfo --ParseSpeed=1 {f}", "a summary")
FFMPEG = "ffmpeg -nostdin -v {level} -i {{f}} -c:v copy -bsf:v trace_headers -f null -"
FFMPEG_PRINTS = ("ffmpeg trace_headers", FFMPEG.format(level="info"), "a line for each syntax element")
FFMPEG_SILENT = ("ffmpeg -v error trace_headers", FFMPEG.format(level="error"), "reads every syntax element, prints nothing")
NALU = ("mediaprobe nalu", "{mp} nalu {f}", "a row for each NAL unit")
TABLES = [
    ("NAL units", "big.h264", [CAT, NALU, FFPROBE, MEDIAINFO], {"mediaprobe nalu": 1.7}),
    ("Small NAL units", "small_nals.h264", [CAT, NALU, FFPROBE, MEDIAINFO], {"mediaprobe nalu": 4.0}),
    ("H.265", "big.hevc", [CAT, NALU, FFPROBE, MEDIAINFO], {}),
    ("Pictures", "small_nals.h264", [
        ("mediaprobe frames", "{mp} frames {f}", "a row for each picture"), CAT, FFPROBE, FFMPEG_SILENT,
    ], {FFPROBE[0]: 2.5, FFMPEG_SILENT[0]: 10.0}),
    ("Syntax elements", "small_nals.h264", [
        ("mediaprobe trace", "{mp} trace {f}", "a line for each syntax element"), FFMPEG_PRINTS,
    ], {FFMPEG_PRINTS[0]: 11.0}),
    ("FLV tags", "big.flv", [
        CAT,
        ("mediaprobe flv", "{mp} flv {f}", "a row for each tag"),
        ("flvmeta -F -x", "flvmeta -F -x {f}", "a row for each tag"),
        FFPROBE, MEDIAINFO,
    ], {"mediaprobe flv": 0.8}),
    ("Samples", "many_samples.mp4", [
        FFPROBE, ("mediaprobe packets", "{mp} packets --format csv {f}", "a row for each sample"),
    ], {"mediaprobe packets": 1 / 40}),
    ("Samples in fragments", "frag.mp4", [
        FFPROBE, ("mediaprobe packets", "{mp} packets --format csv {f}", "a row for each sample"),
    ], {"mediaprobe packets": 1 / 20}),
    ("Boxes and summary", "many_samples.mp4", [
        ("ffprobe format and streams", "ffprobe -v error -show_format -show_streams {f}", "format and streams"),
        ("mediaprobe mp4", "{mp} mp4 {f}", "a row for each box"),
        ("mediaprobe info", "{mp} info {f}", "a summary"),
    ], {"mediaprobe mp4": 0.11, "mediaprobe info": 0.11}),
    *[
        (f"{name}: to {kind}", name, [
            ("cp", "cp {f} {o}", "copies the file"),
            (f"mediaprobe to {kind}", "{mp} remux " + ours, "another container"),
            (f"ffmpeg to {kind}", "ffmpeg -nostdin -v error -y -i {f} -c copy " + theirs, "another container"),
        ], {f"mediaprobe to {kind}": most})
        for name, kind, ours, theirs, most in [
            ("big.mp4", "FLV", "{f} {o}.flv", "{o}.flv", 2.0),
            ("big.flv", "MP4", "{f} {o}.mp4", "{o}.mp4", 2.0),
            ("big.mp4", "fragments", "--fragment 2s {f} {o}.mp4", "-movflags frag_keyframe+empty_moov {o}.mp4", 2.0),
            ("frag.mp4", "plain MP4", "{f} {o}.mp4", "{o}.mp4", 2.0),
            ("video_only.mp4", "Annex B", "{f} {o}.h264", "{o}.h264", 2.0),
            ("video_only.h264", "MP4", "--fps 25 {f} {o}.mp4", "{o}.mp4", 2.8),
            ("big.mp4", "faststart", "--faststart {f} {o}.mp4", "-movflags +faststart {o}.mp4", 1.3),
        ]
    ],
    *[
        (f"Many samples: to {kind}", "many_samples.mp4", [
            ("ffmpeg", "ffmpeg -nostdin -v error -y -i {f} -c copy " + theirs, "another layout"),
            ("mediaprobe", "{mp} remux " + ours, "another layout"),
        ], {"mediaprobe": 1 / 7})
        for kind, ours, theirs in [
            ("fragments", "--fragment 2s {f} {o}.mp4", "-movflags frag_keyframe+empty_moov {o}.mp4"),
            ("plain MP4", "{f} {o}.mp4", "{o}.mp4"),
        ]
    ],
    ("Boxes with all fields and rows", "many_samples.mp4", [
        ("mp4dump --verbosity 3", "mp4dump --verbosity 3 {f}", "every box, field and row"),
        ("mediaprobe mp4 --full", "{mp} mp4 --full {f}", "every box, field and row"),
    ], {"mediaprobe mp4 --full": 0.5}),
    ("Round trip", "small_nals.h264", [
        CAT, ("mediaprobe roundtrip", "{mp} roundtrip {f}", "parses and encodes every NAL unit"),
    ], {}),
    ("Startup", "unit_tiny.mp4", [
        ("true", "true", "nothing"),
        ("mediaprobe --version", "{mp} --version", "prints a line"),
        ("mediaprobe info", "{mp} info {f}", "a summary of a small file"),
        ("ffprobe -version", "ffprobe -v error -version", "prints a few lines"),
    ], {}),
    ("ADTS frames", "big.aac", [CAT, ("mediaprobe aac", "{mp} aac {f}", "a row for each frame"), FFPROBE], {}),
]
MOST_MEMORY = 16  # MiB, mediaprobe's
MOST_MEMORY_CARRYING = {"Many samples: to plain MP4": 48}  # where it writes files: 24, and for two million samples' tables more


def run(words):
    """Wall seconds and exit code of one process."""
    null = os.open(os.devnull, os.O_RDWR)
    start = time.monotonic()
    pid = os.posix_spawnp(words[0], words, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, null, fd) for fd in (0, 1, 2)])
    _, status = os.waitpid(pid, 0)
    wall = time.monotonic() - start
    os.close(null)
    return wall, os.waitstatus_to_exitcode(status)


def peak_memory(words):
    """MiB. By a small program in between: what this script itself takes would count for a process that it starts."""
    with tempfile.NamedTemporaryFile("r") as out:
        run(["time", "--quiet", "--output", out.name, "--format", "%M"] + words)
        return int(out.read().split()[-1]) / 1024


def relocations(mediaprobe):
    """The addresses that the loader adjusts before the program starts; None without readelf."""
    if not shutil.which("readelf"):
        return None
    lines = subprocess.run(["readelf", "-rW", mediaprobe], capture_output=True, text=True).stdout.splitlines()
    count = 0
    for line in lines:
        # The number of packed ones (DT_RELR), as binutils print it: "45000 offsets", or "which relocate 45000 locations" in the heading.
        packed = re.search(r"^ +(\d+) offsets?$|relocates? (\d+) location", line)
        count += int(packed[1] or packed[2]) if packed else "R_" in line
    return count


def clean(output):
    for name in glob.glob(output + "*"):
        os.remove(name)


def compare(title, path, rows, limits, rounds, mediaprobe, output):
    size = os.path.getsize(path)
    print(f"\n## {title}: {os.path.basename(path)}, {size:,} bytes\n")
    commands = []
    for name, command, what in rows:
        command = command.format(mp=mediaprobe, f=path, o=output)
        if shutil.which(command.split()[0]):
            commands.append((name, command, what))
        else:
            print(f"({name} is not installed)")
    results = {name: [] for name, _, _ in commands}
    for number in range(rounds + 1):
        for name, command, _ in commands:
            result = run(command.split())
            clean(output)
            if number:
                results[name].append(result)
    print("| command | does | wall s (min–max) | × first | GB/s | MiB | exit |")
    print("|---|---|---|---|---|---|---|")
    broken = []
    if commands[0][0] != rows[0][0]:
        limits = {}
    first = results[commands[0][0]]
    for name, command, what in commands:
        walls = [r[0] for r in results[name]]
        # The median of the ratios within each round: what drifts between rounds drops out.
        ratio = statistics.median(a / b[0] for a, b in zip(walls, first))
        wall, memory = statistics.median(walls), peak_memory(command.split())
        clean(output)
        codes = {r[1] for r in results[name]}
        span = f"{wall:.4f} ({min(walls):.4f}–{max(walls):.4f})"
        print(f"| {name} | {what} | {span} | {ratio:.2f} | {size / wall / 1e9:.2f} | {memory:.1f} | {codes} |")
        is_ours = name.startswith("mediaprobe")
        if name in limits and (ratio > limits[name] if is_ours else ratio < limits[name]):
            wanted = f"at {'most' if is_ours else 'least'} {limits[name]} is wanted"
            broken.append(f"{name} on {os.path.basename(path)}: {ratio:.2f} times {commands[0][0]}, {wanted}")
        most = MOST_MEMORY_CARRYING.get(title, 24) if " remux " in command else MOST_MEMORY
        if is_ours and memory > most:
            broken.append(f"{name} on {os.path.basename(path)}: {memory:.1f} MiB, at most {most} are wanted")
        if is_ours and codes != {0}:
            broken.append(f"{name} on {os.path.basename(path)}: exit {codes}")
    return broken


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", required=True, help="where the inputs are")
    parser.add_argument("--output", help="where files are written; the inputs' folder by default")
    parser.add_argument("--mediaprobe", required=True, help="the binary to measure")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", help="tables whose title or input holds this word")
    parser.add_argument("--limits", action="store_true", help="fail where a target is missed")
    options = parser.parse_args()
    mediaprobe = os.path.abspath(options.mediaprobe)
    broken = []
    for title, name, rows, limits in TABLES:
        if options.only and options.only not in title + name:
            continue
        path = os.path.join(options.folder, name)
        if title == "Startup":
            print(f"\nmediaprobe has {relocations(mediaprobe)} relocations.")
        if os.path.exists(path):
            output = os.path.join(options.output or options.folder, f"written-{os.getpid()}")
            broken += compare(title, path, rows, limits, options.rounds, mediaprobe, output)
        else:
            print(f"\n({name} is not there)")
    for line in broken:
        print("missed:", line)
    return 1 if broken and options.limits else 0


if __name__ == "__main__":
    sys.exit(main())
