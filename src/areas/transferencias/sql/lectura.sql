-- Agreed data cannot change, the state follows its transitions only, and no row is deleted.
CREATE OR REPLACE TRIGGER transferencias_nacen BEFORE INSERT ON transferencias
  FOR EACH ROW WHEN (NEW.estado NOT IN ('enviada', 'completada')) EXECUTE FUNCTION prohibir_cambio();
CREATE OR REPLACE TRIGGER transferencias_fijas BEFORE UPDATE OR DELETE ON transferencias
  FOR EACH ROW EXECUTE FUNCTION cambios_fijos('estado', '^enviada recibida$',
    '{estado,contado,denominaciones,cargo,diferencia_valor,nota,resuelta_en,resuelta_por,gasto,version}',
    '^enviada rechazada$', '{estado,nota,resuelta_en,resuelta_por,version}',
    '^(enviada|recibida|completada) anulada$', '{estado,anulada_en,anulada_por,motivo_anulacion,version}',
    '.', '{impresiones}', '^recibida recibida$',
    '{cargo,cargo_usuario_id,diferencia_resuelta_en,diferencia_resuelta_por,diferencia_nota,diferencia_solo,version}');
-- A difference that waits for an answer takes one.
CREATE OR REPLACE TRIGGER transferencias_diferencia_fija BEFORE UPDATE OF cargo, cargo_usuario_id,
    diferencia_resuelta_en, diferencia_resuelta_por, diferencia_nota, diferencia_solo, version ON transferencias
  FOR EACH ROW WHEN (OLD.estado = 'recibida' AND NEW.estado = 'recibida' AND (OLD.diferencia_valor IS NULL
    OR OLD.cargo IS NOT NULL)) EXECUTE FUNCTION prohibir_cambio();

-- An account with transfers in transit from or to it stays active. Both operations lock its ledger account.
CREATE OR REPLACE FUNCTION cuentas_sin_envios() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM transferencias WHERE estado = 'enviada' AND NEW.id IN (origen_id, destino_id)) THEN
    PERFORM rechazar('EN_USO', jsonb_build_object('que', NEW.nombre || ', que tiene una transferencia en camino'));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER cuentas_sin_envios AFTER UPDATE OF estatus ON cuentas
  FOR EACH ROW WHEN (OLD.estatus AND NOT NEW.estatus) EXECUTE FUNCTION cuentas_sin_envios();

-- The price of one unit of a currency in another: our own pair in either direction, the international market first.
CREATE OR REPLACE FUNCTION transferencias_par(p_de integer, p_a integer, OUT compra numeric, OUT venta numeric)
  LANGUAGE sql STABLE AS $$
  SELECT CASE p.base_id WHEN p_de THEN p.compra ELSE 1 / p.venta END,
         CASE p.base_id WHEN p_de THEN p.venta ELSE 1 / p.compra END
  FROM pares_divisas p WHERE p.estatus AND (p.base_id, p.cotizacion_id) IN ((p_de, p_a), (p_a, p_de))
  ORDER BY p.pais <> 'usd', p.base_id <> p_de, p.id LIMIT 1;
$$;

-- The same; where no pair has both, crossed through the dollar, otherwise the range of every market that exists:
-- crossed through any currency, and what is published for that corridor. Null: nobody prices it.
CREATE OR REPLACE FUNCTION transferencias_mercado(p_de integer, p_a integer, OUT compra numeric, OUT venta numeric)
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_dolar integer := (SELECT id FROM monedas WHERE iso = 'USD');
BEGIN
  SELECT d.compra, d.venta INTO compra, venta FROM transferencias_par(p_de, p_a) d;
  IF compra IS NOT NULL THEN RETURN; END IF;
  IF v_dolar NOT IN (p_de, p_a) THEN
    SELECT x.compra * y.compra, x.venta * y.venta INTO compra, venta
      FROM transferencias_par(p_de, v_dolar) x, transferencias_par(v_dolar, p_a) y;
    IF compra IS NOT NULL THEN RETURN; END IF;
  END IF;
  SELECT min(m.compra), max(m.venta) INTO compra, venta FROM (
    SELECT x.compra * y.compra AS compra, x.venta * y.venta AS venta
      FROM monedas b, transferencias_par(p_de, b.id) x, transferencias_par(b.id, p_a) y WHERE b.id NOT IN (p_de, p_a)
    UNION ALL
    SELECT t.precio, t.precio FROM (
      SELECT CASE WHEN (h.metodo_calculo = 'm') = (c.base_id = p_de) THEN h.tasa ELSE 1 / h.tasa END AS precio
      FROM tipos_cambios c JOIN tipos_cambios_historico h ON h.tipo_cambio_id = c.id AND upper_inf(h.vigencia)
      WHERE c.estatus AND (c.base_id, c.cotizacion_id) IN ((p_de, p_a), (p_a, p_de))) t) m;
END $$;

-- How far `p_precio`, destination units for one origin unit, lies outside the market's purchase and sale prices, in
-- percent.
CREATE OR REPLACE FUNCTION transferencias_desvio(p_de integer, p_a integer, p_precio numeric)
  RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT round(100 * CASE WHEN p_precio < m.compra THEN (m.compra - p_precio) / m.compra
                          WHEN p_precio > m.venta THEN (p_precio - m.venta) / m.venta
                          WHEN m.compra IS NOT NULL THEN 0 END, 4)
  FROM transferencias_mercado(p_de, p_a) m;
