#!/bin/sh
# Backups of a PostgreSQL of the house's own by pgBackRest, as its user:
#   casa.sh preparar                              once, with the server running: makes the place of the backups
#   casa.sh respaldar [full|diff|incr]            whole on Sundays, what changed on other days (or what is named)
#   casa.sh restaurar ["2026-11-22 10:37:00-05"]  with the server stopped: that instant, else all that was archived
# PGBACKREST_CONFIG names another file than /etc/pgbackrest/pgbackrest.conf.
set -eu
CONFIG=${PGBACKREST_CONFIG:-/etc/pgbackrest/pgbackrest.conf}
hacer() { pgbackrest --config="$CONFIG" --stanza=cambista "$@"; }

case ${1:-} in
preparar)
  hacer stanza-create
  hacer check
  ;;
respaldar)
  clase=${2:-}
  if [ -z "$clase" ]; then
    [ "$(date +%u)" = 7 ] && clase=full || clase=diff
  fi
  hacer --type="$clase" backup
  # Each file of the backups and of the log is there and has its digest.
  hacer verify
  ;;
restaurar)
  if [ -n "${2:-}" ]; then
    hacer --delta --type=time --target="$2" --target-action=promote restore
  else
    hacer --delta restore
  fi
  echo 'Inicie PostgreSQL, que recupera hasta ahí, y luego ejecute «npm run verificar».'
  ;;
*)
  echo 'Uso: casa.sh preparar | respaldar [full|diff|incr] | restaurar ["2026-11-22 10:37:00-05"]' >&2
  exit 2
  ;;
esac
