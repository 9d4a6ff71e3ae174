-- What every installation starts with, and the same rows for everybody. What a house makes of them is its own.

INSERT INTO roles (slug, nombre) VALUES ('adm', 'Administrador'), ('mgr', 'Gerente');

-- Currencies and countries that every installation starts with: the calculator's defaults name PEN as 2 and VES as 1.
-- A dollar that trades at another price is another currency (spec 2.2): Zelle, USDT.
INSERT INTO monedas (id, nombre, iso, simbolo, decimales, imagen, redondeo_efectivo, funcional) VALUES
  (1, 'Bolívar', 'VES', 'Bs', 2, 've', NULL, false),
  (2, 'Sol', 'PEN', 'S/', 2, 'pe', 0.10, true),
  (3, 'Dólar', 'USD', 'US$', 2, 'us', NULL, false),
  (4, 'Peso colombiano', 'COP', '$', 2, 'co', NULL, false),
  (5, 'Peso chileno', 'CLP', '$', 0, 'cl', NULL, false),
  (6, 'Euro', 'EUR', '€', 2, 'eu', NULL, false),
  (7, 'Tether', 'USDT', '₮', 2, 'tether', NULL, false),
  (8, 'Real', 'BRL', 'R$', 2, 'br', NULL, false),
  (9, 'Peso argentino', 'ARS', '$', 2, 'ar', NULL, false),
  (10, 'Peso mexicano', 'MXN', '$', 2, 'mx', NULL, false),
  (11, 'Boliviano', 'BOB', 'Bs', 2, 'bo', NULL, false),
  (12, 'Dólar Zelle', 'ZEL', 'US$', 2, 'zelle', NULL, false);
SELECT setval(pg_get_serial_sequence('monedas', 'id'), 100);

INSERT INTO paises VALUES
  ('pe', 'Perú', 2), ('ve', 'Venezuela', 1), ('co', 'Colombia', 4), ('cl', 'Chile', 5), ('ec', 'Ecuador', 3),
  ('us', 'Estados Unidos', 3), ('br', 'Brasil', 8), ('ar', 'Argentina', 9), ('mx', 'México', 10),
  ('bo', 'Bolivia', 11), ('es', 'España', 6), ('usd', 'Referencia internacional US$', NULL);

-- The ledger's accounts: of each currency in order of its id, then those of the house, all in the functional currency.
INSERT INTO cuentas_contables (codigo, nombre, clase, moneda_id, minimo, maximo)
  SELECT x.codigo, x.nombre, x.clase, x.moneda_id, x.minimo, x.maximo FROM monedas m
  CROSS JOIN (SELECT id FROM monedas WHERE funcional) f
  CROSS JOIN LATERAL (VALUES
    (1, true, 'por-cobrar:' || m.iso, 'Cuentas por cobrar clientes ' || m.iso, 'activo', m.id, 0, NULL::numeric),
    (2, true, 'por-entregar:' || m.iso, 'Entregas por pagar a clientes ' || m.iso, 'pasivo', m.id, NULL::numeric, 0),
    (3, NOT m.funcional, 'posicion:' || m.iso, 'Posición ' || m.iso, 'posicion', m.id, NULL, 0),
    (4, NOT m.funcional, 'contravalor:' || m.iso, 'Contravalor ' || m.iso, 'contravalor', f.id, 0, NULL),
    (5, NOT m.funcional, 'ganancia:' || m.iso, 'Ganancia cambiaria realizada ' || m.iso, 'ingreso', f.id, NULL, NULL),
    (6, m.funcional, 'capital', 'Capital', 'patrimonio', m.id, NULL, NULL),
    (7, m.funcional, 'servicio', 'Ingresos por servicio', 'ingreso', m.id, NULL, NULL),
    (8, m.funcional, 'redondeo', 'Redondeo', 'gasto', m.id, NULL, NULL)
  ) AS x (n, hay, codigo, nombre, clase, moneda_id, minimo, maximo)
  WHERE x.hay ORDER BY m.id, x.n;
