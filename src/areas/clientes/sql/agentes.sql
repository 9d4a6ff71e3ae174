-- Who brought a client earns on what he does, so his agent is written once: at his creation or before his first
-- operation. Later it changes with another person's yes only (R-144). Commissions that were accrued stay as they are.
CREATE OR REPLACE FUNCTION clientes_agente_fijo()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF current_user <> 'cambista_app' OR NOT EXISTS (SELECT FROM clientes_operaciones WHERE cliente_id = OLD.id) THEN
    RETURN NEW;
  END IF;
  PERFORM vistos_exigir(current_setting('cambista.quien')::jsonb, jsonb_build_object('clave', 'agente',
    'origen', 'clientes', 'origen_id', OLD.id,
    'que', jsonb_build_object('cliente', OLD.id, 'antes', OLD.agente_id, 'agente', NEW.agente_id),
    'titulo', format('cambiar el agente de %s', dicho(OLD.nombre)), 'importe', '', 'valor', 0,
    'motivo', format('De %s a %s.', coalesce((SELECT dicho(nombre) FROM clientes WHERE id = OLD.agente_id), 'ninguno'),
      coalesce((SELECT dicho(nombre) FROM clientes WHERE id = NEW.agente_id), 'ninguno'))));
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER clientes_agente_fijo BEFORE UPDATE OF agente_id ON clientes FOR EACH ROW
  WHEN (OLD.agente_id IS DISTINCT FROM NEW.agente_id) EXECUTE FUNCTION clientes_agente_fijo();

-- How much a client may do in a day and in a month is not raised by whoever serves him (R-162).
CREATE OR REPLACE TRIGGER clientes_vigila_control BEFORE UPDATE OF limite_dia, limite_mes ON clientes FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('limite');
