-- Telegram: only telegram_anotar inserts into the outbox; the sender updates the outcome of a row.
GRANT UPDATE (activo, token_cifrado, version) ON telegram TO cambista_app;
GRANT INSERT, UPDATE ON telegram_chats TO cambista_app;
GRANT UPDATE (activo) ON telegram_eventos TO cambista_app;
GRANT INSERT, DELETE ON telegram_destinos TO cambista_app;
GRANT UPDATE (siguiente, bot, hasta) ON telegram_lectura TO cambista_app;
GRANT UPDATE (texto, estado, motivo, intentos, dudoso, proximo_en, enviado_en) ON telegram_salida TO cambista_app;
REVOKE EXECUTE ON FUNCTION telegram_a_chats(text, text, jsonb, integer), noticias_anotar(text, text, jsonb)
  FROM cambista_app;
