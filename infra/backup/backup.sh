#!/bin/sh
# Receives the write-ahead log all the time. Makes a base backup at the start and every night, and keeps it only if pg_verifybackup finds no error.
# The marker in the database is what `registry check` reads.
set -eu

directory=${BACKUP_DIRECTORY:-/var/lib/postgresql/backup}
PGPASSWORD=$(cat "${BACKUP_PASSWORD_FILE:-/run/secrets/backup_password}")
export PGPASSWORD

# The commands are chained, because `set -e` has no effect in a function that a condition calls.
make_base() {
  name=$(date -u +%Y-%m-%dT%H:%M:%SZ) &&
    rm -rf "$directory/new" &&
    pg_basebackup --pgdata "$directory/new" --checkpoint fast --wal-method stream --manifest-checksums SHA256 &&
    pg_verifybackup --quiet "$directory/new" &&
    mv "$directory/new" "$directory/base/$name" &&
    psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --command "ALTER ROLE registry_backup SET registry.base_backup = '$name'" &&
    echo "base backup $name made and verified"
}

# Two base backups stay here, with all of the write-ahead log since the older one. The other place keeps more.
remove_old() {
  for old in $(find "$directory/base" -mindepth 1 -maxdepth 1 | sort -r | tail -n +3); do rm -rf "$old"; done
  oldest=$(find "$directory/base" -mindepth 1 -maxdepth 1 | sort | head -n 1)
  first=$(sed -n 's/^START WAL LOCATION: .* (file \(.*\))$/\1/p' "$oldest/backup_label")
  pg_archivecleanup "$directory/wal" "$first"
}

mkdir -p "$directory/base" "$directory/wal"
pg_receivewal --slot registry_backup --create-slot --if-not-exists
# Writes each record to the disk at once. After a lost connection it tries again by itself.
pg_receivewal --directory "$directory/wal" --slot registry_backup --synchronous &
receiver=$!
trap 'kill "$receiver" 2>/dev/null; exit 0' TERM INT

next=0
while kill -0 "$receiver" 2>/dev/null; do
  now=$(date -u +%s)
  if [ "$now" -ge "$next" ]; then
    if make_base; then
      remove_old
      next=$((now - now % 86400 + 86400))
    else
      echo 'the base backup failed, see above; another try in an hour' >&2
      next=$((now + 3600))
    fi
  fi
  sleep "${BACKUP_WATCH_SECONDS:-60}" &
  wait "$!"
done
echo 'pg_receivewal has ended' >&2
exit 1
