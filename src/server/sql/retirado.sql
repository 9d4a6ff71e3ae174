-- Functions that live under the name of another area from 0.2.0 on.
DROP FUNCTION IF EXISTS compras_ventas_montos(text, numeric, numeric, numeric, text, integer, integer);
DROP FUNCTION IF EXISTS compras_ventas_tasa_vieja(text, bigint, jsonb, numeric, numeric, monedas, monedas);
DROP FUNCTION IF EXISTS compras_ventas_topes(pago_leido[], date);
DROP FUNCTION IF EXISTS compras_ventas_declarar(jsonb, numeric, date, bigint);
-- Who acts came in: pagos_leer(quien, p).
DROP FUNCTION IF EXISTS pagos_leer(jsonb);
-- From 0.2.0 on rechazar_campo says what these said.
DROP FUNCTION IF EXISTS ordenes_reparo(text, text);
DROP FUNCTION IF EXISTS transferencias_falla(text, text);
-- The trigger of each line says what this one knew of every area.
DROP FUNCTION IF EXISTS referencias_usadas_de(text, jsonb);
