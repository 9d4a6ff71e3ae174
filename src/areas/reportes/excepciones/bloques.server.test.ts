import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, comoSuperusuario } from '../../../../test/support/servidor/dueno.ts'
import { montarTodo } from '../../../../test/support/todo.ts'
import { contrato as ordenes } from '../../ordenes/contract.ts'

/* Each block of the view of exceptions is seen: a document of each kind that departs from the rule is a row. */

const app = await startTestApp()
const casa = await montarTodo(app)

/** The rows of the view by what they were read from. */
const origenes = async () => {
  const rows = await comoDueno<{ de: string }>(
    app.url,
    "SELECT DISTINCT regexp_replace(id, '(:[0-9-]+)+$', '') AS de FROM excepciones ORDER BY 1",
  )
  return rows.map(({ de }) => de)
}

test('every block of the view finds its documents', async () => {
  expect((await casa.movimientos()) && (await casa.liquidacion())).toBeGreaterThan(0)
  for (const [name, call] of Object.entries(await casa.movimientos()))
    if (/annul|given back|taken back|difference/.test(name))
      expect([name, (await call()).status]).toEqual([name, expect.toBeOneOf([200, 201])])
  const completada = await casa.en('completada')
  const { status } = await casa.adm.call(ordenes.obtener, { params: { id: completada } })
  expect(status).toBe(200)
  await comoSuperusuario(
    app.url,
    `SET session_replication_role = replica;
     UPDATE compras_ventas SET tasa_mantenida = true, ganancia = -1 WHERE estado <> 'anulada';
     UPDATE ordenes SET tasa_mantenida = true, ganancia = -1 WHERE id = ${completada};
     UPDATE comisiones_liquidaciones SET estado = 'anulada', anulada_en = ahora(), anulada_por = 1,
       motivo_anulacion = 'Error de digitación' WHERE estado <> 'pagada';
     UPDATE tipos_cambios_historico SET usuario_id = 1 WHERE origen = 'manual';
     INSERT INTO cierres_versiones (fecha, version, usuario_id, cerrado_en, resumen, reabierto_por, reabierto_en, motivo)
       VALUES ('2025-11-19', 1, 1, ahora(), '{}', 1, ahora(), 'Faltaba una operación');
     INSERT INTO conteos (momento, cuenta_id, moneda_id, vuelta, usuario_id, fecha, contado, esperado)
       SELECT 'arqueo', id, moneda_id, 1, 1, ahora(), 1, 2 FROM cuentas WHERE tipo = 'caja' LIMIT 1;
     INSERT INTO auditoria (fecha, usuario_id, accion, entidad, entidad_id, antes, despues)
       VALUES (ahora(), 1, 'pep', 'clientes', '1', '{"pep": true}', '{"pep": false}');
     INSERT INTO vistos (fecha, clave, origen, origen_id, que, titulo, importe, motivo, valor, solicitado_por, estado,
         vence_en, usado_por, usado_en, solo)
       VALUES (ahora(), 'cupo', 'ordenes', 1, '{}', 'algo', '', '', 1, 1, 'usado', ahora(), 1, ahora(), true);
     INSERT INTO autorizaciones_tasa (fecha, tipo, divisa_id, contramoneda_id, metodo_calculo, monto, contravalor,
         historico_id, tasa, motivo, solicitado_por, resuelto_por, resuelto_en, estado, vence_en, compra_venta_id)
       SELECT fecha, tipo, divisa_id, contramoneda_id, metodo_calculo, monto, contravalor, historico_id, tasa,
         'Cliente de siempre', usuario_id, 0, ahora(), 'usada', ahora(), id FROM compras_ventas LIMIT 1`,
  )
  expect(await origenes()).toEqual(
    expect.arrayContaining([
      ...['ajustes_saldo:revierte', 'comisiones_liquidaciones:anulada', 'compras_ventas:anulada'],
      ...['compras_ventas:costo', 'compras_ventas:mantenida', 'cierres', 'gastos:anulado'],
      ...['ordenes:anulada', 'ordenes:costo', 'ordenes:mantenida', 'tipos_cambios_historico'],
      ...['transferencias:anulada', 'transferencias:diferencia', 'conteos', 'vistos'],
      ...['auditoria', 'auditoria:pep', 'autorizaciones_tasa'],
    ]),
  )
})
