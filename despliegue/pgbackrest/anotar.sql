-- Once, as postgres, when the house exists: psql -d cambista -v clave="'…'" -f anotar.sql
-- Who makes the backups says in the house what came of each (CAMBISTA_ANOTAR of casa.sh), reads nothing and writes
-- nothing else.
\set ON_ERROR_STOP on
CREATE ROLE cambista_anota LOGIN PASSWORD :clave;
SELECT format('GRANT CONNECT ON DATABASE %I TO cambista_anota', current_database()) \gexec
GRANT USAGE ON SCHEMA public TO cambista_anota;
GRANT EXECUTE ON FUNCTION respaldo_anotar(text, timestamptz, bigint, text) TO cambista_anota;
