-- The open streams of a session end with it (R-130): every process hears of it at the commit.
CREATE OR REPLACE FUNCTION sesiones_fin() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM avisar('sesiones', NEW.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sesiones_fin AFTER UPDATE OF terminada_en ON sesiones FOR EACH ROW
  WHEN (OLD.terminada_en IS NULL AND NEW.terminada_en IS NOT NULL) EXECUTE FUNCTION sesiones_fin();
