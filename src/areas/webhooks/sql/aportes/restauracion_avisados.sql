SELECT 'Webhook', id, nombre, url, url FROM webhooks WHERE activo
