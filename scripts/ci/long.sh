#!/usr/bin/env bash
# Every suite whole, and every figure. It takes hours on two cores; .ci/run has a short form of each.
cd "$(dirname "$0")/../.." || exit 1

ALL="test check client stores agreement faults schemathesis python mcp browser abuse kill kill-once kill-portable llm eval bench encoder forget large"

usage() {
  cat <<HELP
Runs every suite whole and prints every figure: tests, real stores, faults, kills, quality and speed. It takes hours.

  npm run ci:long -- [options]

  --locomo FILE    dialogues in LoCoMo's neutral form: quality and the agreement of the stores are measured on them too
  --e5 FILE        e5-small-v2 as ONNX: the encoder is compared with it
  --figures DIR    keep the figures of eval and bench there as JSON (default: a folder of the system's for temporary files)
  --kills N        how often the service is killed (default 300)
  --only NAMES     only these, separated by commas: ${ALL// /, }
  --help           this text

A file that is named and not there fails the run at once.
HELP
}

refuse() {
  echo "$1; npm run ci:long -- --help lists the options." >&2
  exit 2
}

locomo="" e5="" folder="" kills=300 only=""
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --locomo | --e5 | --figures | --kills | --only)
      [ $# -ge 2 ] || refuse "$1 needs a value"
      case $1 in
        --locomo) locomo=$2 ;;
        --e5) e5=$2 ;;
        --figures) folder=$2 ;;
        --kills) kills=$2 ;;
        --only) only=$2 ;;
      esac
      shift 2 ;;
    *) refuse "Unknown option $1" ;;
  esac
done
for file in "$locomo" "$e5"; do
  [ -z "$file" ] || [ -f "$file" ] || refuse "There is no file $file"
done
for name in ${only//,/ }; do
  [[ " $ALL " == *" $name "* ]] || refuse "--only: there is no suite $name"
done
[[ $kills =~ ^[1-9][0-9]*$ ]] || refuse "--kills takes a whole number, not $kills"

. scripts/ci/suites.sh
export CI=1 NO_COLOR=1
[ -n "$folder" ] || folder=$(mktemp -d)
mkdir -p "$folder"

wants() { [ -z "$only" ] || [[ ",$only," == *",$1,"* ]]; }

wants test && HISTORIES=60 suite test 1800 npm test
wants check && suite check 600 npm run -s check
wants client && {
  figures client-size 60 '^client: [0-9.]+ KB gzipped' node_modules/.bin/node scripts/client/size.ts
  suite client 900 npm run -s test:client
}
wants stores && suite stores 3600 npm run -s test:stores
wants agreement && figures agreement 3600 '"meanCorrelation":' \
  node_modules/.bin/node scripts/eval/rank-agreement.ts ${locomo:+--conversations "$locomo"}
wants faults && figures faults 3600 '^unhandled rejections' npm run -s test:faults -- --rounds 5
wants schemathesis && suite schemathesis 1200 node_modules/.bin/node scripts/ci/schemathesis.ts
wants python && suite python 600 npm run -s test:python
wants mcp && suite mcp 600 node_modules/.bin/node scripts/ci/mcp.ts
wants browser && BROWSER_MEMORIES=100000 suite browser 1200 npm run -s test:browser
wants abuse && suite abuse 600 node_modules/.bin/node scripts/ci/abuse.ts
wants kill && figures kill 3600 "^$kills kills: [0-9]+ acknowledged, 0 lost; .*, 0 half; .*, 0 returned" npm run -s test:kill -- --kills "$kills"
wants kill-once && figures kill-once 3600 "^$kills kills: .*; 0 stored twice, 0 operations too many" npm run -s test:kill-once -- --kills "$kills"
wants kill-portable && {
  # A part of an import that is killed is under way for a minute.
  figures kill-portable 3600 '^60 kills: .*, 0 different, 0 operations too many, 0 too few' npm run -s test:kill-portable -- --kills 60
  figures kill-portable-cloud 3600 '^30 kills: .*, 0 different, 0 operations too many, 0 too few' npm run -s test:kill-portable -- --kills 30 --cloud
}
wants llm && suite llm 3600 npm run -s test:llm
wants eval && figures eval 7200 '^recall for tokens: ' \
  npm run -s eval -- --json "$folder/eval.json" ${locomo:+--locomo "$locomo"}
wants bench && figures bench 14400 '^[0-9.]+ minutes$' npm run -s bench -- --json "$folder/bench.json"
wants encoder && figures encoder 1200 '^ours in workerd, hot: ' npm run -s bench:encoder -- ${e5:+"$e5"}
wants forget && {
  figures forget-prune 3600 '^consolidate: ratio ' npm run -s bench:forget -- prune
  figures forget-flood 1200 'pruned at once' npm run -s bench:forget -- flood
  figures forget-round 3600 '^next round: ' npm run -s bench:forget -- round
}
wants large && figures portable 3600 '^its peak: ' npm run -s bench:portable
wants large && figures conversation 1200 '^import takes ' npm run -s bench:conversation
wants large && figures large 3600 '^nearest ten: ' npm run -s bench:large

echo "Figures of eval and bench: $folder"
finish
