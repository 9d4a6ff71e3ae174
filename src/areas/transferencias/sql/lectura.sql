-- What was agreed stays; the state goes its ways only, and nothing is deleted.
CREATE OR REPLACE FUNCTION transferencias_fijas() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  -- fecha_negocio follows from fecha and is not computed yet where this runs.
  v_impresa text[] := '{impresiones,fecha_negocio}';
  v_libres text[] := CASE WHEN TG_OP = 'UPDATE' THEN CASE OLD.estado || ' ' || NEW.estado
    WHEN 'enviada recibida' THEN '{contado,denominaciones,cargo,cargo_usuario_id,nota,resuelta_en,resuelta_por,gasto}'
    WHEN 'enviada rechazada' THEN '{nota,resuelta_en,resuelta_por}'
    WHEN 'enviada anulada' THEN '{anulada_en,anulada_por,motivo_anulacion}'
    WHEN 'recibida anulada' THEN '{anulada_en,anulada_por,motivo_anulacion}'
    WHEN 'completada anulada' THEN '{anulada_en,anulada_por,motivo_anulacion}' END END;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.estado IN ('enviada', 'completada') THEN RETURN NEW; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF to_jsonb(OLD) - v_impresa = to_jsonb(NEW) - v_impresa THEN RETURN NEW; END IF;
    IF v_libres IS NOT NULL THEN
      v_libres := v_libres || '{estado,version,fecha_negocio}'::text[];
      IF to_jsonb(OLD) - v_libres = to_jsonb(NEW) - v_libres THEN RETURN NEW; END IF;
    END IF;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'CB002', MESSAGE = 'transferencias: documents are not rewritten';
END $$;
CREATE OR REPLACE TRIGGER transferencias_fijas BEFORE INSERT OR UPDATE OR DELETE ON transferencias
  FOR EACH ROW EXECUTE FUNCTION transferencias_fijas();

-- An account to which money is on its way, or may come back, stays in use. Both take the lock of its ledger account.
CREATE OR REPLACE FUNCTION cuentas_sin_envios() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM transferencias WHERE estado = 'enviada' AND NEW.id IN (origen_id, destino_id)) THEN
    PERFORM rechazar('EN_USO',
        jsonb_build_object('que', format('%s, que tiene una transferencia en camino', NEW.nombre)));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER cuentas_sin_envios AFTER UPDATE OF estatus ON cuentas
  FOR EACH ROW WHEN (OLD.estatus AND NOT NEW.estatus) EXECUTE FUNCTION cuentas_sin_envios();

-- What one unit of a currency costs in another: a pair of ours either way round, the international market's first.
CREATE OR REPLACE FUNCTION transferencias_par(p_de integer, p_a integer, OUT compra numeric, OUT venta numeric)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE p.base_id WHEN p_de THEN p.compra ELSE 1 / p.venta END, CASE p.base_id WHEN p_de THEN p.venta
      ELSE 1 / p.compra END
  FROM pares_divisas p
  WHERE p.estatus AND (p.base_id, p.cotizacion_id) IN ((p_de, p_a), (p_a, p_de))
  ORDER BY p.pais <> 'usd', p.base_id <> p_de, p.id LIMIT 1;
$$;

-- The same, across the dollar where no pair has both; null where there is no price.
CREATE OR REPLACE FUNCTION transferencias_mercado(p_de integer, p_a integer, OUT compra numeric, OUT venta numeric)
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_dolar integer := (SELECT id FROM monedas WHERE iso = 'USD');
BEGIN
  SELECT d.compra, d.venta INTO compra, venta FROM transferencias_par(p_de, p_a) d;
  IF compra IS NOT NULL OR v_dolar IN (p_de, p_a) THEN RETURN; END IF;
  SELECT x.compra * y.compra, x.venta * y.venta INTO compra, venta
    FROM transferencias_par(p_de, v_dolar) x, transferencias_par(v_dolar, p_a) y;
END $$;

