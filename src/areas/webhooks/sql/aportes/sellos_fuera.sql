VALUES
  ('noticias', NULL, 'lo que se avisa afuera; ningún documento'),
  ('webhooks', 'fallando_desde', 'desde cuándo falla; se recalcula al enviar'),
  ('webhooks_salida', NULL, 'mensajes que se envían; ningún documento'),
  ('webhooks_intentos', NULL, 'cómo se enviaron; se borran a los treinta días')
