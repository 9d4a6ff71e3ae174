-- Locks a transfer in transit, for the responsible user of its destination or a user who may act for others; never for
-- its sender, because two people must see the money.
CREATE OR REPLACE FUNCTION transferencias_llegada(quien jsonb, p_id bigint) RETURNS transferencias
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  t transferencias;
BEGIN
  SELECT * INTO t FROM transferencias WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa transferencia"}'); END IF;
  IF t.estado <> 'enviada' THEN PERFORM rechazar('ESTADO', jsonb_build_object('estado', t.estado)); END IF;
  IF t.usuario_id = (quien->>'usuario_id')::int THEN
    PERFORM rechazar('ENVIO_PROPIO', jsonb_build_object('numero', t.numero));
  END IF;
  IF NOT coalesce((quien->>'ajenas')::boolean, false) AND NOT EXISTS (
       SELECT FROM cuentas WHERE id = t.destino_id AND responsable_id = (quien->>'usuario_id')::int) THEN
    PERFORM rechazar('NO_ES_RECEPTOR', jsonb_build_object('cuenta',
        (SELECT nombre FROM cuentas WHERE id = t.destino_id)));
  END IF;
  RETURN t;
END $$;

-- The account on which differences wait until somebody says who bears them.
CREATE OR REPLACE FUNCTION transferencias_diferencias() RETURNS bigint
  LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT libro_cuenta('diferencias-transito', 'Diferencias en tránsito', 'activo', moneda_funcional());
$$;

-- Receives a transfer. What arrived enters at the cost at which it left; a shortage or surplus waits at today's average
-- cost on an account of its own (R-138). `p` = {contado, denominaciones, nota}.
CREATE OR REPLACE FUNCTION transferencias_recibir(quien jsonb, p_id bigint, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  t transferencias := transferencias_llegada(quien, p_id);
  destino cuenta_leida;
  v_contado numeric := (p->>'contado')::numeric;
  v_llega numeric := least(v_contado, t.monto);
  v_falta numeric := t.monto - v_contado;      -- below zero: a surplus
  v_transito bigint := transferencias_transito(t.moneda_id);
  v_espera bigint := transferencias_diferencias();
  v_valor numeric;
  v_conteo jsonb;
  v_gasto numeric;
BEGIN
  PERFORM detener_reloj();
  IF v_falta <> 0 AND p->>'nota' IS NULL THEN PERFORM rechazar_campo('nota', reparo('DIFERENCIA_EXPLIQUE')); END IF;
  PERFORM transferencias_bloquear(ARRAY[t.destino_id, v_transito, v_espera, transferencias_gasto()]);
  destino := cuentas_leer(t.destino_id);
  v_conteo := transferencias_conteo(p, destino);
  IF t.comision_destino >= v_contado THEN
    PERFORM rechazar_campo('contado', reparo('COMISION_SE_LLEVA_TODO'));
  END IF;
  SELECT valor INTO STRICT v_valor FROM apuntes WHERE asiento_id = t.asiento_id AND cuenta_id = v_transito;
  IF v_llega < t.monto THEN v_valor := round(v_valor * v_llega / t.monto, 2); END IF;
  PERFORM libro_escribir('transferencias', p_id, 'Recepción de ' || t.numero, v_usuario, NULL, ARRAY[
    (t.destino_id, v_llega, v_valor, t.referencia)::libro_linea,
        (v_transito, -v_llega, -v_valor, t.referencia)::libro_linea]);
  IF v_falta <> 0 THEN
    t.diferencia_valor := transferencias_apartar(t, v_usuario, destino, v_falta, v_transito, v_espera);
  END IF;
  v_gasto := transferencias_comisiones(p_id, 'Comisión de ' || t.numero, v_usuario,
    ARRAY[(t.destino_id, -t.comision_destino, NULL, t.referencia)::libro_linea]);
  PERFORM cuentas_exigir(ARRAY[t.destino_id], fecha_negocio(ahora()));
  UPDATE transferencias SET estado = 'recibida', contado = v_contado, denominaciones = v_conteo, nota = p->>'nota',
         diferencia_valor = t.diferencia_valor,
         -- What is worth less than a cent is the house's.
         cargo = CASE WHEN v_falta > 0 AND t.diferencia_valor IS NULL THEN 'casa' END, gasto = gasto + v_gasto,
         resuelta_en = ahora(), resuelta_por = v_usuario, version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, CASE WHEN v_falta = 0 THEN 'recibir'
      ELSE 'recibir-diferencia' END, 'transferencias', p_id::text,
                  jsonb_build_object('estado', t.estado), p ||
                      jsonb_build_object('estado', 'recibida', 'numero', t.numero));
  PERFORM avisar('transferencias', p_id);
  RETURN jsonb_build_object('id', p_id, 'estado', 'recibida', 'message', CASE WHEN v_falta = 0
      THEN format('%s recibida.', t.numero)
    ELSE format('%s recibida con %s de %s: espera a que una tercera persona diga quién responde.', t.numero,
      CASE WHEN v_falta > 0 THEN 'un faltante' ELSE 'un sobrante' END,
      importe_texto(abs(v_falta), destino.simbolo, destino.decimales)) END);
