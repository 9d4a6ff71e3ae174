-- What a client may move, at which price, and whether at all (R-187).
CREATE OR REPLACE TRIGGER clientes_controla BEFORE UPDATE ON clientes FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('limite');
CREATE OR REPLACE TRIGGER clientes_nuevo_controla BEFORE INSERT ON clientes FOR EACH ROW
  WHEN (NEW.segmento <> 'publico') EXECUTE FUNCTION control_vigilar('limite');

CREATE OR REPLACE FUNCTION clientes_desbloquear()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_quien jsonb := nullif(current_setting('cambista.quien', true), '')::jsonb;
BEGIN
  IF v_quien IS NULL THEN RETURN NEW; END IF;
  PERFORM control_exigir(v_quien, jsonb_build_object('clave', 'control', 'origen', 'clientes', 'origen_id', NEW.id,
    'que', jsonb_build_object('estado', NEW.estado),
    'titulo', format('desbloquear a %s (%s)', dicho(NEW.nombre), NEW.num_doc),
    'motivo', coalesce(NEW.motivo_estado, '')));
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER clientes_desbloquea BEFORE UPDATE OF estado ON clientes FOR EACH ROW
  WHEN (OLD.estado = 'bloqueado' AND NEW.estado <> 'bloqueado') EXECUTE FUNCTION clientes_desbloquear();
