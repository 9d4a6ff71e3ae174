-- Locks a transfer.
CREATE OR REPLACE FUNCTION transferencias_tomar(p_id bigint) RETURNS transferencias LANGUAGE plpgsql AS $$
DECLARE
  t transferencias;
BEGIN
  SELECT * INTO t FROM transferencias WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa transferencia"}'); END IF;
  RETURN t;
END $$;

-- Locks a transfer in transit, for the responsible user of its destination or a user who may act for others; never for
-- its sender nor for who carried it, because another person must see the money that both had (R-237).
CREATE OR REPLACE FUNCTION transferencias_llegada(quien jsonb, p_id bigint)
  RETURNS transferencias LANGUAGE plpgsql AS $$
DECLARE
  t transferencias := transferencias_tomar(p_id);
BEGIN
  IF t.estado <> 'enviada' THEN PERFORM rechazar('ESTADO', jsonb_build_object('estado', t.estado)); END IF;
  IF t.usuario_id = (quien->>'usuario_id')::int THEN
    PERFORM rechazar('ENVIO_PROPIO', jsonb_build_object('numero', t.numero));
  END IF;
  IF t.portador_id = (quien->>'usuario_id')::int THEN
    PERFORM rechazar('ENVIO_LLEVADO', jsonb_build_object('numero', t.numero));
  END IF;
  IF NOT EXISTS (SELECT FROM cuentas WHERE id = t.destino_id
       AND (responsable_id = (quien->>'usuario_id')::int OR cuentas_por_otros(quien, sucursal_id))) THEN
    PERFORM rechazar('NO_ES_RECEPTOR', jsonb_build_object('cuenta', nombre)) FROM cuentas WHERE id = t.destino_id;
  END IF;
  RETURN t;
END $$;

-- The account on which differences wait until somebody says who bears them.
CREATE OR REPLACE FUNCTION transferencias_diferencias() RETURNS bigint LANGUAGE sql AS $$
  SELECT libro_cuenta('diferencias-transito', 'Diferencias en tránsito', 'activo', moneda_funcional());
$$;

-- Receives a transfer. What arrived enters at the cost at which it left; a shortage or surplus waits at today's average
-- cost on an account of its own (R-138). `p` = {contado, denominaciones, nota}.
CREATE OR REPLACE FUNCTION transferencias_recibir_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  v_usuario integer := (o.quien->>'usuario_id')::int;
  t transferencias := transferencias_llegada(o.quien, o.id);
  destino cuenta_leida := cuentas_leer(t.destino_id);
  v_contado numeric := (o.p->>'contado')::numeric;
  v_llega numeric := least(v_contado, t.monto);
  v_transito bigint := transferencias_transito(t.moneda_id);
  v_valor numeric;
BEGIN
  PERFORM detener_reloj();
  IF v_contado <> t.monto AND o.p->>'nota' IS NULL THEN
    PERFORM rechazar_campo('nota', reparo('DIFERENCIA_EXPLIQUE'));
  END IF;
  o.dato := jsonb_build_object('conteo', transferencias_conteo(o.p, destino), 'falta', t.monto - v_contado);
  IF t.comision_destino >= v_contado THEN PERFORM rechazar_campo('contado', reparo('COMISION_SE_LLEVA_TODO')); END IF;
  SELECT valor INTO STRICT v_valor FROM apuntes WHERE asiento_id = t.asiento_id AND cuenta_id = v_transito;
  IF v_llega < t.monto THEN v_valor := round(v_valor * v_llega / t.monto, 2); END IF;
  o.entradas := ('transferencias', o.id, 'Recepción de ' || t.numero, v_usuario, NULL, ARRAY[
      (t.destino_id, v_llega, v_valor, t.referencia)::libro_linea,
      (v_transito, -v_llega, -v_valor, t.referencia)::libro_linea], NULL, true)::libro_entrada
    || transferencias_apartar(t, v_usuario, destino, t.monto - v_contado)
    || transferencias_comision_entradas(o.id, 'Comisión de ' || t.numero, v_usuario,
      ARRAY[(t.destino_id, -t.comision_destino, NULL, t.referencia)::libro_linea]);
  o.ocupa := o.ocupa || cuentas_ocupan(ARRAY[t.destino_id]);
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION transferencias_recibir_guardar(o operacion, libro jsonb[])
  RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  t transferencias;
  v_falta numeric := (o.dato->>'falta')::numeric;      -- below zero: a surplus
  v_diferencia numeric := CASE WHEN v_falta <> 0 THEN (SELECT nullif(sum(valor), 0) FROM apuntes
    WHERE asiento_id = (libro[2]->>'asiento_id')::bigint AND cuenta_id = transferencias_diferencias()) END;
