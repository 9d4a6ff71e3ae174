-- What annulments of a document have in common, after its state: it is of today or the user may annul older ones
-- (`o.p` = {motivo, anterior}), he may use its accounts, and another person says yes where R-143 asks for one. Every
-- entry is reversed, the newest first. `p_dia`: of the document; `p_autor`: who registered it; `p_desde`: since when it
-- stands; `p_usd`, `p_pen`: what it is worth. Its state before is handed on.
CREATE OR REPLACE FUNCTION cuentas_anular(o operacion, p_origen text, d anyelement, p_dia date, p_autor integer,
    p_desde timestamptz, p_usd numeric, p_pen numeric, p_moneda integer) RETURNS operacion LANGUAGE plpgsql AS $$
BEGIN
  IF p_dia <> fecha_negocio(ahora()) AND NOT (o.p->>'anterior')::boolean THEN
    PERFORM rechazar('DIA_ANTERIOR', jsonb_build_object('fecha', to_char(p_dia, 'DD/MM/YYYY')));
  END IF;
  PERFORM cuentas_exigir_suyas(o.quien, ARRAY(SELECT DISTINCT p.cuenta_id FROM asientos a
    JOIN apuntes p ON p.asiento_id = a.id WHERE a.origen = p_origen AND a.origen_id = o.id));
  PERFORM anular_exigir(o.quien, jsonb_build_object('origen', p_origen, 'origen_id', o.id, 'numero', d.numero,
    'autores', jsonb_build_array(p_autor), 'desde', p_desde, 'motivo', o.p->>'motivo', 'valor', p_pen, 'usd', p_usd,
    'importe', (SELECT importe_texto(d.monto, simbolo, decimales) FROM monedas WHERE id = p_moneda)));
  o.entradas := libro_reversas(p_origen, o.id, 'Anulación de ' || d.numero, (o.quien->>'usuario_id')::int);
  o.dato := to_jsonb(d.estado);
  RETURN o;
END $$;
