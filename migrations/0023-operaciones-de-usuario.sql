-- What one cashier registered, newest first: a page of it costs what any page costs.
CREATE INDEX compras_ventas_usuario ON compras_ventas (usuario_id, fecha_negocio, id);
