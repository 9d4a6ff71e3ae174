-- The program writes down how its jobs run.
GRANT INSERT, UPDATE ON trabajos TO cambista_app;
