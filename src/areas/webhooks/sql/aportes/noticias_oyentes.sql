SELECT e.evento FROM webhooks_eventos e JOIN webhooks w ON w.id = e.webhook_id AND w.activo
