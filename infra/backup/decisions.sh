#!/bin/sh
# Writes the list of decisions every hour (decision 0055). It begins before the first moment that the kept backups can restore.
set -u

file=${DECISIONS_FILE:-/registry/decisions/decisions.jsonl}
trap 'exit 0' TERM INT
while :; do
  if node apps/server/src/cli/main.ts decisions --since "$(date -u -d '35 days ago' +%Y-%m-%dT%H:%M:%SZ)" --output "$file"; then
    pause=3600
  else
    echo 'the list was not written, see above; another try in five minutes' >&2
    pause=300
  fi
  sleep "$pause" &
  wait "$!"
done
