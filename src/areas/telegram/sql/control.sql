-- How the owner hears of what happens (R-187): switching it off, another bot, a chat that no longer hears.
CREATE OR REPLACE TRIGGER telegram_controla BEFORE UPDATE ON telegram FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('aviso', 'Telegram');
-- A person's own chat tells only him.
CREATE OR REPLACE TRIGGER telegram_chats_controla BEFORE UPDATE ON telegram_chats FOR EACH ROW
  WHEN (OLD.usuario_id IS NULL) EXECUTE FUNCTION control_vigilar('aviso');
CREATE OR REPLACE TRIGGER telegram_eventos_controla BEFORE UPDATE ON telegram_eventos FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('aviso');
CREATE OR REPLACE TRIGGER telegram_destinos_controla BEFORE DELETE ON telegram_destinos FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('aviso', 'a quién se avisa');
