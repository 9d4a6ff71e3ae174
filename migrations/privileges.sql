-- What the server may do, as the role it acts as (PG-4, PG-5, PG-11): read everything, write plain data, and reach
-- the ledger, the history and the audit only through their functions. Run again after every migration.
DO $$
BEGIN
  CREATE ROLE cambista_app NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$
BEGIN
  IF NOT pg_has_role(current_user, 'cambista_app', 'MEMBER') THEN
    EXECUTE format('GRANT cambista_app TO %I', current_user);
  END IF;
END $$;

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM cambista_app, PUBLIC;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM cambista_app, PUBLIC;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO cambista_app;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO cambista_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO cambista_app;
REVOKE EXECUTE ON FUNCTION libro_escribir, libro_valorar, adjuntos_usar FROM cambista_app;
REVOKE EXECUTE ON FUNCTION ajustes_saldo_contabilizar, gastos_contabilizar FROM cambista_app;
GRANT INSERT, UPDATE ON gastos_categorias TO cambista_app;
-- What accrues a commission is an operation, never a call.
REVOKE EXECUTE ON FUNCTION comisiones_devengar, comisiones_revertir FROM cambista_app;

-- Settings change through ajustes_guardar alone, which checks and audits.
GRANT INSERT, UPDATE ON monedas, paises, sucursales, roles, usuarios, sesiones, intentos_ingreso,
  entidades_financieras, tipos_pagos, clientes, tipos_cambios TO cambista_app;
-- A beneficiary stays his client's, and is never deleted.
GRANT INSERT, UPDATE (alias, nombre, tipo_doc, num_doc, pais, moneda_id, tipo_pago_id, entidad_id, campos, huella, parentesco,
  verificado_por, verificado_en, estatus, version) ON beneficiarios TO cambista_app;
GRANT INSERT, DELETE ON roles_permisos TO cambista_app;
GRANT DELETE ON intentos_ingreso TO cambista_app;
-- Prices change only together with their history.
GRANT INSERT ON pares_divisas TO cambista_app;
GRANT UPDATE (pais, base_id, cotizacion_id, precision, alerta_pct, fuente, estatus, version) ON pares_divisas TO cambista_app;
-- An account's currency and ledger account are what they were at the start.
GRANT INSERT ON cuentas TO cambista_app;
GRANT UPDATE (nombre, tipo, pais, entidad_id, numero, titular, titular_doc, sucursal_id, responsable_id, saldo_min, saldo_max,
  limite_op, limite_dia, limite_mes, comision_salida_pct, comision_salida_fija, estatus, version) ON cuentas TO cambista_app;
GRANT UPDATE (impresiones, impresiones_declaracion) ON compras_ventas TO cambista_app;
GRANT UPDATE (impresiones) ON transferencias TO cambista_app;
GRANT UPDATE (impresiones) ON turnos TO cambista_app;
GRANT UPDATE (impresiones, impresiones_declaracion) ON ordenes TO cambista_app;
-- Telegram: the outbox is filled by telegram_anotar alone; the sender marks what became of a row.
GRANT UPDATE (activo, token_cifrado, version) ON telegram TO cambista_app;
GRANT INSERT, UPDATE ON telegram_chats TO cambista_app;
GRANT UPDATE (activo) ON telegram_eventos TO cambista_app;
GRANT INSERT, DELETE ON telegram_destinos TO cambista_app;
GRANT UPDATE (texto, estado, motivo, intentos, dudoso, proximo_en, enviado_en) ON telegram_salida TO cambista_app;
-- The board: what it shows is chosen anew as a whole; a link is made, used and revoked, nothing else.
GRANT UPDATE (mercado, tema, mensaje, elegida, version) ON pizarra TO cambista_app;
GRANT INSERT, DELETE ON pizarra_pares, pizarra_corredores TO cambista_app;
GRANT INSERT, UPDATE (usado_en, revocado_en, revocado_por) ON pizarra_enlaces TO cambista_app;
-- What was undone only grows.
GRANT INSERT ON tipos_cambios_deshechos, tipos_cambios_deshechos_filas TO cambista_app;
-- The second factor: taken away whole.
GRANT INSERT, UPDATE, DELETE ON usuarios_totp, usuarios_codigos TO cambista_app;
GRANT INSERT, UPDATE ON pares_fuentes TO cambista_app;
GRANT INSERT, UPDATE (estado, resuelta_en, resuelta_por) ON pares_propuestas TO cambista_app;