END $$;

-- Posts what lacked or was over to the account of differences; answers its value, a shortage above zero.
CREATE OR REPLACE FUNCTION transferencias_apartar(t transferencias, p_usuario integer, destino cuenta_leida,
    p_falta numeric, p_transito bigint, p_espera bigint) RETURNS numeric
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_valor numeric;
  libro jsonb;
BEGIN
  IF p_falta > 0 THEN
    libro := libro_contabilizar('transferencias', t.id, 'Faltante de ' || t.numero, p_usuario,
      ARRAY[(p_transito, -p_falta, NULL, NULL)::libro_linea], p_espera);
  ELSE
    SELECT round(-p_falta * k.saldo / -q.saldo, 2) INTO v_valor FROM posiciones x
      JOIN cuentas_contables q ON q.id = x.posicion_id JOIN cuentas_contables k ON k.id = x.contravalor_id
      WHERE x.moneda_id = t.moneda_id;
    libro := libro_contabilizar('transferencias', t.id, 'Sobrante de ' || t.numero, p_usuario,
      ARRAY[(t.destino_id, -p_falta, CASE WHEN NOT destino.funcional THEN v_valor END, NULL)::libro_linea], p_espera);
  END IF;
  RETURN (SELECT nullif(sum(valor), 0) FROM apuntes
          WHERE asiento_id = (libro->>'asiento_id')::bigint AND cuenta_id = p_espera);
END $$;

-- A third person, neither sender nor receiver, says who bears a difference (R-138): the house, or for a shortage one of
-- the two. `p` = {cargo, cargo_usuario_id, nota}.
CREATE OR REPLACE FUNCTION transferencias_resolver(quien jsonb, p_id bigint, p jsonb)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_usuario integer := (quien->>'usuario_id')::int;
  t transferencias;
  v_personal boolean := p->>'cargo' = 'personal';
  v_quien integer := (p->>'cargo_usuario_id')::int;
  v_cargo bigint;
  v_solo boolean;