INSERT INTO cuentas_contables (codigo, nombre, clase, moneda_id, minimo, maximo)
  SELECT x.codigo, x.nombre, x.clase, f.id, x.minimo, x.maximo FROM (SELECT id FROM monedas WHERE funcional) f
  CROSS JOIN (VALUES
    (1, 'ordenes-por-pagar', 'Órdenes por pagar', 'pasivo', NULL::numeric, 0),
    (2, 'gastos-bancarios', 'Gastos bancarios', 'gasto', NULL, NULL),
    (3, 'sobrantes-faltantes', 'Sobrantes y faltantes', 'gasto', NULL, NULL),
    (4, 'por-cobrar-personal', 'Cuentas por cobrar al personal', 'activo', 0, NULL),
    (5, 'retiros', 'Retiros de socios', 'patrimonio', NULL, NULL)
  ) AS x (n, codigo, nombre, clase, minimo, maximo) ORDER BY x.n;
-- What an accrual of commissions posts comes after the operation's own entry, in the same transaction. Accounts are locked
-- in the order of their ids, so these stand above all that the sequence will ever give: everybody locks them last.
INSERT INTO cuentas_contables (id, codigo, nombre, clase, moneda_id, minimo, maximo) OVERRIDING SYSTEM VALUE
  SELECT x.id, x.codigo, x.nombre, x.clase, f.id, x.minimo, x.maximo FROM (SELECT id FROM monedas WHERE funcional) f
  CROSS JOIN (VALUES
    (9000000000000001, 'gasto:comisiones', 'Gasto: Comisiones', 'gasto', NULL::numeric, NULL::numeric),
    (9000000000000002, 'comisiones-por-recuperar', 'Comisiones por recuperar', 'activo', 0, NULL),
    (9000000000000003, 'comisiones-por-pagar', 'Comisiones por pagar', 'pasivo', NULL, 0)
  ) AS x (id, codigo, nombre, clase, minimo, maximo);
INSERT INTO posiciones (moneda_id, posicion_id, contravalor_id, ganancia_id)
  SELECT m.id, p.id, v.id, g.id FROM monedas m
  JOIN cuentas_contables p ON p.codigo = 'posicion:' || m.iso
  JOIN cuentas_contables v ON v.codigo = 'contravalor:' || m.iso
  JOIN cuentas_contables g ON g.codigo = 'ganancia:' || m.iso
  ORDER BY m.id;

INSERT INTO ajustes (clave, valor) VALUES
  ('empresa', '{"razon_social": "Mi casa de cambio", "ruc": "", "registro_sbs": "", "direccion": ""}'),
  -- Signs the cursors of lists: one for all server processes, made anew for every house.
  ('secreto_cursores', to_jsonb(gen_random_uuid()::text || gen_random_uuid()::text)),
  ('bloqueo_minutos', '20'),
  ('tasa_rancia_horas', '24'),
  ('duplicado_minutos', '5'),
  ('sesion_inactiva_minutos', '30'),
  ('sesion_maxima_horas', '12'),
  ('umbral_identificacion_usd', '200'),
  ('umbral_declaracion_usd', '5000'),
  ('sesiones_por_usuario', '5'),
  ('password_temporal_horas', '72'),
  ('bloqueo_pantalla_minutos', '10'),
  -- Above this, who verified the client's payment does not pay the order out.
  ('orden_doble_control_usd', '1000'),
  -- How long a paid order may wait for its payout.
  ('orden_sla_minutos', '60'),
  ('exigir_turno', 'false'),
  ('ajuste_aprobacion_pen', '500'),
  ('autorizacion_minutos', '10'),
  ('gasto_aprobacion_pen', '1000'),
  ('transferencia_desvio_pct', '2'),
  ('comisiones_arrastre', 'false'),
  -- Hours after which an expired order without a payment is annulled by the clock; 0: never.
  ('orden_anular_vencida_horas', '24'),
  ('ro_unica_usd', '10000'),
  ('ro_multiple_usd', '50000'),
  ('aprobacion_cliente_meses', '12');
