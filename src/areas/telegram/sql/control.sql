CREATE OR REPLACE TRIGGER telegram_chats_controla BEFORE UPDATE ON telegram_chats FOR EACH ROW
  EXECUTE FUNCTION control_vigilar('aviso');