-- How far in percent `p_precio`, units of what arrives for one that leaves, lies outside of what the market pays and
-- asks.
CREATE OR REPLACE FUNCTION transferencias_desvio(p_de integer, p_a integer, p_precio numeric) RETURNS numeric
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT round(100 * CASE WHEN p_precio < m.compra THEN (m.compra - p_precio) / m.compra
                          WHEN p_precio > m.venta THEN (p_precio - m.venta) / m.venta
                          WHEN m.compra IS NOT NULL THEN 0 END, 4)
  FROM transferencias_mercado(p_de, p_a) m;
$$;

-- Cash moves in pieces that there are.
CREATE OR REPLACE FUNCTION transferencias_piezas(p_cuenta bigint, p_monto numeric, p_campo text) RETURNS void
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT rechazar_campo(p_campo, falla) FROM efectivo_falla(p_cuenta, p_monto) falla WHERE falla IS NOT NULL;
$$;

CREATE OR REPLACE FUNCTION cuentas_leer(p_id bigint) RETURNS cuenta_leida
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT (c.id, c.nombre, c.tipo, c.estatus, c.tipo IN ('caja', 'boveda'), c.responsable_id, c.sucursal_id, c.limite_op,
          k.saldo - k.minimo, m.id, m.iso, m.simbolo, m.decimales, m.funcional)::cuenta_leida
  FROM cuentas c JOIN cuentas_contables k ON k.id = c.id JOIN monedas m ON m.id = c.moneda_id WHERE c.id = p_id;
$$;

-- Every ledger account that entries with these accounts may touch, in the order of everybody: several entries of one
-- transfer would each begin anew.
CREATE OR REPLACE FUNCTION transferencias_bloquear(p_cuentas bigint[]) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM cuentas_contables WHERE id IN (
      SELECT unnest(p_cuentas)
      UNION SELECT unnest(ARRAY[p.posicion_id, p.contravalor_id, p.ganancia_id])
        FROM cuentas_contables c JOIN posiciones p ON p.moneda_id = c.moneda_id WHERE c.id = ANY (p_cuentas))
    ORDER BY id FOR NO KEY UPDATE;
END $$;

CREATE OR REPLACE FUNCTION transferencias_transito(p_moneda integer) RETURNS bigint
  LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT libro_cuenta('transito:' || iso, 'Fondos en tránsito ' || iso, 'activo', id, 0) FROM monedas
      WHERE id = p_moneda;
$$;

-- Where a third party's money goes in the books.
CREATE OR REPLACE FUNCTION transferencias_contraparte(p_concepto text) RETURNS bigint
  LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT CASE p_concepto
    WHEN 'proveedor' THEN libro_cuenta('gasto:proveedores', 'Gasto: proveedores', 'gasto', moneda_funcional())
    WHEN 'retiro' THEN libro_cuenta('retiros', 'Retiros de socios', 'patrimonio', moneda_funcional())
    ELSE libro_cuenta('anticipos', 'Anticipos a terceros', 'activo', moneda_funcional()) END;
$$;

CREATE OR REPLACE FUNCTION transferencias_gasto() RETURNS bigint
  LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT libro_cuenta('gastos-bancarios', 'Gastos bancarios', 'gasto', moneda_funcional());
$$;

-- Fees leave their accounts at cost and are an expense: an entry of their own, so that what is carried from one
-- currency to another carries nothing of them. Answers what they cost.
CREATE OR REPLACE FUNCTION transferencias_comisiones(p_id bigint, p_numero text, p_usuario integer,
    p_lineas libro_linea[]) RETURNS numeric
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_lineas libro_linea[] := ARRAY(SELECT l FROM unnest(p_lineas) l WHERE l.importe <> 0);
BEGIN
  IF cardinality(v_lineas) = 0 THEN RETURN 0; END IF;
  RETURN -(libro_contabilizar('transferencias', p_id, p_numero, p_usuario, v_lineas,
      transferencias_gasto())->>'resultado')::numeric;
END $$;
