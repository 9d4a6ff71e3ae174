-- Movements of accounts as users see them: one row per leg, as money in or money out. Of a document of a branch that
-- the reader does not see (R-260) he sees in the accounts of his own what it moved, and not what it was (`oculto`).
CREATE OR REPLACE VIEW movimientos AS
  SELECT p.id, p.cuenta_id, p.moneda_id, a.fecha, a.fecha_negocio,
         CASE WHEN p.importe > 0 THEN 'ingreso' ELSE 'egreso' END AS tipo,
         abs(p.importe) AS monto, p.saldo_despues - p.importe AS saldo_antes, p.saldo_despues,
         abs(p.valor) AS valor,
         CASE WHEN current_user = 'cambista_sucursal' AND documento_oculto(a.origen, a.origen_id)
           THEN 'Operación de otra sucursal' ELSE a.glosa END AS concepto, a.origen, a.origen_id, a.id AS asiento_id,
         CASE WHEN current_user <> 'cambista_sucursal' OR NOT documento_oculto(a.origen, a.origen_id)
           THEN p.detalle END AS numero_operacion, a.usuario_id, a.anula_a AS reversa_de,
         current_user = 'cambista_sucursal' AND documento_oculto(a.origen, a.origen_id) AS oculto
  FROM apuntes p JOIN asientos a ON a.id = p.asiento_id JOIN cuentas c ON c.id = p.cuenta_id;
