-- A revoked link stays revoked, and the identity of a link cannot change.
CREATE OR REPLACE FUNCTION pizarra_enlace_fijo() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.revocado_en IS NULL
     AND (OLD.id, OLD.nombre, OLD.token_hash, OLD.creado_en, OLD.creado_por)
       = (NEW.id, NEW.nombre, NEW.token_hash, NEW.creado_en, NEW.creado_por) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = 'pizarra_enlaces: a link is revoked once and never rewritten';
END $$;
CREATE OR REPLACE TRIGGER pizarra_enlace_fijo BEFORE UPDATE OR DELETE ON pizarra_enlaces
  FOR EACH ROW EXECUTE FUNCTION pizarra_enlace_fijo();
