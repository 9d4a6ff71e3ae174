-- One entry to post: its real legs, or, where `completa`, all of its legs with their values.
CREATE TYPE libro_entrada AS (origen text, origen_id bigint, glosa text, usuario_id integer, anula_a bigint,
  lineas libro_linea[], resultado bigint, completa boolean);

-- The accounts that a set of entries may move, as they are under its locks, and the positions of their currencies.
CREATE TYPE libro_estado AS (ids bigint[], saldos numeric[], minimos numeric[], maximos numeric[], monedas integer[],
  funcional integer, divisas integer[], posiciones bigint[], contravalores bigint[]);

-- One operation at the counter on its way: as it was asked for, judged, posted and answered. `lugar`: its place in the
-- set of requests; `tasa_costo`: of its rate; `decimales`: of its two currencies.
CREATE TYPE compra_venta_caso AS (lugar integer, quien jsonb, p jsonb, d compras_ventas, pagos pago_leido[],
  entrada libro_entrada, autorizacion_id bigint, tasa_costo numeric, decimales integer, contra_decimales integer, respuesta jsonb);