BEGIN
  SELECT * INTO t FROM transferencias WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa transferencia"}'); END IF;
  IF t.estado <> 'recibida' OR t.diferencia_valor IS NULL OR t.cargo IS NOT NULL THEN
    PERFORM rechazar('ESTADO', jsonb_build_object('estado', CASE WHEN t.estado = 'recibida'
      THEN 'sin diferencia por resolver' ELSE t.estado END));
  END IF;
  PERFORM detener_reloj();
  v_solo := transferencias_tercera_exigir(quien, t);
  PERFORM aprobaciones_exigir(quien, abs(t.diferencia_valor));
  IF v_personal AND t.diferencia_valor < 0 THEN PERFORM rechazar_campo('cargo', reparo('SOBRANTE_DE_LA_CASA')); END IF;
  IF v_personal AND v_quien IS DISTINCT FROM t.usuario_id AND v_quien IS DISTINCT FROM t.resuelta_por THEN
    PERFORM rechazar_campo('cargo_usuario_id', reparo('RESPONDE_UNO_DE_LOS_DOS'));
  END IF;
  v_cargo := CASE WHEN v_personal
    THEN libro_cuenta('por-cobrar-personal', 'Cuentas por cobrar al personal', 'activo', moneda_funcional(), 0)
    ELSE libro_cuenta('sobrantes-faltantes', 'Sobrantes y faltantes', 'gasto', moneda_funcional()) END;
  PERFORM transferencias_bloquear(ARRAY[v_cargo, transferencias_diferencias()]);
  PERFORM libro_contabilizar('transferencias', p_id, 'Diferencia de ' || t.numero, v_usuario, ARRAY[
    (v_cargo, t.diferencia_valor, NULL, NULL)::libro_linea,
    (transferencias_diferencias(), -t.diferencia_valor, NULL, NULL)::libro_linea]);
  UPDATE transferencias SET cargo = p->>'cargo', cargo_usuario_id = CASE WHEN v_personal THEN v_quien END,
         diferencia_resuelta_en = ahora(), diferencia_resuelta_por = v_usuario, diferencia_nota = p->>'nota',
         diferencia_solo = v_solo, version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, 'resolver-diferencia', 'transferencias', p_id::text, NULL, p || jsonb_build_object(
    'numero', t.numero, 'valor', round(t.diferencia_valor, 2)::text));
  PERFORM avisar('transferencias', p_id);
  RETURN jsonb_build_object('id', p_id, 'estado', t.estado, 'message', format('Diferencia de %s resuelta.', t.numero));
END $$;

-- Refuses sender and receiver where a third person may resolve; where there is none, one of them confirms with his
-- password. Answers whether it was so.
CREATE OR REPLACE FUNCTION transferencias_tercera_exigir(quien jsonb, t transferencias) RETURNS boolean
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_otros text[];
BEGIN
  IF (quien->>'usuario_id')::int <> ALL (ARRAY[t.usuario_id, t.resuelta_por]) THEN RETURN false; END IF;
  v_otros := otros_con('transferencias:resolver', ARRAY[t.usuario_id, t.resuelta_por]);
  IF v_otros <> '{}' THEN
    PERFORM rechazar('DIFERENCIA_PROPIA', jsonb_build_object('numero', t.numero,
      'quienes', array_to_string(v_otros, ', ')));
  END IF;
  PERFORM vistos_solo(quien, jsonb_build_object('clave', 'verificacion', 'origen', 'transferencias', 'origen_id', t.id,
    'titulo', format('la diferencia de %s', t.numero), 'pen', abs(t.diferencia_valor)));
  RETURN true;
END $$;

-- Rejects a transfer: exactly what left returns to its origin. A bank's fee is not returned.
CREATE OR REPLACE FUNCTION transferencias_rechazar(quien jsonb, p_id bigint, p_nota text)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t transferencias := transferencias_llegada(quien, p_id);
BEGIN
  PERFORM detener_reloj();
  PERFORM libro_anular(t.asiento_id, 'Rechazo de ' || t.numero, (quien->>'usuario_id')::int);
  UPDATE transferencias SET estado = 'rechazada', nota = p_nota, resuelta_en = ahora(),
         resuelta_por = (quien->>'usuario_id')::int, version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, 'rechazar', 'transferencias', p_id::text, jsonb_build_object('estado', t.estado),
                  jsonb_build_object('estado', 'rechazada', 'nota', p_nota, 'numero', t.numero));
  PERFORM avisar('transferencias', p_id);
  RETURN jsonb_build_object('id', p_id, 'estado', 'rechazada', 'message',
      format('%s rechazada: el dinero volvió a su cuenta.', t.numero));
END $$;

-- Annuls a transfer: reverses every entry, newest first. `p_anterior` = may annul one of an earlier day.
CREATE OR REPLACE FUNCTION transferencias_anular(quien jsonb, p_id bigint, p_motivo text, p_anterior boolean)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t transferencias;
  v_asiento bigint;