INSERT INTO ajustes_reglas (clave, tipo, minimo, maximo, decimales, patron) VALUES
  ('empresa.razon_social', 'texto', 1, 120, NULL, NULL),
  ('empresa.ruc', 'texto', 0, 11, NULL, '^(10|15|16|17|20)\d{9}$'),
  ('empresa.registro_sbs', 'texto', 0, 40, NULL, NULL),
  ('empresa.direccion', 'texto', 0, 200, NULL, NULL),
  ('bloqueo_minutos', 'entero', 0, 1440, NULL, NULL),
  ('tasa_rancia_horas', 'entero', 1, 8760, NULL, NULL),
  ('duplicado_minutos', 'entero', 0, 1440, NULL, NULL),
  ('sesion_inactiva_minutos', 'entero', 5, 720, NULL, NULL),
  ('sesion_maxima_horas', 'entero', 1, 24, NULL, NULL),
  ('umbral_identificacion_usd', 'decimal', 0, 1000000000, 2, NULL),
  ('umbral_declaracion_usd', 'decimal', 0, 1000000000, 2, NULL),
  ('sesiones_por_usuario', 'entero', 1, 20, NULL, NULL),
  ('password_temporal_horas', 'entero', 1, 720, NULL, NULL),
  ('bloqueo_pantalla_minutos', 'entero', 0, 120, NULL, NULL),
  ('orden_doble_control_usd', 'decimal', 0, 1000000000, 2, NULL),
  ('orden_sla_minutos', 'entero', 5, 10080, NULL, NULL),
  ('exigir_turno', 'booleano', NULL, NULL, NULL, NULL),
  ('ajuste_aprobacion_pen', 'decimal', 0, 1000000000, 2, NULL),
  ('autorizacion_minutos', 'entero', 1, 120, NULL, NULL),
  ('gasto_aprobacion_pen', 'decimal', 0, 1000000000, 2, NULL),
  ('transferencia_desvio_pct', 'decimal', 0, 100, 2, NULL),
  ('comisiones_arrastre', 'booleano', NULL, NULL, NULL, NULL),
  ('orden_anular_vencida_horas', 'entero', 0, 8760, NULL, NULL),
  ('ro_unica_usd', 'decimal', 0, 1000000000, 2, NULL),
  ('ro_multiple_usd', 'decimal', 0, 1000000000, 2, NULL),
  ('aprobacion_cliente_meses', 'entero', 0, 60, NULL, NULL);

INSERT INTO pizarra (mercado) VALUES ('pe');

INSERT INTO telegram DEFAULT VALUES;
INSERT INTO telegram_eventos (evento, nombre, reservado, agrupa, activo, orden) VALUES
  ('tasas_publicadas', 'Tasas publicadas', false, true, true, 10),
  ('tasa_bajo_costo', 'Tasa por debajo del costo', true, false, true, 20),
  ('operacion', 'Compra o venta registrada', false, false, false, 30),
  ('operacion_anulada', 'Compra o venta anulada', false, false, true, 40),
  ('saldo_bajo', 'Saldo bajo', false, false, true, 50),
  ('cabeza_auditoria', 'Fin del día: cabeza de la auditoría', true, false, true, 60),
  ('prueba', 'Mensaje de prueba', false, false, true, 70),
  ('orden_nueva', 'Orden nueva', false, false, true, 41),
  ('orden_pagada', 'Orden pagada por el cliente', false, false, true, 42),
  ('orden_observada', 'Orden observada', false, false, true, 43),
  ('orden_completada', 'Orden completada', false, false, true, 44),
  ('orden_anulada', 'Orden anulada', false, false, true, 45),
  ('caja_diferencia', 'Caja con diferencia', false, false, true, 80),
  -- It speaks of profit.
  ('cierre_dia', 'Cierre del día', true, false, true, 90),
  ('ajuste_por_aprobar', 'Ajuste de saldo por aprobar', false, false, true, 52),
  ('ajuste_saldo', 'Ajuste de saldo aplicado', false, false, true, 54),
  ('gasto_por_aprobar', 'Gasto por aprobar', false, false, true, 56),
  ('gasto_del_mes', 'Gasto del mes por pagar', false, false, true, 57),
  ('transferencia_diferencia', 'Transferencia recibida con diferencia', false, false, true, 55);
