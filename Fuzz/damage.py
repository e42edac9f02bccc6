#!/usr/bin/env python3
"""Damages files and lets mediaprobe read them: damage.py MEDIAPROBE FOLDER [--copies N | --seconds N] [--seed N] [--keep FOLDER]

Each copy is a random file of FOLDER below 400 kB, changed in a few places, mostly in its headers, and given to three of the commands.
What must not happen: a signal, an exit code that is not documented, more than 64 MiB, more than ten seconds of processor time. Files that
make it happen are kept and named. The same seed tries the same files.
"""
import argparse, os, random, resource, sys, time

COMMANDS = [
    "nalu IN", "nalu --summary IN", "trace IN", "trace --format jsonl IN", "frames IN", "gop IN", "params --format json IN", "info IN",
    "info --format json IN", "packets IN", "packets --edit-list IN", "mp4 IN", "mp4 --full IN", "mp4 --format json IN", "flv IN",
    "flv --details IN", "aac IN", "roundtrip IN", "ffprobe -show_format -show_streams -of json -i IN",
    "ffprobe -show_packets -show_frames -i IN", "edit --set vui.video_full_range_flag=1 IN -o OUT.h264", "edit --set pps.pic_init_qp_minus26=1 IN -o OUT.mp4", "remux IN OUT.mp4",
    "remux --fragment 1s IN OUT.mp4", "remux --faststart IN OUT.mov", "remux --fps 25 IN OUT.mp4", "remux IN OUT.flv", "remux IN OUT.h264",
    "remux --verify --fps 25 IN OUT.mp4", "cut --verify --from 0.1 --to 0.7 --fps 25 IN OUT.mp4", "cut --from 0.2 --fps 25 IN OUT.flv",
    "join --verify --fps 25 IN IN OUT.mp4", "join IN IN OUT.flv", "addtrack --shortest --fps 25 IN IN OUT.mp4", "extract IN OUT.aac",
    "retag --avc1 IN OUT.mp4", "retag --hev1 IN OUT.mp4", "recover --verify --fps 25 IN OUT.mp4", "recover --like IN IN OUT.mp4",
    "check IN", "check --format sarif IN", "check --for safari --format json IN", "check --fix IN -o OUT.mp4", "check --fix IN -o OUT.flv",
    "check --fix IN -o OUT.h264", "explain IN 100", "explain IN time 0.1s", "explain --format json IN moov", "diff IN IN",
    "report IN -o OUT.html", "report IN IN -o OUT.html", "plot --what clock IN -o OUT.svg", "plot --what bitrate IN -o OUT.svg",
    "plot --what buffer IN -o OUT.svg",
    "recover --sps 6742c00ad90507e88400000300040000030050f1226480 --pps 68cb83cb20 --fps 25 IN OUT.mp4",
]
MAX_MEMORY = 64  # MiB
DOCUMENTED = {0, 1, 64, 65, 66, 69, 73, 74}
NUMBERS = [b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff", b"\x80\0\0\0"]


def damaged(data):
    data = bytearray(data)
    in_head = random.random() < 0.6
    for _ in range(random.choice([1, 2, 4, 16, 64])):
        at = random.randrange(min(len(data), random.choice([64, 512, 4096])) if in_head else len(data))
        kind = random.random()
        if kind < 0.4:
            data[at] ^= 1 << random.randrange(8)
        elif kind < 0.6:
            data[at] = random.choice([0, 1, 127, 128, 255])
        elif kind < 0.75:
            data[at:at + 4] = random.choice(NUMBERS)
        elif kind < 0.85:
            del data[at:at + random.randrange(1, 20)]
        else:
            data[at:at] = bytes(data[at:at + random.randrange(1, 40)])
        data = data or bytearray(1)
    return data[:random.randrange(len(data)) + 1] if random.random() < 0.2 else data


def run(words):
    """Signal, exit code, MiB and seconds of processor time of one process."""
    pid = os.fork()
    if pid == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(null, descriptor)
        resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.execve(words[0], words, dict(os.environ, SWIFT_BACKTRACE="enable=no"))
    _, status, usage = os.wait4(pid, 0)
    return status & 127, status >> 8, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mediaprobe")
    parser.add_argument("folder")
    parser.add_argument("--copies", type=int)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", default="fuzz-findings")
    options = parser.parse_args()
    random.seed(options.seed)
    os.makedirs(options.keep, exist_ok=True)
    mediaprobe = os.path.abspath(options.mediaprobe)
    paths = [os.path.join(folder, name) for folder, _, names in os.walk(options.folder) for name in names]
    paths = sorted(path for path in paths if 0 < os.path.getsize(path) < 400_000)
    copies = runs = bad = 0
    peak = 0.0
    end = time.monotonic() + options.seconds
    while copies < options.copies if options.copies else time.monotonic() < end:
        source = random.choice(paths)
        with open(source, "rb") as file:
            data = damaged(file.read())
        victim = os.path.join(options.keep, f"{options.seed}-{runs}")
        with open(victim, "wb") as file:
            file.write(data)
        is_kept = False
        for command in random.sample(COMMANDS, 3):
            words = [word.replace("OUT", victim + ".out") if "OUT" in word else word for word in command.split()]
            words = [mediaprobe] + [victim if word == "IN" else word for word in words]
            signal, code, memory, seconds = run(words)
            runs += 1
            peak = max(peak, memory)
            if signal or code not in DOCUMENTED or memory > MAX_MEMORY or seconds > 10:
                bad += 1
                is_kept = True
                print(f"{' '.join(words)}: signal {signal}, exit {code}, {memory:.0f} MiB, {seconds:.1f} s ({source})", flush=True)
            if words[-1].startswith(victim + ".out") and os.path.exists(words[-1]):
                os.remove(words[-1])
        if not is_kept:
            os.remove(victim)
        copies += 1
    print(f"{copies} copies, {runs} runs, {bad} bad; at most {peak:.0f} MiB")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
