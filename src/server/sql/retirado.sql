-- What this version has no more, dropped once no session can still call it: every function of a name, or the one with
-- these arguments where the name lives on.
DO $$
DECLARE
  v_funcion regprocedure;
BEGIN
  FOR v_funcion IN SELECT f.oid FROM unnest(ARRAY[
    -- Functions that another area owns, under another name, from 0.2.0 on.
    'compras_ventas_montos', 'compras_ventas_tasa_vieja', 'compras_ventas_topes', 'compras_ventas_declarar',
    -- Replaced by pagos_leer(quien, p), which also takes the user.
    'pagos_leer(jsonb)',
    -- Replaced by rechazar_campo from 0.2.0 on.
    'ordenes_reparo', 'transferencias_falla',
    -- The trigger of each line says what this one knew of every area.
    'referencias_usadas_de(text, jsonb)',
    -- Sentences of fields left SQL: rechazar_campo(text, jsonb) takes the key of one.
    'rechazar_campo(text, text)',
    -- They also take what the order is worth, and as what it is kept, from 0.3.0 on.
    'ordenes_cobros_leer(jsonb, jsonb, integer)', 'ordenes_doble_control(jsonb, ordenes)',
    -- An opening waits at any amount: it also takes who asks, from 0.3.0 on.
    'ajustes_saldo_estado(ajustes_saldo)',
    -- Who closed it last may open it uncounted: it also takes who asks, from 0.3.0 on.
    'conteos_ultimo_cierre(bigint[])',
    'conteos_ultimo_cierre(integer, bigint[])',
    -- They also take the payments that the order has.
    'ordenes_cobros_tomados(jsonb, jsonb, text, integer, numeric)', 'ordenes_tarifas_convertidas(pago_leido[], jsonb)',
    -- It also takes the payments that were refused.
    'tipos_pagos_tarifa_mas(tipos_pagos, numeric, numeric, numeric, integer, boolean)',
    'tipos_pagos_tarifa_mas(tipos_pagos, numeric, numeric, numeric, numeric, integer)',
    -- One function freezes whom a document is about, its client or its agent.
    'clientes_congelar_agente',
    -- One function keeps answers as they were given, to whatever was asked.
    'vistos_fijos', 'autorizaciones_tasa_fijas',
    -- A set of entries is locked, completed and written by libro_asentar.
    'libro_bloquear', 'libro_valorar', 'libro_por_posicion(bigint, bigint, numeric, numeric)',
    -- Operations of the counter are judged, posted and kept in sets.
    'compras_ventas_juzgar(jsonb, jsonb, compras_ventas)',
    'compras_ventas_contabilizar(jsonb, compras_ventas, pago_leido[], numeric)',
    'compras_ventas_guardar(jsonb, jsonb, compras_ventas, pago_leido[])',
    -- Commissions are accrued for a set of operations.
    'comisiones_devengar(comision_operacion)',
    -- How many days one run stores is said by the job.
    'dias_resumir(integer)',
    -- How many decimals an amount may have is all that it asks of a currency.
    'compras_ventas_decimales(jsonb, monedas, monedas, monedas)',
    -- Who admits a client says what he moved this month, which is handed on.
    'clientes_exigir', 'ordenes_permitir', 'clientes_declarar(jsonb, numeric, date, bigint)',
    -- Days add up by what their entries say too.
    'dias_sumas(date, date, bigint)',
    -- Whether a report asks for hours is one more argument.
    'reportes_rango(date, date)',
    -- Everything that posts is judged, posted and kept in sets.
    'idempotencia_tomar_lote(text, jsonb)', 'idempotencia_guardar_lote(text, jsonb, jsonb[])', 'libro_escribir',
    'libro_tocada(bigint, bigint)', 'ordenes_crear', 'ordenes_cobrar', 'ordenes_verificar', 'ordenes_pagar',
    'ordenes_rebotar', 'ordenes_anular', 'ordenes_cobros_contabilizar', 'ordenes_cobro_contabilizar',
    'ordenes_cobro_escribir(jsonb, bigint, text, pago_leido, bigint, numeric)', 'ordenes_pago_contabilizar',
    'ordenes_bloquear', 'transferencias_registrar',
    'transferencias_leer(jsonb, jsonb, transferencias, cuenta_leida, cuenta_leida)', 'transferencias_contabilizar',
    'transferencias_comisiones', 'transferencias_bloquear', 'transferencias_recibir',
    'transferencias_apartar(transferencias, integer, cuenta_leida, numeric, bigint, bigint)',
    'transferencias_resolver', 'transferencias_rechazar', 'transferencias_anular', 'gastos_registrar',
    'gastos_contabilizar', 'gastos_resolver', 'gastos_anular', 'ajustes_saldo_proponer', 'ajustes_saldo_bloquear',
    'ajustes_saldo_contabilizar', 'ajustes_saldo_resolver', 'compras_ventas_completar', 'compras_ventas_verificar',
    'compras_ventas_mover', 'compras_ventas_sustituir', 'compras_ventas_incobrable', 'compras_ventas_perder',
    'compras_ventas_anular',
    -- Which limit holds is said by the accounts too.
    'compras_ventas_cupo_exigir(jsonb, compras_ventas)',
    -- They answer rows of the tables that keep them.
    'reportes_dia', 'reportes_posicion_dia',
    -- One trigger says who changed, a user or everybody.
    'quien_de_todos', 'quien_de_usuario', 'quien_cambio',
    -- What one function asked of it stands in that one.
    'reloj_pausa_maxima', 'adjuntos_numero', 'turnos_tomar_cuentas', 'pares_saltos', 'transferencias_gasto',
    -- The trigger of each guarded table says what this one may change: cambios_fijos.
    'respuestas_fijas', 'compras_ventas_fijas', 'ordenes_lineas_fijas', 'cierres_versiones_fijas', 'turnos_fijos',
    'turnos_cuentas_fijas', 'cotizaciones_fijas', 'pares_propuesta_fija', 'pizarra_enlace_fijo',
    'ajustes_saldo_fijos', 'transferencias_fijas', 'comisiones_fijas', 'gastos_fijos',
    -- What was done is said by the set, with the document as it is now.
    'gastos_hecho(jsonb, text, gastos, text, jsonb, text)', 'tipos_cambios_exigir_tramo(bigint, numeric)', 'gastos_avisar', 'transferencias_hecho',
    'ajustes_saldo_hecho(jsonb, text, ajustes_saldo, text, jsonb, text)', 'ordenes_cubrir(jsonb, bigint, numeric)',
    'ordenes_noticia(jsonb, ordenes, text)', 'ordenes_hecho', 'ordenes_pago_escribir',
    -- One function has what annulments share.
    'anular_dia_exigir', 'cuentas_exigir_suyas_de',
    -- One function registers the sets of all, by the type of their cases.
    'operacion_juzgar(jsonb)', 'compras_ventas_ocupa',
    -- The sums of days tell branches apart: compras_ventas_sumadas.
    'compras_ventas_sumas',
    -- A client's payment comes with its fee.
    'ordenes_cobro_entrada(jsonb, ordenes, pago_leido, numeric)',
    -- Fee and cost of a client's payment are computed once and handed on.
    'ordenes_cobros_leer(jsonb, jsonb, integer, numeric)', 'ordenes_costo', 'ordenes_tarifa',
    'ordenes_costo_entradas(jsonb, ordenes, pago_leido, numeric)',
    'ordenes_con_gasto(pago_leido, numeric, jsonb, jsonb)',
    'ordenes_cobro_escribir(jsonb, bigint, pago_leido, jsonb, libro_entrada)',
    'ordenes_cobros_entradas(jsonb, ordenes, pago_leido[], numeric)',
    -- One function reads and judges the lines of a ticket.
    'tickets_leer', 'tickets_juzgar',
    -- A client's payment may be more than his order asks for.
    'ordenes_cobros_con_tarifa', 'ordenes_cobro_entrada(jsonb, ordenes, pago_leido, numeric, numeric)',
    'ordenes_cobro_escribir(jsonb, bigint, pago_leido, numeric, numeric, jsonb, libro_entrada)',
    'ordenes_cobros_entradas(jsonb, ordenes, pago_leido[], numeric, numeric[])',
    'ordenes_admitir(jsonb, bigint, orden_cotizada, bigint)',
    -- A credit may pay another order, and who says to whom it goes counts as who pays it back.
    'ordenes_saldo_porque(integer, ordenes_saldos, numeric)',
    -- Named after no currency.
    'transferencias_pen',
    -- A client's payment in cash says what was handed over.
    'ordenes_cobro_escribir(jsonb, bigint, pago_leido, numeric, numeric, numeric, jsonb, libro_entrada)',
    -- A fee of a client's payment may be worth something in another currency.
    'ordenes_cobros_leidos', 'ordenes_cobro_entrada(jsonb, ordenes, pago_leido, numeric, numeric, numeric)',
    'ordenes_cobro_escribir(jsonb, bigint, pago_leido, numeric, numeric, numeric, jsonb, libro_entrada, numeric)',
    'ordenes_cobros_entradas(jsonb, ordenes, pago_leido[], numeric, numeric[], numeric[])',
    -- One function keeps code and currency of a way by which open orders are paid.
    'tipos_pagos_codigo_de_ordenes',
    -- The service fee of an operation of a ticket is judged by all of them.
    'servicio_elegir(text, integer, text, numeric, numeric)', 'compras_ventas_servicio(compras_ventas)',
    'compras_ventas_servicio_leer(jsonb, jsonb, compras_ventas)', 'tickets_pedido(ticket_caso, integer, numeric)',
    -- Whoever confirms the clock types the hour too.
    'reloj_confirmar(jsonb, date)'
  ]) AS r (que) CROSS JOIN LATERAL (
    SELECT oid FROM pg_proc WHERE proname = r.que AND pronamespace = 'public'::regnamespace
    -- Before version 16 PostgreSQL refuses a name without arguments here, instead of finding none.
    UNION ALL SELECT to_regprocedure(r.que) WHERE r.que LIKE '%(%') f WHERE f.oid IS NOT NULL
  LOOP
    EXECUTE format('DROP FUNCTION %s', v_funcion);
  END LOOP;
END $$;
