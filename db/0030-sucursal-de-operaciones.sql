-- The branch of each operation (R-221): nullable, because a house without branches and accounts of none stay as they are.
-- A column that is null everywhere is added without a rewrite, and rows are written only where a branch is known.
ALTER TABLE compras_ventas ADD COLUMN sucursal_id integer REFERENCES sucursales;
ALTER TABLE ordenes ADD COLUMN sucursal_id integer REFERENCES sucursales;
ALTER TABLE transferencias
  ADD COLUMN sucursal_id integer REFERENCES sucursales,
  ADD COLUMN sucursal_destino_id integer REFERENCES sucursales;
ALTER TABLE gastos ADD COLUMN sucursal_id integer REFERENCES sucursales;
ALTER TABLE ajustes_saldo ADD COLUMN sucursal_id integer REFERENCES sucursales;
ALTER TABLE turnos ADD COLUMN sucursal_id integer REFERENCES sucursales;
ALTER TABLE conteos ADD COLUMN sucursal_id integer REFERENCES sucursales;

-- What was registered before has the branch that its till, or its person, has now.
ALTER TABLE compras_ventas DISABLE TRIGGER USER;
ALTER TABLE ordenes DISABLE TRIGGER USER;
ALTER TABLE transferencias DISABLE TRIGGER USER;
ALTER TABLE gastos DISABLE TRIGGER USER;
ALTER TABLE ajustes_saldo DISABLE TRIGGER USER;
ALTER TABLE turnos DISABLE TRIGGER USER;
ALTER TABLE conteos DISABLE TRIGGER USER;

UPDATE compras_ventas o SET sucursal_id = s.id
  FROM (SELECT x.id AS operacion, coalesce((SELECT c.sucursal_id FROM compras_ventas_pagos p JOIN cuentas c ON c.id = p.cuenta_id
      WHERE p.compra_venta_id = x.id AND c.tipo IN ('caja', 'boveda') AND c.sucursal_id IS NOT NULL ORDER BY p.id LIMIT 1),
    u.sucursal_id) AS id FROM compras_ventas x JOIN usuarios u ON u.id = x.usuario_id
    WHERE EXISTS (SELECT FROM sucursales)) s
  WHERE s.operacion = o.id AND s.id IS NOT NULL;
UPDATE ordenes o SET sucursal_id = s.id
  FROM (SELECT x.id AS orden, coalesce((SELECT c.sucursal_id FROM ordenes_cobros p JOIN cuentas c ON c.id = p.cuenta_id
      WHERE p.orden_id = x.id AND p.fecha = x.fecha AND c.tipo IN ('caja', 'boveda') AND c.sucursal_id IS NOT NULL
      ORDER BY p.id LIMIT 1), u.sucursal_id) AS id FROM ordenes x JOIN usuarios u ON u.id = x.usuario_id
    WHERE EXISTS (SELECT FROM sucursales)) s
  WHERE s.orden = o.id AND s.id IS NOT NULL;
UPDATE transferencias t SET sucursal_id = c.sucursal_id FROM cuentas c
  WHERE c.id = t.origen_id AND c.sucursal_id IS NOT NULL;
UPDATE transferencias t SET sucursal_destino_id = c.sucursal_id FROM cuentas c
  WHERE c.id = t.destino_id AND c.sucursal_id IS NOT NULL;
UPDATE gastos g SET sucursal_id = s.id
  FROM (SELECT x.id AS gasto, coalesce(CASE WHEN c.tipo IN ('caja', 'boveda') THEN c.sucursal_id END, u.sucursal_id) AS id
    FROM gastos x JOIN cuentas c ON c.id = x.cuenta_id JOIN usuarios u ON u.id = x.solicitado_por) s
  WHERE s.gasto = g.id AND s.id IS NOT NULL;
UPDATE ajustes_saldo a SET sucursal_id = c.sucursal_id FROM cuentas c
  WHERE c.id = a.cuenta_id AND c.sucursal_id IS NOT NULL;
UPDATE conteos k SET sucursal_id = c.sucursal_id FROM cuentas c
  WHERE c.id = k.cuenta_id AND c.sucursal_id IS NOT NULL;
UPDATE turnos t SET sucursal_id = s.id
  FROM (SELECT x.id AS turno, coalesce((SELECT c.sucursal_id FROM turnos_cuentas k JOIN cuentas c ON c.id = k.cuenta_id
      WHERE k.turno_id = x.id AND c.sucursal_id IS NOT NULL ORDER BY k.cuenta_id LIMIT 1), u.sucursal_id) AS id
    FROM turnos x JOIN usuarios u ON u.id = x.usuario_id) s
  WHERE s.turno = t.id AND s.id IS NOT NULL;

ALTER TABLE compras_ventas ENABLE TRIGGER USER;
ALTER TABLE ordenes ENABLE TRIGGER USER;
ALTER TABLE transferencias ENABLE TRIGGER USER;
ALTER TABLE gastos ENABLE TRIGGER USER;
ALTER TABLE ajustes_saldo ENABLE TRIGGER USER;
ALTER TABLE turnos ENABLE TRIGGER USER;
ALTER TABLE conteos ENABLE TRIGGER USER;

-- A page of one branch costs what any page costs; a house without branches keeps nothing in them.
CREATE INDEX compras_ventas_sucursal ON compras_ventas (sucursal_id, fecha_negocio, id) WHERE sucursal_id IS NOT NULL;
CREATE INDEX ordenes_sucursal ON ordenes (sucursal_id, fecha_negocio, id) WHERE sucursal_id IS NOT NULL;

-- What the operations of a kept day were, by branch too. A kept copy: every day is kept anew.
DELETE FROM compras_ventas_dias;
ALTER TABLE compras_ventas_dias ADD COLUMN sucursal_id integer REFERENCES sucursales,
  DROP CONSTRAINT compras_ventas_dias_fecha_divisa_id_tipo_usuario_id_key,
  ADD UNIQUE NULLS NOT DISTINCT (fecha, divisa_id, tipo, usuario_id, sucursal_id);