$$;

-- Cash moves in amounts that the currency's notes and coins can make.
CREATE OR REPLACE FUNCTION transferencias_piezas(p_cuenta bigint, p_monto numeric, p_campo text)
  RETURNS void LANGUAGE sql STABLE AS $$
  SELECT rechazar_campo(p_campo, reparo) FROM efectivo_reparo(p_cuenta, p_monto) reparo WHERE reparo IS NOT NULL;
$$;

CREATE OR REPLACE FUNCTION cuentas_leer(p_id bigint) RETURNS cuenta_leida LANGUAGE sql STABLE AS $$
  SELECT (c.id, c.nombre, c.tipo, c.estatus, c.tipo IN ('caja', 'boveda'), c.responsable_id, c.sucursal_id, c.limite_op,
          k.saldo - k.minimo, m.id, m.iso, m.simbolo, m.decimales, m.funcional)::cuenta_leida
  FROM cuentas c JOIN cuentas_contables k ON k.id = c.id JOIN monedas m ON m.id = c.moneda_id WHERE c.id = p_id;
$$;

CREATE OR REPLACE FUNCTION transferencias_transito(p_moneda integer) RETURNS bigint LANGUAGE sql AS $$
  SELECT libro_cuenta('transito:' || iso, 'Fondos en tránsito ' || iso, 'activo', id, 0)
  FROM monedas WHERE id = p_moneda;
$$;

-- The ledger account of a third party's concept.
CREATE OR REPLACE FUNCTION transferencias_contraparte(p_concepto text) RETURNS bigint LANGUAGE sql AS $$
  SELECT CASE p_concepto
    WHEN 'proveedor' THEN libro_cuenta('gasto:proveedores', 'Gasto: proveedores', 'gasto', moneda_funcional())
    WHEN 'retiro' THEN libro_cuenta('retiros', 'Retiros de socios', 'patrimonio', moneda_funcional())
    ELSE libro_cuenta('anticipos', 'Anticipos a terceros', 'activo', moneda_funcional()) END;
$$;

-- The entry of fees, an expense at cost: one of their own, so that they are not part of the cost carried from one
-- currency to another. None where there are no fees.
CREATE OR REPLACE FUNCTION transferencias_comision_entradas(p_id bigint, p_glosa text, p_usuario integer,
    p_lineas libro_linea[]) RETURNS libro_entrada[] LANGUAGE plpgsql AS $$
DECLARE
  v_lineas libro_linea[] := ARRAY(SELECT l FROM unnest(p_lineas) l WHERE l.importe <> 0);
BEGIN
  IF cardinality(v_lineas) = 0 THEN RETURN '{}'; END IF;
  RETURN ARRAY[('transferencias', p_id, p_glosa, p_usuario, NULL, v_lineas,
    libro_cuenta('gastos-bancarios', 'Gastos bancarios', 'gasto', moneda_funcional()), false)::libro_entrada];
END $$;

-- The entries of a transfer and of its fees.
CREATE OR REPLACE FUNCTION transferencias_entradas(d transferencias, origen cuenta_leida, destino cuenta_leida)
  RETURNS libro_entrada[] LANGUAGE plpgsql AS $$
DECLARE
  v_sale text := importe_texto(d.monto, origen.simbolo, origen.decimales);
  v_enviada boolean := d.estado = 'enviada';
  e libro_entrada := ('transferencias', d.id, NULL, d.usuario_id, NULL,
    ARRAY[(origen.id, -d.monto, NULL, d.referencia)::libro_linea], NULL, false);
BEGIN
  CASE d.tipo
    WHEN 'interna' THEN
      e.glosa := format('%s de %s a %s', CASE WHEN v_enviada THEN 'Envío' ELSE 'Transferencia' END, v_sale,
        destino.nombre);
      e.lineas := (CASE WHEN v_enviada THEN transferencias_transito(origen.moneda_id) ELSE destino.id END, d.monto,
        NULL, d.referencia)::libro_linea || e.lineas;
    WHEN 'conversion' THEN
      -- The destination enters at the price paid or at the cost of what left; only selling a currency for soles has a
      -- result.
      e.glosa := format('Conversión de %s a %s', v_sale, importe_texto(d.recibido, destino.simbolo, destino.decimales));
      e.lineas := (destino.id, d.recibido, NULL, d.referencia)::libro_linea || e.lineas;
      IF destino.funcional THEN
        e.resultado := (SELECT ganancia_id FROM posiciones WHERE moneda_id = origen.moneda_id);
      END IF;
    ELSE
      e.glosa := format('Transferencia de %s a %s', v_sale, d.tercero);
      e.resultado := transferencias_contraparte(d.concepto);
  END CASE;
  RETURN e || transferencias_comision_entradas(d.id, 'Comisión por transferir ' || v_sale, d.usuario_id, ARRAY[
    (origen.id, -d.comision_origen, NULL, d.referencia)::libro_linea,
    (destino.id, -(CASE WHEN v_enviada THEN 0 ELSE d.comision_destino END), NULL, d.referencia)::libro_linea]);
END $$;