BEGIN
  SELECT * INTO t FROM transferencias WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa transferencia"}'); END IF;
  IF t.estado = 'anulada' THEN PERFORM rechazar('YA_ANULADA', jsonb_build_object('numero', t.numero)); END IF;
  IF t.estado = 'rechazada' THEN PERFORM rechazar('ESTADO', jsonb_build_object('estado', t.estado)); END IF;
  PERFORM detener_reloj();
  IF t.fecha_negocio <> fecha_negocio(ahora()) AND NOT p_anterior THEN
    PERFORM rechazar('DIA_ANTERIOR', jsonb_build_object('fecha', to_char(t.fecha_negocio, 'DD/MM/YYYY')));
  END IF;
  PERFORM cuentas_exigir_suyas_de(quien, 'transferencias', p_id);
  PERFORM anular_exigir(quien, jsonb_build_object('origen', 'transferencias', 'origen_id', p_id, 'numero', t.numero,
    'autores', jsonb_build_array(t.usuario_id), 'desde', t.fecha, 'motivo', p_motivo, 'pen', t.costo,
    'usd', en_dolares('usd', t.moneda_id, t.monto, t.costo), 'importe', (
      SELECT importe_texto(t.monto, simbolo, decimales) FROM monedas WHERE id = t.moneda_id)));
  PERFORM 1 FROM cuentas_contables WHERE id IN (
      SELECT x.cuenta_id FROM asientos a JOIN apuntes x ON x.asiento_id = a.id
      WHERE a.origen = 'transferencias' AND a.origen_id = p_id)
    ORDER BY id FOR NO KEY UPDATE;
  FOR v_asiento IN
    SELECT id FROM asientos WHERE origen = 'transferencias' AND origen_id = p_id AND anula_a IS NULL ORDER BY id DESC
  LOOP
    PERFORM libro_anular(v_asiento, 'Anulación de ' || t.numero, (quien->>'usuario_id')::int);
  END LOOP;
  UPDATE transferencias SET estado = 'anulada', anulada_en = ahora(), anulada_por = (quien->>'usuario_id')::int,
         motivo_anulacion = p_motivo, version = version + 1 WHERE id = p_id;
  PERFORM auditar(quien, 'anular', 'transferencias', p_id::text, jsonb_build_object('estado', t.estado),
                  jsonb_build_object('estado', 'anulada', 'motivo', p_motivo, 'numero', t.numero));
  PERFORM avisar('transferencias', p_id);
  RETURN jsonb_build_object('id', p_id, 'estado', 'anulada', 'message', format('%s anulada.', t.numero));
END $$;

-- Adds a voucher to a transfer that is not annulled.
CREATE OR REPLACE FUNCTION transferencias_adjuntar(quien jsonb, p_id bigint, p_tipo text, p_nombre text,
    p_contenido bytea)
  RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t transferencias;
  a adjuntos;
BEGIN
  SELECT * INTO t FROM transferencias WHERE id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM rechazar('NO_EXISTE', '{"que": "esa transferencia"}'); END IF;
  IF t.estado IN ('anulada', 'rechazada') THEN
    PERFORM rechazar('ESTADO', jsonb_build_object('estado', t.estado));
  END IF;
  -- Retry after a lost answer: the same file is answered again.
  SELECT x.* INTO a FROM adjuntos_usos u JOIN adjuntos x ON x.id = u.adjunto_id
    WHERE u.origen = 'transferencias' AND u.origen_id = p_id AND x.sha256 = sha256(p_contenido);
  IF NOT FOUND THEN
    IF (SELECT count(*) FROM adjuntos_usos WHERE origen = 'transferencias' AND origen_id = p_id) >= 5 THEN
      PERFORM rechazar_campo('', reparo('TRANSFERENCIA_CINCO_COMPROBANTES'));
    END IF;
    a := adjuntos_guardar(quien, p_tipo, p_nombre, p_contenido);
    PERFORM adjuntos_usar(quien, a.id, 'transferencias', p_id, 0, '');
    PERFORM auditar(quien, 'adjuntar', 'transferencias', p_id::text, NULL,
                    jsonb_build_object('adjunto_id', a.id, 'nombre', a.nombre));
    PERFORM avisar('transferencias', p_id);
  END IF;
  RETURN jsonb_build_object('id', a.id, 'message', format('Comprobante de %s guardado.', t.numero));
END $$;
