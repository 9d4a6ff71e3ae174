SELECT 'Webhook', id, nombre, url FROM webhooks WHERE activo
