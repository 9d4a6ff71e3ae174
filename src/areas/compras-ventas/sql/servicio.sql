-- The service fee of an operation by the house's rules (R-367). Without a rule it is what its cashier types.

-- What one unit of a currency is worth in that of the books where the rules of the fee ask: the price that the house
-- publishes for buying it from anybody, which every client may read; null where it publishes none.
CREATE OR REPLACE FUNCTION compras_ventas_servicio_precio(p_divisa integer) RETURNS numeric LANGUAGE sql STABLE
  RETURN (SELECT CASE h.metodo_calculo WHEN 'm' THEN h.tasa ELSE round(1 / h.tasa, 10) END
    FROM tipos_cambios t JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id AND upper_inf(h.vigencia)
    WHERE t.pais = pais_de_la_casa() AND t.base_id = p_divisa AND t.cotizacion_id = moneda_funcional()
      AND t.segmento = 'publico' AND t.estatus
    ORDER BY coalesce(t.monto_min, 0), t.id LIMIT 1);

-- An operation as the rules of the fee see it, {tipo, divisa, monto, base: what it is worth in the currency of the
-- books}. A canje is worth what its client hands over; without a price it counts as nothing, so that it pays the fixed
-- part and the least. Twin of `parteDe` in areas/compras-ventas/mostrador/calculo/servicio.ts.
CREATE OR REPLACE FUNCTION compras_ventas_parte(p_tipo text, p_divisa integer, p_monto numeric, p_contravalor numeric)
  RETURNS jsonb LANGUAGE sql STABLE
  RETURN jsonb_build_object('tipo', p_tipo, 'divisa', p_divisa, 'monto', p_monto, 'base', CASE p_tipo WHEN 'canje'
    THEN coalesce(round(p_monto * compras_ventas_servicio_precio(p_divisa), 2), 0) ELSE p_contravalor END);

-- The rule that decides an operation and the fee that it says; nulls without one. `p_ticket` = {partes, n}: all
-- operations of its ticket and its place among them (R-381); null for one that comes alone. Twin of `servicioDe` in
-- areas/compras-ventas/mostrador/calculo/servicio.ts.
CREATE OR REPLACE FUNCTION compras_ventas_servicio(d compras_ventas, p_ticket jsonb, OUT regla servicio_reglas,
    OUT debido numeric) LANGUAGE sql STABLE AS $$
  SELECT x.regla, x.debido FROM servicio_de_parte(
    coalesce(p_ticket->'partes', jsonb_build_array(compras_ventas_parte(d.tipo, d.divisa_id, d.monto, d.contravalor))),
    coalesce((p_ticket->>'n')::integer, 1),
    coalesce((SELECT segmento FROM clientes WHERE id = d.cliente_id), 'publico')) x;
$$;

-- Judges the fee that was typed; one that was not (a quote) is what the rule says. Another one than the rule's takes
-- the permission to allow rates outside a range. A purchase pays out what its fee leaves, which is something (R-371).
CREATE OR REPLACE FUNCTION compras_ventas_servicio_leer(quien jsonb, p jsonb, p_ticket jsonb, d compras_ventas)
  RETURNS compras_ventas LANGUAGE plpgsql STABLE AS $$
DECLARE
  x record := compras_ventas_servicio(d, p_ticket);
BEGIN
  d.servicio := coalesce((p->>'servicio')::numeric, x.debido, 0);
  d.servicio_regla_id := (x.regla).id;
  d.servicio_debido := x.debido;
  IF d.servicio <> x.debido AND NOT coalesce((quien->>'servicio')::boolean, false) THEN
    PERFORM rechazar_campo('servicio', reparo('SERVICIO_DE_REGLA', jsonb_build_object('regla', (x.regla).nombre,
      'servicio', importe_de(moneda_funcional(), x.debido))));
  END IF;
  IF d.tipo = 'compra' AND d.servicio <> 0 AND d.servicio >= d.contravalor THEN
    PERFORM rechazar_campo('servicio', reparo('SERVICIO_SUPERA_PAGO', jsonb_build_object('servicio',
      importe_de(moneda_funcional(), d.servicio), 'pago', importe_de(moneda_funcional(), d.contravalor))));
  END IF;
  RETURN d;
END $$;

-- Whoever charges another fee than the rule's says why; the exceptions show it.
CREATE OR REPLACE FUNCTION compras_ventas_servicio_motivo(d compras_ventas) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF d.servicio <> d.servicio_debido AND btrim(coalesce(d.motivo, '')) = '' THEN
    PERFORM rechazar_campo('motivo', reparo('SERVICIO_CON_MOTIVO'));
  END IF;
END $$;

-- What is kept of a rule is what it says at that instant, whoever writes; of a ticket with all its operations, which
-- one statement writes. The price of a canje may have moved since it was judged.
CREATE OR REPLACE FUNCTION compras_ventas_servicio_cierto()
  RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_ticket jsonb;
  v_canje boolean := NEW.tipo = 'canje';
  x record;
BEGIN
  IF NEW.ticket_id IS NOT NULL THEN
    SELECT jsonb_build_object('n', count(*) FILTER (WHERE id <= NEW.id),
        'partes', jsonb_agg(compras_ventas_parte(tipo, divisa_id, monto, contravalor) ORDER BY id)),
        bool_or(tipo = 'canje')
      INTO v_ticket, v_canje FROM compras_ventas WHERE ticket_id = NEW.ticket_id;
  END IF;
  IF v_canje THEN RETURN NULL; END IF;
  x := compras_ventas_servicio(NEW, v_ticket);
  IF (NEW.servicio_regla_id, NEW.servicio_debido) IS DISTINCT FROM ((x.regla).id, x.debido) THEN
    RAISE EXCEPTION USING ERRCODE = 'CB003', MESSAGE = 'compras_ventas: the fee is not that of its rule';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER compras_ventas_servicio_cierto AFTER INSERT ON compras_ventas
  FOR EACH ROW EXECUTE FUNCTION compras_ventas_servicio_cierto();

-- What the exceptions say of an annulled operation: what is left of its ticket keeps the fee of a sum that is no longer
-- there (R-381).
CREATE OR REPLACE FUNCTION compras_ventas_anulada_frase(v compras_ventas) RETURNS text LANGUAGE sql STABLE
  RETURN format('Anuló %s%s', v.numero, CASE WHEN EXISTS (SELECT FROM compras_ventas o WHERE o.ticket_id = v.ticket_id
    AND o.estado <> 'anulada' AND o.servicio_regla_id IS NOT NULL)
    THEN '; el servicio de lo demás de su ticket se calculó con ella' ELSE '' END);
