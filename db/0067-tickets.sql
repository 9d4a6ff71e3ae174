-- Several operations of one client in one visit (R-257): each is an operation of its own; the ticket joins them. A
-- column that is null everywhere is added without a rewrite.
CREATE TABLE compras_ventas_tickets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  numero text NOT NULL UNIQUE,
  clave uuid NOT NULL,
  fecha timestamptz NOT NULL,
  fecha_negocio date NOT NULL GENERATED ALWAYS AS (fecha_negocio(fecha)) STORED,
  cliente_id bigint REFERENCES clientes,
  usuario_id integer NOT NULL REFERENCES usuarios,
  sucursal_id integer REFERENCES sucursales,
  -- How many operations it was registered with: one that left it would be missed.
  operaciones integer NOT NULL CHECK (operaciones BETWEEN 2 AND 10),
  impresiones integer NOT NULL DEFAULT 0,
  UNIQUE (usuario_id, clave)
);
CREATE INDEX compras_ventas_tickets_cliente ON compras_ventas_tickets (cliente_id);
ALTER TABLE compras_ventas ADD COLUMN ticket_id bigint REFERENCES compras_ventas_tickets;
CREATE INDEX compras_ventas_ticket ON compras_ventas (ticket_id, id) WHERE ticket_id IS NOT NULL;

-- A ticket on its way, with the cases of its operations.
CREATE TYPE ticket_caso AS (id bigint, quien jsonb, clave uuid, p jsonb, casos compra_venta_caso[],
  sucursal_id integer);
