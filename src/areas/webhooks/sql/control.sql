-- Who outside hears of the house, and of what (R-411): another address, a receiver that is switched on, an event more.
CREATE OR REPLACE TRIGGER webhooks_controla BEFORE INSERT OR UPDATE ON webhooks FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('control', 'un webhook');
CREATE OR REPLACE TRIGGER webhooks_eventos_controla BEFORE INSERT ON webhooks_eventos FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('control', 'qué se avisa afuera');
-- And who hears no more, or of less (R-455), as of Telegram's chats. This one is asked before the one above.
CREATE OR REPLACE TRIGGER webhooks_calla BEFORE UPDATE ON webhooks FOR EACH ROW WHEN (OLD.activo AND NOT NEW.activo)
  EXECUTE FUNCTION control_vigilar('aviso', 'un webhook');
CREATE OR REPLACE TRIGGER webhooks_eventos_calla BEFORE DELETE ON webhooks_eventos FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('aviso', 'qué se avisa afuera');
