-- Webhooks: only functions write deliveries and their outcome; the sender takes a row and writes its text, once.
GRANT INSERT (nombre, url, activo, secreto_cifrado) ON webhooks TO cambista_app;
GRANT UPDATE (nombre, url, activo, secreto_cifrado, anterior_cifrado, anterior_hasta, fallando_desde, apagado_por,
  version) ON webhooks TO cambista_app;
GRANT INSERT, DELETE ON webhooks_eventos TO cambista_app;
GRANT UPDATE (cuerpo, intentos, tomado_hasta) ON webhooks_salida TO cambista_app;
REVOKE EXECUTE ON FUNCTION webhooks_apagar(integer, text) FROM cambista_app;