BEGIN
  UPDATE transferencias SET estado = 'recibida', contado = (o.p->>'contado')::numeric,
         denominaciones = nullif(o.dato->'conteo', 'null'), nota = o.p->>'nota', diferencia_valor = v_diferencia,
         -- What is worth less than a cent is the house's.
         cargo = CASE WHEN v_falta > 0 AND v_diferencia IS NULL THEN 'casa' END,
         gasto = gasto - CASE WHEN comision_destino = 0 THEN 0 ELSE
           (libro[cardinality(libro)]->>'resultado')::numeric END, resuelta_en = ahora(),
         resuelta_por = (o.quien->>'usuario_id')::int, version = version + 1 WHERE id = o.id RETURNING * INTO STRICT t;
  PERFORM cuentas_exigir(ARRAY[t.destino_id], fecha_negocio(ahora()));
  IF v_falta = 0 THEN RETURN operacion_hecha('transferencias', t, 'recibir', '%s recibida.', o.p, 'enviada'); END IF;
  RETURN operacion_hecha('transferencias', t, 'recibir-diferencia', '%s recibida con '
    || CASE WHEN v_falta > 0 THEN 'un faltante' ELSE 'un sobrante' END || ' de '
    || importe_de(t.moneda_id, abs(v_falta)) || ': espera a que una tercera persona diga quién responde.', o.p,
    'enviada');
END $$;

-- The entry of what lacked, or was over, to the account of differences.
CREATE OR REPLACE FUNCTION transferencias_apartar(t transferencias, p_usuario integer, destino cuenta_leida,
    p_falta numeric) RETURNS libro_entrada[] LANGUAGE plpgsql AS $$
BEGIN
  IF p_falta = 0 THEN RETURN '{}'; END IF;
  RETURN ARRAY[('transferencias', t.id, CASE WHEN p_falta > 0 THEN 'Faltante de ' ELSE 'Sobrante de ' END || t.numero,
    p_usuario, NULL, ARRAY[CASE WHEN p_falta > 0
      THEN (transferencias_transito(t.moneda_id), -p_falta, NULL, NULL)::libro_linea
      ELSE (t.destino_id, -p_falta, CASE WHEN NOT destino.funcional THEN a_costo(t.moneda_id, -p_falta) END,
        NULL)::libro_linea END],
    transferencias_diferencias(), false)::libro_entrada];
END $$;

-- A third person, neither sender nor carrier nor receiver, says who bears a difference (R-138): the house, or for a
-- shortage one of them. `p` = {cargo, cargo_usuario_id, nota}.
CREATE OR REPLACE FUNCTION transferencias_resolver_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  t transferencias := transferencias_tomar(o.id);
  v_personal boolean := o.p->>'cargo' = 'personal';
  v_quien integer := (o.p->>'cargo_usuario_id')::int;
BEGIN
  IF t.estado <> 'recibida' OR t.diferencia_valor IS NULL OR t.cargo IS NOT NULL THEN
    PERFORM rechazar('ESTADO', jsonb_build_object('estado', CASE WHEN t.estado = 'recibida'
      THEN 'sin diferencia por resolver' ELSE t.estado END));
  END IF;
  PERFORM detener_reloj();
  o.dato := jsonb_build_object('solo', transferencias_tercera_exigir(o.quien, t));
  PERFORM aprobaciones_exigir(o.quien, abs(t.diferencia_valor));
  IF v_personal AND t.diferencia_valor < 0 THEN PERFORM rechazar_campo('cargo', reparo('SOBRANTE_DE_LA_CASA')); END IF;
  IF v_personal AND coalesce(v_quien <> ALL (transferencias_manos(t)), true) THEN
    PERFORM rechazar_campo('cargo_usuario_id', reparo('RESPONDE_QUIEN_LO_TUVO'));
  END IF;
  o.entradas := ARRAY[('transferencias', o.id, 'Diferencia de ' || t.numero, (o.quien->>'usuario_id')::int, NULL, ARRAY[
    (CASE WHEN v_personal
      THEN libro_cuenta('por-cobrar-personal', 'Cuentas por cobrar al personal', 'activo', moneda_funcional(), 0)
      ELSE libro_cuenta('sobrantes-faltantes', 'Sobrantes y faltantes', 'gasto', moneda_funcional()) END,
      t.diferencia_valor, NULL, NULL)::libro_linea,
    (transferencias_diferencias(), -t.diferencia_valor, NULL, NULL)::libro_linea], NULL, false)::libro_entrada];
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION transferencias_resolver_guardar(o operacion, libro jsonb[])
  RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  t transferencias;
BEGIN
  UPDATE transferencias SET cargo = o.p->>'cargo', cargo_usuario_id = CASE WHEN o.p->>'cargo' = 'personal'
           THEN (o.p->>'cargo_usuario_id')::int END, diferencia_resuelta_en = ahora(),
         diferencia_resuelta_por = (o.quien->>'usuario_id')::int, diferencia_nota = o.p->>'nota',
         diferencia_solo = (o.dato->>'solo')::boolean, version = version + 1 WHERE id = o.id RETURNING * INTO STRICT t;
  RETURN operacion_hecha('transferencias', t, 'resolver-diferencia', 'Diferencia de %s resuelta.')
    || jsonb_build_object('despues', o.p || jsonb_build_object('numero', t.numero,
      'valor', round(t.diferencia_valor, 2)::text));
