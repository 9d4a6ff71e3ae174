-- Who outside hears of the house, and of what (R-411): another address, a receiver that is switched on, an event more.
CREATE OR REPLACE TRIGGER webhooks_controla BEFORE INSERT OR UPDATE ON webhooks FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('control', 'un webhook');
CREATE OR REPLACE TRIGGER webhooks_eventos_controla BEFORE INSERT ON webhooks_eventos FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('control', 'qué se avisa afuera');
-- And who hears no more, or of less (R-455), as of Telegram's chats. This one is asked before the one above.
CREATE OR REPLACE TRIGGER webhooks_calla BEFORE UPDATE ON webhooks FOR EACH ROW WHEN (OLD.activo AND NOT NEW.activo)
  EXECUTE FUNCTION control_vigilar('aviso', 'un webhook');
-- A second secret within a day takes away the one that the receiver knows.
CREATE OR REPLACE FUNCTION webhooks_secreto_controlar()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_quien jsonb := nullif(current_setting('cambista.quien', true), '')::jsonb;
BEGIN
  IF v_quien IS NOT NULL AND NOT control_cubierto() THEN
    PERFORM control_exigir(v_quien, jsonb_build_object('clave', 'aviso', 'origen', 'webhooks', 'origen_id', NEW.id,
      'que', jsonb_build_object('id', NEW.id, 'secreto', 'otro'),
      'titulo', format('generar otro secreto para «%s», cuando el anterior todavía vale', NEW.nombre)));
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER webhooks_secreto_controla BEFORE UPDATE ON webhooks FOR EACH ROW
  WHEN (OLD.anterior_hasta > ahora() AND NEW.secreto_cifrado IS DISTINCT FROM OLD.secreto_cifrado)
  EXECUTE FUNCTION webhooks_secreto_controlar();
CREATE OR REPLACE TRIGGER webhooks_eventos_calla BEFORE DELETE ON webhooks_eventos FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('aviso', 'qué se avisa afuera');
