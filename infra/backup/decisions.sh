#!/bin/sh
# Writes every hour what people decided since the oldest kept backup. A restored database does not know it.
set -eu

directory=${BACKUP_DIRECTORY:-/backup}
mkdir -p "$directory/decisions"
trap 'exit 0' TERM INT
while :; do
  if node apps/server/src/cli/main.ts decisions --since "$(date -u -d '31 days ago' +%F)" >"$directory/decisions/new"; then
    mv "$directory/decisions/new" "$directory/decisions/latest"
  else
    echo 'the file of decisions was not written, see above' >&2
  fi
  sleep 3600 &
  wait "$!"
done