INSERT INTO telegram_causas VALUES
  ('tipos-cambios', 'recalcular', 'tasas_publicadas'),
  ('tipos-cambios', 'tasa', 'tasas_publicadas'),
  ('tipos-cambios', 'deshacer', 'tasas_publicadas'),
  ('compras-ventas', 'registrar', 'operacion'),
  ('compras-ventas', 'anular', 'operacion_anulada'),
  ('ordenes', 'crear', 'orden_nueva'),
  ('ordenes', 'observar', 'orden_observada'),
  ('ordenes', 'anular', 'orden_anulada'),
  ('cierres', 'cerrar', 'cierre_dia'),
  ('ajustes-saldo', 'proponer', 'ajuste_por_aprobar'),
  ('ajustes-saldo', 'aplicar', 'ajuste_saldo'),
  ('ajustes-saldo', 'aprobar', 'ajuste_saldo'),
  ('gastos', 'proponer', 'gasto_por_aprobar'),
  ('gastos', 'proponer-mes', 'gasto_del_mes'),
  ('transferencias', 'recibir-diferencia', 'transferencia_diferencia');

INSERT INTO ordenes_transiciones VALUES
  ('crear', NULL, 'pendiente'),
  ('cobrar', 'pendiente', 'pendiente'), ('cobrar', 'vencida', 'vencida'),
  ('verificar', 'pendiente', 'pendiente'), ('verificar', 'pendiente', 'pagada'),
  ('rechazar', 'pendiente', 'pendiente'), ('rechazar', 'vencida', 'vencida'),
  ('vencer', 'pendiente', 'vencida'),
  ('recotizar', 'vencida', 'pendiente'), ('recotizar', 'pendiente', 'pendiente'),
  ('beneficiario', 'pendiente', 'pendiente'), ('beneficiario', 'vencida', 'vencida'),
  ('beneficiario', 'pagada', 'pagada'), ('beneficiario', 'en_proceso', 'en_proceso'),
  ('tomar', 'pagada', 'en_proceso'), ('relevar', 'en_proceso', 'en_proceso'), ('soltar', 'en_proceso', 'pagada'),
  ('pagar', 'en_proceso', 'en_proceso'), ('pagar', 'en_proceso', 'completada'),
  ('rebotar', 'en_proceso', 'en_proceso'), ('rebotar', 'completada', 'en_proceso'),
  ('observar', 'pagada', 'pagada'), ('observar', 'en_proceso', 'en_proceso'),
  ('resolver', 'pagada', 'pagada'), ('resolver', 'en_proceso', 'en_proceso'),
  ('anular', 'pendiente', 'anulada'), ('anular', 'vencida', 'anulada'),
  ('anular', 'pagada', 'anulada'), ('anular', 'en_proceso', 'anulada');

INSERT INTO ajustes_saldo_motivos VALUES
  ('saldo_inicial', 'Saldo inicial', 1, 'capital', true, false),
  ('sobrante', 'Sobrante', 1, 'sobrantes-faltantes', false, false),
  ('faltante', 'Faltante', -1, 'sobrantes-faltantes', false, true),
  ('billete_falso', 'Billete falso', -1, 'sobrantes-faltantes', false, true),
  ('aporte', 'Aporte de capital', 1, 'capital', true, false),
  ('retiro', 'Retiro de socios', -1, 'retiros', false, false),
  ('correccion', 'Corrección de registro', 0, 'sobrantes-faltantes', false, false),
  ('comision', 'Comisión bancaria', -1, 'gastos-bancarios', false, false);

INSERT INTO gastos_categorias (nombre, codigo) VALUES
  ('Alquiler', 'alquiler'), ('Planilla', 'planilla'), ('Comisiones', 'comisiones'), ('Bancarios', 'bancarios'),
  ('Servicios', 'servicios'), ('Útiles', 'utiles'), ('Movilidad', 'movilidad'), ('Impuestos', 'impuestos'), ('Otros', 'otros');
