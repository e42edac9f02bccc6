#!/bin/sh
# Makes the media files of this folder. Needs ffmpeg with libx264 and libx265; other versions than those that README.md names give
# other bytes, so a file that is made again wants its golden outputs made again too (see CONTRIBUTING.md).
set -eu
cd "$(dirname "$0")"
ff() { ffmpeg -hide_banner -loglevel error -nostdin -y -fflags +bitexact "$@"; }
exact="-flags:v +bitexact -flags:a +bitexact -fflags +bitexact -map_metadata -1"
video="-f lavfi -i testsrc2=s=128x96:r=25:d=1"
sound="-f lavfi -i sine=f=440:r=44100:d=1"
x264="threads=1:keyint=12:bframes=2:b-adapt=0:scenecut=0"

# H.264: access unit delimiters, SEI, two slices a picture, B frames.
ff $video -c:v libx264 -preset veryfast -crf 34 -pix_fmt yuv420p -x264-params "$x264:aud=1:slices=2:repeat-headers=1" $exact -f h264 bframes.h264
# The same pictures interlaced: field pairs.
ff $video -c:v libx264 -preset veryfast -crf 36 -pix_fmt yuv420p -flags +ildct+ilme -x264-params "$x264:tff=1" $exact -f h264 interlaced.h264
# H.265 with B frames, open GOPs and SEI hashes.
ff $video -c:v libx265 -preset veryfast -crf 34 -pix_fmt yuv420p \
  -x265-params "pools=1:frame-threads=1:keyint=12:bframes=2:b-adapt=0:scenecut=0:open-gop=1:hash=1:log-level=error" $exact -f hevc opengop.hevc
# AAC in ADTS.
ff $sound -c:a aac -b:a 48k $exact -f adts tone.aac
# AVC and AAC in FLV.
ff $video $sound -c:v libx264 -preset veryfast -crf 34 -pix_fmt yuv420p -x264-params "$x264" -c:a aac -b:a 48k $exact -f flv avc_aac.flv

# The same in MP4, as ffmpeg writes it by default: the index behind the media, edit lists, composition offsets.
h264="-c:v libx264 -preset veryfast -crf 34 -pix_fmt yuv420p -x264-params $x264"
ff $video $sound $h264 -c:a aac -b:a 48k $exact -f mp4 plain.mp4
# The index in front, metadata of iTunes, chapters' names and two languages.
ff $video $sound $h264 -c:a aac -b:a 48k $exact -metadata title="Café" -metadata artist=mediaprobe -metadata date=2024 \
  -metadata:s:v:0 language=eng -metadata:s:a:0 language=deu -movflags +faststart -f mp4 faststart.mp4
# Fragments, each with its own tables, and an index of them at the end and one in front.
ff $video $sound $h264 -c:a aac -b:a 48k $exact -movflags +frag_keyframe+empty_moov+default_base_moof+global_sidx -f mp4 fragmented.mp4
# H.265 as hvc1, ten pictures without sound: the smallest.
ff -f lavfi -i testsrc2=s=64x64:r=25:d=0.4 -c:v libx265 -preset veryfast -crf 40 -pix_fmt yuv420p -tag:v hvc1 \
  -x265-params "pools=1:frame-threads=1:log-level=error" $exact -f mp4 hvc1.mp4
