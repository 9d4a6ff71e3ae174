-- Once, on the machine that leads, as postgres: psql -h 10.0.0.11 -U postgres -v clave="'…'" -f casa.sql
-- The program makes its other roles and all else itself, when it starts.
\set ON_ERROR_STOP on
CREATE ROLE cambista_dueno LOGIN CREATEROLE PASSWORD :clave;
-- He sees how each standby does: without it PostgreSQL tells him that they are there and no more, so neither Ajustes nor
-- the alert knows that one lags, or that operations wait for it.
GRANT pg_read_all_stats TO cambista_dueno;
CREATE DATABASE cambista OWNER cambista_dueno;
