-- Functions that another area owns, under another name, from 0.2.0 on.
DROP FUNCTION IF EXISTS compras_ventas_montos(text, numeric, numeric, numeric, text, integer, integer);
DROP FUNCTION IF EXISTS compras_ventas_tasa_vieja(text, bigint, jsonb, numeric, numeric, monedas, monedas);
DROP FUNCTION IF EXISTS compras_ventas_topes(pago_leido[], date);
DROP FUNCTION IF EXISTS compras_ventas_declarar(jsonb, numeric, date, bigint);
-- Replaced by pagos_leer(quien, p), which also takes the user.
DROP FUNCTION IF EXISTS pagos_leer(jsonb);
-- Replaced by rechazar_campo from 0.2.0 on.
DROP FUNCTION IF EXISTS ordenes_reparo(text, text);
DROP FUNCTION IF EXISTS transferencias_falla(text, text);
-- The trigger of each line says what this one knew of every area.
DROP FUNCTION IF EXISTS referencias_usadas_de(text, jsonb);
-- Sentences of fields left SQL: rechazar_campo(text, jsonb) takes the key of one.
DROP FUNCTION IF EXISTS rechazar_campo(text, text);
-- They also take what the order is worth, and as what it is kept, from 0.3.0 on.
DROP FUNCTION IF EXISTS ordenes_cobros_leer(jsonb, jsonb, integer);
DROP FUNCTION IF EXISTS ordenes_doble_control(jsonb, ordenes);
-- An opening waits at any amount: it also takes who asks, from 0.3.0 on.
DROP FUNCTION IF EXISTS ajustes_saldo_estado(ajustes_saldo);
-- Who closed it last may open it uncounted: it also takes who asks, from 0.3.0 on.
DROP FUNCTION IF EXISTS conteos_ultimo_cierre(bigint[]);
-- One function freezes whom a document is about, its client or its agent.
DROP FUNCTION IF EXISTS clientes_congelar_agente();
-- One function keeps answers as they were given, to whatever was asked.
DROP FUNCTION IF EXISTS vistos_fijos();
DROP FUNCTION IF EXISTS autorizaciones_tasa_fijas();
-- A set of entries is locked, completed and written by libro_asentar.
DROP FUNCTION IF EXISTS libro_bloquear(libro_linea[], bigint);
DROP FUNCTION IF EXISTS libro_valorar(libro_linea[], jsonb);
DROP FUNCTION IF EXISTS libro_por_posicion(bigint, bigint, numeric, numeric);
-- Operations of the counter are judged, posted and kept in sets.
DROP FUNCTION IF EXISTS compras_ventas_juzgar(jsonb, jsonb, compras_ventas);
DROP FUNCTION IF EXISTS compras_ventas_contabilizar(jsonb, compras_ventas, pago_leido[], numeric);
DROP FUNCTION IF EXISTS compras_ventas_guardar(jsonb, jsonb, compras_ventas, pago_leido[]);
-- Commissions are accrued for a set of operations.
DROP FUNCTION IF EXISTS comisiones_devengar(comision_operacion);
-- How many days one run stores is said by the job.
DROP FUNCTION IF EXISTS dias_resumir(integer);
-- How many decimals an amount may have is all that it asks of a currency.
DROP FUNCTION IF EXISTS compras_ventas_decimales(jsonb, monedas, monedas, monedas);
-- Who admits a client says what he moved this month, which is handed on.
DROP FUNCTION IF EXISTS clientes_exigir(bigint, numeric, date, bigint);
DROP FUNCTION IF EXISTS ordenes_permitir(jsonb, bigint, orden_cotizada, bigint);
DROP FUNCTION IF EXISTS clientes_declarar(jsonb, numeric, date, bigint);
-- Days add up by what their entries say too.
DROP FUNCTION IF EXISTS dias_sumas(date, date, bigint);
-- Whether a report asks for hours is one more argument.
DROP FUNCTION IF EXISTS reportes_rango(date, date);
-- Everything that posts is judged, posted and kept in sets.
DROP FUNCTION IF EXISTS idempotencia_tomar_lote(text, jsonb);
DROP FUNCTION IF EXISTS idempotencia_guardar_lote(text, jsonb, jsonb[]);
DROP FUNCTION IF EXISTS libro_escribir(text, bigint, text, integer, bigint, libro_linea[]);
DROP FUNCTION IF EXISTS libro_tocada(bigint, bigint);
DROP FUNCTION IF EXISTS ordenes_crear(jsonb, uuid, jsonb);
DROP FUNCTION IF EXISTS ordenes_cobrar(jsonb, bigint, jsonb);
DROP FUNCTION IF EXISTS ordenes_verificar(jsonb, bigint, bigint, text);
DROP FUNCTION IF EXISTS ordenes_pagar(jsonb, bigint, jsonb);
DROP FUNCTION IF EXISTS ordenes_rebotar(jsonb, bigint, bigint, text);
DROP FUNCTION IF EXISTS ordenes_anular(jsonb, bigint, text, bigint);
DROP FUNCTION IF EXISTS ordenes_cobros_contabilizar(jsonb, ordenes, pago_leido[], numeric);
DROP FUNCTION IF EXISTS ordenes_cobro_contabilizar(jsonb, ordenes, bigint, numeric, text, numeric);
DROP FUNCTION IF EXISTS ordenes_cobro_escribir(jsonb, bigint, text, pago_leido, bigint, numeric);
DROP FUNCTION IF EXISTS ordenes_pago_contabilizar(ordenes, ordenes_pagos, monedas);
DROP FUNCTION IF EXISTS ordenes_bloquear(bigint[], integer);
DROP FUNCTION IF EXISTS transferencias_registrar(jsonb, uuid, jsonb);
DROP FUNCTION IF EXISTS transferencias_leer(jsonb, jsonb, transferencias, cuenta_leida, cuenta_leida);
DROP FUNCTION IF EXISTS transferencias_contabilizar(jsonb, transferencias, cuenta_leida, cuenta_leida, bigint);
DROP FUNCTION IF EXISTS transferencias_comisiones(bigint, text, integer, libro_linea[]);
DROP FUNCTION IF EXISTS transferencias_bloquear(bigint[]);
DROP FUNCTION IF EXISTS transferencias_recibir(jsonb, bigint, jsonb);
DROP FUNCTION IF EXISTS transferencias_apartar(transferencias, integer, cuenta_leida, numeric, bigint, bigint);
DROP FUNCTION IF EXISTS transferencias_resolver(jsonb, bigint, jsonb);
DROP FUNCTION IF EXISTS transferencias_rechazar(jsonb, bigint, text);
DROP FUNCTION IF EXISTS transferencias_anular(jsonb, bigint, text, boolean);
DROP FUNCTION IF EXISTS gastos_registrar(jsonb, jsonb);
DROP FUNCTION IF EXISTS gastos_contabilizar(bigint, integer, integer, bigint, numeric, text);
DROP FUNCTION IF EXISTS gastos_resolver(jsonb, bigint, boolean, text);
DROP FUNCTION IF EXISTS gastos_anular(jsonb, bigint, text, boolean);
DROP FUNCTION IF EXISTS ajustes_saldo_proponer(jsonb, jsonb);
DROP FUNCTION IF EXISTS ajustes_saldo_bloquear(bigint);
DROP FUNCTION IF EXISTS ajustes_saldo_contabilizar(bigint, integer, bigint, text, numeric, numeric, boolean, bigint);
DROP FUNCTION IF EXISTS ajustes_saldo_resolver(jsonb, bigint, boolean, text, numeric);
DROP FUNCTION IF EXISTS compras_ventas_completar(bigint);
DROP FUNCTION IF EXISTS compras_ventas_verificar(jsonb, bigint, bigint, text);
DROP FUNCTION IF EXISTS compras_ventas_mover(jsonb, compras_ventas, text, bigint, numeric, text, bigint);
DROP FUNCTION IF EXISTS compras_ventas_sustituir(jsonb, bigint, bigint, text, jsonb);
DROP FUNCTION IF EXISTS compras_ventas_incobrable(jsonb, bigint, bigint, text, text);
DROP FUNCTION IF EXISTS compras_ventas_perder(compras_ventas, bigint, integer, text, text);
DROP FUNCTION IF EXISTS compras_ventas_anular(jsonb, bigint, text, boolean);
-- What was done is said by the set, with the document as it is now.
DROP FUNCTION IF EXISTS gastos_hecho(jsonb, text, gastos, text, jsonb, text);
DROP FUNCTION IF EXISTS gastos_avisar(bigint);
DROP FUNCTION IF EXISTS ajustes_saldo_hecho(jsonb, text, ajustes_saldo, text, jsonb, text);
DROP FUNCTION IF EXISTS transferencias_hecho(operacion, text, transferencias, jsonb, text);
DROP FUNCTION IF EXISTS ordenes_cubrir(jsonb, bigint, numeric);
DROP FUNCTION IF EXISTS ordenes_noticia(jsonb, ordenes, text);
-- One function has what annulments share.
DROP FUNCTION IF EXISTS anular_dia_exigir(jsonb, date);
DROP FUNCTION IF EXISTS cuentas_exigir_suyas_de(jsonb, text, bigint);
-- One function registers the sets of all, by the type of their cases.
DROP FUNCTION IF EXISTS operacion_juzgar(jsonb);
DROP FUNCTION IF EXISTS compras_ventas_ocupa(compra_venta_caso);
