-- The program writes down which of its jobs fails, and takes it back.
GRANT INSERT, UPDATE, DELETE ON trabajos_fallas TO cambista_app;
