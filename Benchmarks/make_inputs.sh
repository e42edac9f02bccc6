#!/bin/sh
# Makes the benchmarks' inputs in DIR: half a minute of synthetic pictures and sound, encoded once, then repeated to the size wanted.
#   sh make_inputs.sh DIR [SIZE_MIB]
# A file that is there is kept. Needs ffmpeg with libx264 and libx265, and three times SIZE_MIB of room.
set -eu
dir=${1:?usage: make_inputs.sh DIR [SIZE_MIB]}
size=${2:-1024}
mkdir -p "$dir"
cd "$dir"

ff() { ffmpeg -hide_banner -loglevel error -nostdin -y -fflags +bitexact "$@"; }
wanted() { [ -s "$1" ] && return 1; echo "making $1"; }
bytes() { stat -c %s "$1"; }

# repeat OUT BYTES FILE: FILE over and over, until there are BYTES.
repeat() {
  times=$((($2 + $(bytes "$3") - 1) / $(bytes "$3")))
  while [ $times -gt 0 ]; do cat "$3"; times=$((times - 1)); done > "$1.part"
  mv "$1.part" "$1"
}

pictures="testsrc2=s=1280x720:r=25[a];mandelbrot=s=640x360:r=25[b];[a][b]overlay=320:180,noise=alls=8:allf=t:all_seed=7,format=yuv420p[v]"
exact="-flags:v +bitexact -flags:a +bitexact -map_metadata -1"

if wanted unit.h264; then
  ff -filter_complex "$pictures" -map '[v]' -t 20 -c:v libx264 -preset ultrafast -b:v 4M -maxrate 6M -bufsize 1M \
    -x264-params threads=1:bframes=2:b-adapt=0:keyint=50:scenecut=0:repeat-headers=1:aud=1 $exact -f h264 unit.h264
fi
if wanted unit.hevc; then
  ff -filter_complex "$pictures" -map '[v]' -t 10 -c:v libx265 -preset ultrafast -b:v 4M \
    -x265-params pools=1:frame-threads=1:bframes=2:b-adapt=0:keyint=50:scenecut=0:repeat-headers=1:log-level=error $exact -f hevc unit.hevc
fi
if wanted unit_small.h264; then
  ff -f lavfi -i "testsrc2=s=352x288:r=25,noise=alls=20:allf=t:all_seed=7,format=yuv420p" -t 10 -c:v libx264 -preset ultrafast -qp 30 \
    -x264-params threads=1:slice-max-size=300:keyint=50:scenecut=0:repeat-headers=1 $exact -f h264 unit_small.h264
fi
# Encoded once more and not taken from unit.h264: ffmpeg gives the pictures of a bare stream with B frames no times.
if wanted unit.flv; then
  ff -f lavfi -i "anoisesrc=r=48000:c=pink:seed=7" -filter_complex "$pictures" -map '[v]' -map 0:a -t 20 -c:v libx264 -preset ultrafast \
    -b:v 4M -maxrate 6M -bufsize 1M -x264-params threads=1:bframes=2:b-adapt=0:keyint=50:scenecut=0 -c:a aac -ac 2 -b:a 128k \
    $exact -f flv unit.flv
fi
if wanted unit.aac; then
  ff -i unit.flv -map 0:a -c copy $exact -f adts unit.aac
fi

mebi=1048576
if wanted big.h264; then repeat big.h264 $((size * mebi)) unit.h264; fi
if wanted small_nals.h264; then repeat small_nals.h264 $((size * mebi / 10)) unit_small.h264; fi
if wanted big.hevc; then repeat big.hevc $((size * mebi * 3 / 10)) unit.hevc; fi
if wanted big.aac; then repeat big.aac $((size * mebi / 10)) unit.aac; fi
if wanted big.flv; then
  loops=$((size * mebi / $(bytes unit.flv)))
  ff -stream_loop "$loops" -i unit.flv -map 0 -c copy $exact -f flv big.flv.part
  mv big.flv.part big.flv
fi
# Two million samples of a few bytes each.
if wanted unit_tiny.mp4; then
  ff -f lavfi -i "testsrc2=s=64x48:r=60,format=yuv420p" -f lavfi -i "anoisesrc=r=48000:c=pink:seed=7:a=0.01" -t 20 -c:v libx264 -preset ultrafast \
    -qp 40 -x264-params threads=1:bframes=2:b-adapt=0:keyint=120:scenecut=0 -c:a aac -ac 1 -b:a 16k $exact unit_tiny.mp4
fi
if wanted many_samples.mp4; then
  ff -stream_loop $((size * 940 / 1024)) -i unit_tiny.mp4 -map 0 -c copy $exact -f mp4 many_samples.mp4.part
  mv many_samples.mp4.part many_samples.mp4
fi
if wanted frag.mp4; then
  ff -i big.flv -map 0 -c copy -movflags +frag_keyframe+empty_moov+default_base_moof $exact -f mp4 frag.mp4.part
  mv frag.mp4.part frag.mp4
fi
