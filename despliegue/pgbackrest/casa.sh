#!/bin/sh
# Backups of a PostgreSQL of the house's own by pgBackRest, as its user:
#   casa.sh preparar                              once, with the server running: makes the place of the backups
#   casa.sh respaldar [full|diff|incr]            whole on Sundays, what changed on other days (or what is named)
#   casa.sh restaurar ["2026-11-22 10:37:00-05"]  with the server stopped: that instant, else all that was archived
# CAMBISTA_ANOTAR is a connection string by which what came of a backup is said to the house (anotar.sql), which rings
# when there is none of the last day; a password stands in ~/.pgpass.
# PGBACKREST_CONFIG names another file than /etc/pgbackrest/pgbackrest.conf.
set -eu
CONFIG=${PGBACKREST_CONFIG:-/etc/pgbackrest/pgbackrest.conf}
hacer() { pgbackrest --config="$CONFIG" --stanza=cambista "$@"; }
# The bytes that the newest backup takes.
bytes() { hacer --output=json info | sed -n 's/.*"repository":{[^}]*"delta":\([0-9]*\).*/\1/p'; }
# anotar <since when> <bytes> <why there is none>
anotar() {
  [ -n "${CAMBISTA_ANOTAR:-}" ] || return 0
  psql -X -q -v ON_ERROR_STOP=1 -v inicio="$1" -v bytes="$2" -v falla="$3" "$CAMBISTA_ANOTAR" >/dev/null <<'FIN'
SELECT respaldo_anotar('pgBackRest', :'inicio', nullif(:'bytes', '')::bigint, :'falla');
FIN
}

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
  inicio=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  # Each file of the backups and of the log is there and has its digest.
  if ! hacer --type="$clase" backup || ! hacer verify; then
    anotar "$inicio" '' 'pgBackRest no terminó: la salida de quien ejecuta casa.sh dice por qué' || :
    exit 1
  fi
  if ! anotar "$inicio" "$(bytes)" ''; then
    echo 'El respaldo está hecho, y no se pudo anotar en la casa: revise CAMBISTA_ANOTAR.' >&2
    exit 3
  fi
  ;;
restaurar)
  if [ -n "${2:-}" ]; then
    hacer --delta --type=time --target="$2" --target-action=promote restore
  else
    hacer --delta restore
  fi
  cat <<'FIN'
Inicie PostgreSQL, que recupera hasta ahí. Antes de que alguien trabaje, dígale a la casa que volvió atrás, con el momento
al que volvió (sin él, si fue hasta lo último), en cada equipo en que atiende: aparta las cabezas publicadas que ya no
conoce, termina las sesiones, pide que alguien revise quién puede qué, y verifica los libros.
  npm run devuelta -- "2026-11-22 10:37:00-05"
FIN
  ;;
*)
  echo 'Uso: casa.sh preparar | respaldar [full|diff|incr] | restaurar ["2026-11-22 10:37:00-05"]' >&2
  exit 2
  ;;
esac
