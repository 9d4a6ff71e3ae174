-- A receiver that hears nothing any more, or of less, is a watcher that somebody silenced: it takes what Telegram takes.
UPDATE controles SET afloja = 'cambia' WHERE tabla = 'webhooks' AND columna = 'activo';
