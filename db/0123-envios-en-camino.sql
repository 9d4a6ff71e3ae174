-- What is on its way to a receiver is found without reading what waits for it (R-412): a receiver that is away may have
-- tens of thousands of messages waiting, and the next one of each is looked for all the time.
CREATE INDEX webhooks_salida_en_camino ON webhooks_salida (webhook_id, tomado_hasta)
  WHERE estado = 'pendiente' AND tomado_hasta IS NOT NULL;
