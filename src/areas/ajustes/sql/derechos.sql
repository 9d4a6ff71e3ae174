-- The program samples the disk, and forgets old samples.
GRANT INSERT, DELETE ON disco_muestras TO cambista_app;
-- And which certificate it serves.
GRANT INSERT, UPDATE, DELETE ON certificados TO cambista_app;
-- The program writes down how its jobs run.
GRANT INSERT, UPDATE ON trabajos TO cambista_app;
-- The program notes what is wrong with the clock, and takes it back.
GRANT INSERT, UPDATE, DELETE ON reloj_dudas TO cambista_app;
-- And how it stood when it was believed.
GRANT INSERT, UPDATE, DELETE ON reloj_arranques TO cambista_app;
-- Whoever makes the backups says what came of them; whoever serves does not (R-456).
REVOKE EXECUTE ON FUNCTION respaldo_anotar FROM cambista_app;