END $$;

-- The people of the house through whose hands it went.
CREATE OR REPLACE FUNCTION transferencias_manos(t transferencias) RETURNS integer[]
  LANGUAGE sql IMMUTABLE AS $$
  SELECT array_remove(ARRAY[t.usuario_id, t.portador_id, t.resuelta_por], NULL);
$$;

-- Refuses sender, carrier and receiver where a third person may resolve; where there is none, one of them confirms
-- with his password. Answers whether it was so.
CREATE OR REPLACE FUNCTION transferencias_tercera_exigir(quien jsonb, t transferencias)
  RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_otros text[];
BEGIN
  IF (quien->>'usuario_id')::int <> ALL (transferencias_manos(t)) THEN RETURN false; END IF;
  v_otros := otros_con('transferencias:resolver', transferencias_manos(t));
  IF v_otros <> '{}' THEN
    PERFORM rechazar('DIFERENCIA_PROPIA', jsonb_build_object('numero', t.numero,
      'quienes', array_to_string(v_otros, ', ')));
  END IF;
  PERFORM vistos_solo(quien, jsonb_build_object('clave', 'verificacion', 'origen', 'transferencias', 'origen_id', t.id,
    'titulo', format('la diferencia de %s', t.numero), 'valor', abs(t.diferencia_valor)));
  RETURN true;
END $$;

-- Rejects a transfer: exactly what left returns to its origin. A bank's fee is not returned. `p` = {motivo}.
CREATE OR REPLACE FUNCTION transferencias_rechazar_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  t transferencias := transferencias_llegada(o.quien, o.id);
BEGIN
  PERFORM detener_reloj();
  o.entradas := ARRAY[libro_reversa(t.asiento_id, 'Rechazo de ' || t.numero, (o.quien->>'usuario_id')::int)];
  RETURN o;
END $$;

CREATE OR REPLACE FUNCTION transferencias_rechazar_guardar(o operacion, libro jsonb[])
  RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  t transferencias;
BEGIN
  UPDATE transferencias SET estado = 'rechazada', nota = o.p->>'motivo', resuelta_en = ahora(),
         resuelta_por = (o.quien->>'usuario_id')::int, version = version + 1 WHERE id = o.id RETURNING * INTO STRICT t;
  RETURN operacion_hecha('transferencias', t, 'rechazar', '%s rechazada: el dinero volvió a su cuenta.',
    jsonb_build_object('nota', o.p->>'motivo'), 'enviada');
END $$;

-- Annuls a transfer: reverses every entry, newest first. `p` = {motivo, anterior: may annul one of an earlier day}.
CREATE OR REPLACE FUNCTION transferencias_anular_juzgar(o operacion) RETURNS operacion LANGUAGE plpgsql AS $$
DECLARE
  t transferencias := transferencias_tomar(o.id);
BEGIN
  IF t.estado = 'anulada' THEN PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', t.numero)); END IF;
  IF t.estado = 'rechazada' THEN PERFORM rechazar('ESTADO', jsonb_build_object('estado', t.estado)); END IF;
  PERFORM detener_reloj();
  RETURN cuentas_anular(o, 'transferencias', t, t.fecha_negocio, t.usuario_id, t.fecha,
    en_dolares('usd', t.moneda_id, t.monto, t.costo), t.costo, t.moneda_id);
END $$;

CREATE OR REPLACE FUNCTION transferencias_anular_guardar(o operacion, libro jsonb[])
  RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  t transferencias;
BEGIN
  UPDATE transferencias SET estado = 'anulada', anulada_en = ahora(), anulada_por = (o.quien->>'usuario_id')::int,
         motivo_anulacion = o.p->>'motivo', version = version + 1 WHERE id = o.id RETURNING * INTO STRICT t;
  RETURN operacion_hecha('transferencias', t, 'anular', '%s anulada.', jsonb_build_object('motivo', o.p->>'motivo'),
    o.dato #>> '{}');
END $$;

-- Adds a voucher to a transfer that is not annulled.
CREATE OR REPLACE FUNCTION transferencias_adjuntar(quien jsonb, p_id bigint, p_tipo text, p_nombre text,
    p_contenido bytea) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t transferencias := transferencias_tomar(p_id);
BEGIN
  IF t.estado IN ('anulada', 'rechazada') THEN
    PERFORM rechazar('ESTADO', jsonb_build_object('estado', t.estado));
  END IF;
  RETURN adjuntos_agregar(quien, 'transferencias', p_id, 0, t.numero, p_tipo, p_nombre, p_contenido,
    reparo('TRANSFERENCIA_CINCO_COMPROBANTES'), '');
END $$;
