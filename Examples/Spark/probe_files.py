#!/usr/bin/env python3
"""Describes media files by mediaprobe on a Spark cluster and writes a Parquet table with a row for each file.

    spark-submit probe_files.py list.txt answers.parquet
    spark-submit probe_files.py --command "/opt/mediaprobe/mediaprobe" --partitions 400 s3a://bucket/list.txt s3a://bucket/answers.parquet

LIST is a text file with a path or an http(s) address on each line. Each partition starts one process of mediaprobe, which reads the names
of its files from standard input and answers with a line of JSON for each; a file that cannot be read is a row too, with its exit code.
The paths must be readable on every worker, and mediaprobe must be installed there or shipped with `spark-submit --files`.
"""
import argparse
import json
import shlex
import subprocess
import tempfile

COLUMNS = """file string, exit_code int, messages array<string>, container string, size long, seconds double, bit_rate long,
  video string, width int, height int, frame_rate double, audio string, sample_rate int, channels int, answer string"""


def row(line):
    """Turns a line of `mediaprobe info --format jsonl` into a row. `answer` keeps the whole of it."""
    answer = json.loads(line)
    result = answer["result"] or {}
    container = result.get("format", {})
    tracks = result.get("tracks", [])
    video = next((track for track in tracks if track.get("kind") == "video"), {})
    audio = next((track for track in tracks if track.get("kind") == "audio"), {})
    milliseconds = container.get("duration", {}).get("milliseconds")
    ratio = video.get("frame_rate", {}).get("ratio")
    count, per = (int(part) for part in ratio.split("/")) if ratio else (0, 0)
    return {
        "file": answer["file"],
        "exit_code": answer["exit_code"],
        "messages": answer["messages"],
        "container": container.get("container"),
        "size": container.get("size"),
        "seconds": milliseconds / 1000 if milliseconds is not None else None,
        "bit_rate": container.get("bit_rate"),
        "video": video.get("codec_string"),
        "width": video.get("picture", {}).get("width"),
        "height": video.get("picture", {}).get("height"),
        "frame_rate": count / per if per else None,
        "audio": audio.get("codec_string"),
        "sample_rate": audio.get("sound", {}).get("sample_rate"),
        "channels": audio.get("sound", {}).get("channels"),
        "answer": line,
    }


def describe(command):
    """Returns the function that Spark calls with the names of a partition."""

    def lines(names):
        with tempfile.TemporaryFile("w+") as paths, tempfile.TemporaryFile("w+") as errors:
            for name in names:
                paths.write(name + "\n")
            # Nothing asked, nothing started: a partition may be empty.
            if paths.tell() == 0:
                return
            paths.seek(0)
            arguments = shlex.split(command) + ["info", "--format", "jsonl", "--files-from", "-"]
            with subprocess.Popen(arguments, stdin=paths, stdout=subprocess.PIPE, stderr=errors, text=True) as process:
                for line in process.stdout:
                    yield row(line.rstrip("\n"))
            # 1 and 65 and 66 are about single files and stand in their rows; what ends the process itself fails the task.
            if process.returncode < 0 or process.returncode == 64:
                errors.seek(0)
                raise RuntimeError(f"mediaprobe ended with {process.returncode}: {errors.read(2000)}")

    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default="mediaprobe", help="the command of the workers (default: mediaprobe)")
    parser.add_argument("--partitions", type=int, default=0, help="the number of processes (default: Spark's parallelism)")
    parser.add_argument("list", help="a text file with a path or an address on each line")
    parser.add_argument("output", help="the Parquet table to write; it must not exist")
    arguments = parser.parse_args()

    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName("mediaprobe").getOrCreate()
    partitions = arguments.partitions or spark.sparkContext.defaultParallelism
    names = spark.read.text(arguments.list).rdd.map(lambda line: line.value).filter(bool).repartition(partitions)
    spark.createDataFrame(names.mapPartitions(describe(arguments.command)), COLUMNS).write.parquet(arguments.output)
    spark.stop()


if __name__ == "__main__":
    main()
