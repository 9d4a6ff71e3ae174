-- Once, on the machine that leads, as postgres: psql -h 10.0.0.11 -U postgres -v clave="'…'" -f casa.sql
-- The program makes its other roles and all else itself, when it starts.
\set ON_ERROR_STOP on
CREATE ROLE cambista_dueno LOGIN CREATEROLE PASSWORD :clave;
CREATE DATABASE cambista OWNER cambista_dueno;
