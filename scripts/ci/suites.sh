# What .ci/run and scripts/ci/long.sh share: suites that are run one after the other, each within its time, and counted.
# A suite has to say what it did: one that ends well and tells nothing has checked nothing, and counts as failed.
set -uo pipefail

passed=0
failed=0
unhappy=""
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
# Seconds that all suites may take together; none means that only each one's own limit counts.
: "${ALL_SECONDS:=0}"

# suite NAME SECONDS COMMAND…: a command that prints its counts, as vitest does or as a line `103 passed, 2 failed`.
suite() {
  local name=$1 good bad
  run_suite "$1" "$2" "${@:3}"
  read -r good bad <<<"$(counts_in "$logs/log")"
  if [ "$status" -eq 0 ] && [ "$good" -eq 0 ] && [ "$bad" -eq 0 ]; then
    echo "$name ended well without a count of what passed."
    bad=1
  fi
  count "$name" "$good" "$bad"
}

# figures NAME SECONDS PATTERN COMMAND…: a command that prints figures and fails by itself where they are bad. It counts as one, and only
# when a line of its output matches PATTERN: the figures are there.
figures() {
  local name=$1 pattern=$3 bad=0
  run_suite "$1" "$2" "${@:4}"
  if [ "$status" -eq 0 ] && ! grep -Eq "$pattern" "$logs/log"; then
    echo "$name ended well without its figures (no line matches $pattern)."
    bad=1
  fi
  [ "$status" -eq 0 ] || bad=1
  count "$name" $((1 - bad)) "$bad"
}

# side_by_side FUNCTION…: functions of suites that leave half of the machine idle, at the same time. Their lines begin with their names.
side_by_side() {
  local name good bad names
  for name in "$@"; do
    mkdir "$logs/$name"
    {
      logs=$logs/$name passed=0 failed=0 unhappy=""
      "$name" 2>&1
      echo "$passed $failed$unhappy" >"$logs/sum"
    } | sed -u "s/^/$name | /" &
  done
  wait
  for name in "$@"; do
    read -r good bad names <"$logs/$name/sum" || { good=0 bad=1 names=$name; }
    passed=$((passed + good))
    failed=$((failed + bad))
    unhappy="$unhappy${names:+ $names}"
  done
}

# Prints the sum, last line `N passed, N failed`; what it returns is the exit code.
finish() {
  [ -z "$unhappy" ] || echo "Not as they should be:$unhappy"
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

# Leaves the exit code in `status` and the output, without colours, in $logs/log.
run_suite() {
  local name=$1 seconds=$2 left
  shift 2
  if [ "$ALL_SECONDS" -gt 0 ]; then
    left=$((ALL_SECONDS - SECONDS))
    [ "$left" -lt 1 ] && left=1
    [ "$seconds" -gt "$left" ] && seconds=$left
  fi
  echo "── $name ──"
  began=$SECONDS
  bounded "$seconds" "$@" 2>&1 | tee "$logs/raw"
  status=${PIPESTATUS[0]}
  sed 's/\x1b\[[0-9;]*m//g' "$logs/raw" >"$logs/log"
  [ "$status" -ne 124 ] || echo "$name took longer than $seconds s."
}

count() {
  local name=$1 good=$2 bad=$3
  if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
  [ "$bad" -eq 0 ] || unhappy="$unhappy $name"
  passed=$((passed + good))
  failed=$((failed + bad))
  echo "── $name: $good passed, $bad failed, $((SECONDS - began)) s ──"
  echo
}

# Not every system has `timeout`.
bounded() {
  if command -v timeout >/dev/null; then timeout --kill-after=30 "$@"; else shift; "$@"; fi
}

# Two numbers, from vitest's `Tests  2 failed | 103 passed (105)` or from a line `103 passed, 2 failed`; the last such line counts.
counts_in() {
  awk '
    /^ *Tests +.*[0-9]+ (passed|failed)/ { good = 0; bad = 0; for (i = 1; i < NF; i++) { if ($(i + 1) ~ /^passed/) good = $i; if ($(i + 1) ~ /^failed/) bad = $i } }
    /^[0-9]+ passed, [0-9]+ failed$/ { good = $1; bad = $3 }
    END { print good + 0, bad + 0 }' "$1"
}
