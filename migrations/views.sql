-- Views that grow with the areas, run again after every migration and before the rights: an area adds its own line
-- here and no earlier file is written again. Columns stay what they are; a new one goes to the end.

-- Every document with its number, for the lists that show what an entry came from.
CREATE OR REPLACE VIEW documentos AS
  SELECT 'compras-ventas'::text AS origen, id AS origen_id, numero FROM compras_ventas
  UNION ALL SELECT 'ajustes-saldo', id, numero FROM ajustes_saldo
  UNION ALL SELECT 'gastos', id, numero FROM gastos
  UNION ALL SELECT 'transferencias', id, numero FROM transferencias
  UNION ALL SELECT 'turnos', id, numero FROM turnos
  UNION ALL SELECT 'ordenes', id, numero FROM ordenes
  UNION ALL SELECT 'comisiones-liquidaciones', id, numero FROM comisiones_liquidaciones;

-- Conditions that last and are told once: accounts below their minimum, and rates in force that give more than they cost.
CREATE OR REPLACE VIEW telegram_condiciones AS
  SELECT 'saldo_bajo' AS evento, c.id AS objeto,
         jsonb_build_object('id', c.id, 'saldo', k.saldo::text, 'minimo', c.saldo_min::text) AS datos
  FROM cuentas c JOIN cuentas_contables k ON k.id = c.id WHERE c.estatus AND k.saldo < c.saldo_min
  UNION ALL
  SELECT 'tasa_bajo_costo', t.id, jsonb_build_object('id', t.id, 'tasa', h.tasa::text, 'costo', h.tasa_costo::text)
  FROM tipos_cambios t JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id AND upper_inf(h.vigencia)
  WHERE t.estatus AND CASE h.metodo_calculo WHEN 'm' THEN h.tasa > h.tasa_costo ELSE h.tasa < h.tasa_costo END;

-- What is not finished when a day closes, one row each: from its day on it counts. What blocks must be done first, the
-- rest is shown and confirmed. An area adds what it leaves pending.
CREATE OR REPLACE VIEW cierre_pendientes AS
  SELECT 'turnos'::text AS clave, true AS bloquea, fecha_negocio AS fecha FROM turnos WHERE estado IN ('abierto', 'en_conteo')
  UNION ALL SELECT 'aprobar', false, fecha_negocio FROM turnos WHERE estado = 'cerrado'
  UNION ALL SELECT 'pagos', false, fecha_negocio FROM compras_ventas WHERE estado = 'pendiente'
  UNION ALL SELECT 'ajustes', false, fecha_negocio(fecha) FROM ajustes_saldo WHERE estado = 'pendiente'
  UNION ALL SELECT 'gastos', false, fecha FROM gastos WHERE estado = 'pendiente'
  UNION ALL SELECT 'transferencias', false, fecha_negocio FROM transferencias WHERE estado = 'enviada'
  -- Paid by the client and not paid out within the term that the house gives itself.
  UNION ALL SELECT 'ordenes', false, fecha_negocio(pagada_en) FROM ordenes
    WHERE estado IN ('pagada', 'en_proceso') AND pagada_en < ahora() - make_interval(mins => ajuste('orden_sla_minutos')::int);

-- What was made at a rate, at the counter and in orders, as rows of one kind: an order's amount is what the client sends,
-- its countervalue what is paid out. Before it is, its cost is what it would cost now.
CREATE OR REPLACE VIEW operaciones_de_tasa AS
  SELECT 'compras-ventas'::text AS origen, id, numero, fecha, tipo, estado, cliente_id, divisa_id, monto, contramoneda_id,
         contravalor, tasa, precision, costo, historico_id FROM compras_ventas
  UNION ALL
  SELECT 'ordenes', o.id, o.numero, o.fecha, 'orden', o.estado, o.cliente_id, o.envia_moneda_id, o.envia, o.recibe_moneda_id,
         o.recibe, o.tasa, o.precision,
         CASE WHEN o.estado = 'completada' THEN o.costo WHEN o.recibe_moneda_id = moneda_funcional() THEN o.recibe
              ELSE (SELECT round(o.recibe * k.saldo / nullif(-q.saldo, 0), 2) FROM posiciones p
                    JOIN cuentas_contables q ON q.id = p.posicion_id JOIN cuentas_contables k ON k.id = p.contravalor_id
                    WHERE p.moneda_id = o.recibe_moneda_id) END, o.historico_id
  FROM ordenes o;
