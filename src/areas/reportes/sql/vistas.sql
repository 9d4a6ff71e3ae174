-- Ledger accounts of the operating result, with the figure that each belongs to. The currency only for accounts of one.
CREATE OR REPLACE VIEW reportes_cuentas AS
  SELECT ganancia_id AS cuenta_id, 'ganancia'::text AS concepto, moneda_id FROM posiciones
  UNION ALL
  SELECT id, CASE codigo WHEN 'gastos-bancarios' THEN 'bancarios' WHEN 'gasto:comisiones' THEN 'comisiones'
      WHEN 'tarifas' THEN 'servicio' ELSE codigo END, NULL
  FROM cuentas_contables
  WHERE codigo IN ('servicio', 'tarifas', 'redondeo', 'gastos-bancarios', 'gasto:comisiones', 'anulaciones');

-- Every leg of those accounts with its document; profit is positive. A reversal counts on its own day. The currency is
-- the one that earned the profit (in a canje, the one that leaves); the user is the one who registered the document,
-- and the branch is the document's: of a transfer, the one that it leaves. What a document earned that the reader does
-- not see (R-260) is not there either.
CREATE OR REPLACE VIEW reportes_movimientos AS
  SELECT p.id, a.id AS asiento_id, a.fecha, a.fecha_negocio, a.glosa, r.concepto, -p.importe AS importe,
         coalesce(k.origen, a.origen) AS origen, coalesce(k.origen_id, a.origen_id) AS origen_id,
         coalesce(v.tipo, CASE coalesce(k.origen, a.origen) WHEN 'ordenes' THEN 'orden'
           WHEN 'transferencias' THEN 'transferencia' ELSE 'otro' END) AS tipo,
         coalesce(r.moneda_id, CASE v.tipo WHEN 'canje' THEN v.contramoneda_id ELSE v.divisa_id END,
                  CASE WHEN n.funcional THEN o.envia_moneda_id ELSE o.recibe_moneda_id END) AS moneda_id,
         coalesce(CASE v.tipo WHEN 'venta' THEN v.contramoneda_id ELSE v.divisa_id END, o.envia_moneda_id) AS de_id,
         coalesce(CASE v.tipo WHEN 'venta' THEN v.divisa_id ELSE v.contramoneda_id END, o.recibe_moneda_id) AS a_id,
         coalesce(v.historico_id, o.historico_id) AS historico_id,
         coalesce(v.usuario_id, o.usuario_id, t.usuario_id, a.usuario_id) AS usuario_id,
         coalesce(v.cliente_id, o.cliente_id) AS cliente_id,
         extract(hour FROM a.fecha AT TIME ZONE zona_horaria())::int AS hora,
         coalesce(v.ficha_id, o.ficha_id) AS ficha_id,
         coalesce(v.sucursal_id, o.sucursal_id, t.sucursal_id, g.sucursal_id, j.sucursal_id) AS sucursal_id
  FROM asientos a JOIN apuntes p ON p.asiento_id = a.id JOIN reportes_cuentas r ON r.cuenta_id = p.cuenta_id
  LEFT JOIN comisiones k ON a.origen = 'comisiones' AND k.id = a.origen_id
  LEFT JOIN compras_ventas v ON coalesce(k.origen, a.origen) = 'compras-ventas'
      AND v.id = coalesce(k.origen_id, a.origen_id)
  LEFT JOIN ordenes o ON coalesce(k.origen, a.origen) = 'ordenes' AND o.id = coalesce(k.origen_id, a.origen_id)
  LEFT JOIN monedas n ON n.id = o.recibe_moneda_id
  LEFT JOIN transferencias t ON a.origen = 'transferencias' AND t.id = a.origen_id
  LEFT JOIN gastos g ON a.origen = 'gastos' AND g.id = a.origen_id
  LEFT JOIN ajustes_saldo j ON a.origen = 'ajustes-saldo' AND j.id = a.origen_id
  WHERE current_user <> 'cambista_sucursal' OR k.id IS NOT NULL OR a.origen <> 'comisiones'
    AND NOT documento_oculto(a.origen, a.origen_id);

-- Operations for the volume: one of the counter on its day, an order on the day of its payment. Annulled ones are
-- included: queries exclude them by state, which may change after the day.
-- One kind alone as well: a page of one view of two tables cannot follow the index of either.
CREATE OR REPLACE VIEW reportes_ventas AS
  SELECT 'compras-ventas'::text AS origen, v.id, v.numero, v.fecha, v.fecha_negocio, v.tipo, v.estado, v.cliente_id,
         v.usuario_id, CASE v.tipo WHEN 'canje' THEN v.contramoneda_id ELSE v.divisa_id END AS moneda_id,
         CASE v.tipo WHEN 'canje' THEN v.contravalor ELSE v.monto END AS monto,
         CASE v.tipo WHEN 'canje' THEN v.divisa_id ELSE v.contramoneda_id END AS contramoneda_id,
         CASE v.tipo WHEN 'canje' THEN v.monto ELSE v.contravalor END AS contravalor,
         CASE v.tipo WHEN 'venta' THEN v.contramoneda_id ELSE v.divisa_id END AS de_id,
         CASE v.tipo WHEN 'venta' THEN v.divisa_id ELSE v.contramoneda_id END AS a_id,
         x.segmento, v.monto_usd, v.tasa, v.precision, v.ficha_id, v.sucursal_id
  FROM compras_ventas v JOIN tipos_cambios_historico h ON h.id = v.historico_id JOIN tipos_cambios x
      ON x.id = h.tipo_cambio_id;
CREATE OR REPLACE VIEW reportes_ordenes AS
  SELECT 'ordenes'::text AS origen, o.id, o.numero, o.pagada_en AS fecha, fecha_negocio(o.pagada_en) AS fecha_negocio,
         'orden'::text AS tipo, o.estado, o.cliente_id, o.usuario_id, o.recibe_moneda_id AS moneda_id,
         o.recibe AS monto, o.envia_moneda_id AS contramoneda_id, o.envia AS contravalor, o.envia_moneda_id AS de_id,
         o.recibe_moneda_id AS a_id, o.segmento, o.monto_usd, o.tasa, o.precision, o.ficha_id,
         o.sucursal_id
  FROM ordenes o WHERE o.pagada_en IS NOT NULL;
CREATE OR REPLACE VIEW reportes_documentos AS
  SELECT * FROM reportes_ventas UNION ALL SELECT * FROM reportes_ordenes;
