#!/bin/sh
# Encrypts the backups and the list of decisions, and copies them to another place every five minutes. Removes copies after their storage period.
set -eu

directory=${BACKUP_DIRECTORY:-/backup}
decisions=${DECISIONS_DIRECTORY:-/decisions}
restic cat config >/dev/null 2>&1 || restic init
trap 'exit 0' TERM INT
cleaned=
while :; do
  # Exit code 3: a file changed or vanished while restic read it. The next copy has it.
  restic backup --quiet --host registry --exclude "$directory/new" "$directory" "$decisions" || [ "$?" = 3 ] || echo 'the copy failed, see above' >&2
  if [ "$cleaned" != "$(date -u +%F)" ]; then
    restic forget --quiet --host registry --keep-within 2d --keep-within-hourly 30d --prune && cleaned=$(date -u +%F)
  fi
  sleep "${BACKUP_COPY_SECONDS:-300}" &
  wait "$!"
done
