import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { USD } from '../../../test/support/areas/casa.ts'
import { publicarVes } from '../../../test/support/areas/ordenes.ts'
import { RECALCULAN } from '../../../test/support/falsificar/reglas.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { conectarDueno } from '../../../test/support/servidor/dueno.ts'
import { hecho } from '../../../test/support/servidor/respuesta.ts'
import { HOY, montarTodo } from '../../../test/support/todo.ts'
import { aportes as auditoria } from '../../areas/auditoria/aportes.ts'
import { aportes as cierres } from '../../areas/cierres/aportes.ts'
import { verifica as LOTES } from '../../areas/ordenes/lotes/verifica.ts'
import { verificaSaldos } from '../../areas/ordenes/saldos/verifica.ts'
import { aportes as reportes } from '../../areas/reportes/aportes.ts'
import { contrato as transferencias } from '../../areas/transferencias/contract.ts'
import { areas } from '../../main.app.ts'
import { verificar } from '../../main.libros.ts'
import { SELLOS } from './sellos.ts'
import { reglasDe } from './verificar.ts'

const REGLAS = reglasDe(areas)

/* Every rule of the books detects its violation: data is corrupted past all guards, checked and restored. */

const app = await startTestApp()
const casa = await montarTodo(app)
const { adm, cuentas } = casa
for (const move of Object.values(await casa.movimientos())) await hecho(move())
await casa.liquidacion()
await hecho(casa.vender())
await hecho(casa.envio())
for (const estado of ['pagada', 'completada'] as const) await casa.en(estado)
const conversion = { tipo: 'conversion' as const, metodo_calculo: 'm' as const, referencia: 'C-1' }
await hecho(
  adm.call(transferencias.crear, {
    body: {
      ...conversion,
      origen_id: cuentas.cajaUsd,
      destino_id: cuentas.bcpPen,
      monto: '100.00',
      tasa: '3.53',
    },
  }),
)
app.setClock(`${HOY}T15:01:00Z`)
await publicarVes(app, casa.tipo, '52.500')

let owner: pg.Client
beforeAll(async () => {
  owner = await conectarDueno(app.url)
  await owner.query('SET session_replication_role = replica')
})
afterAll(() => owner.end())

const primera = async () => (await verificar(app.db)).diferencia?.regla
const una = (tabla: string, donde = 'true') => `(SELECT min(id) FROM ${tabla} WHERE ${donde})`

/** SQL that changes one number of one row, and SQL that restores it. */
const numero = (tabla: string, columna: string, donde: string, por = '1'): [string, string] => {
  const set = (signo: string) =>
    `UPDATE ${tabla} SET ${columna} = ${columna} ${signo} ${por} WHERE ${donde}`
  return [set('+'), set('-')]
}
const deUna = (tabla: string, columna: string, donde = 'true', por = '1') =>
  numero(tabla, columna, `id = ${una(tabla, donde)}`, por)
const cambio = (
  tabla: string,
  columna: string,
  donde: string,
  valor: string,
  antes: string,
): [string, string] => [
  `UPDATE ${tabla} SET ${columna} = ${valor} WHERE ${donde}`,
  `UPDATE ${tabla} SET ${columna} = ${antes} WHERE ${columna} = ${valor}`,
]

const CASOS: readonly (readonly [regla: string, torcer: string, deshacer: string])[] = [
  ['Cada asiento suma cero en cada moneda', ...deUna('apuntes', 'importe')],
  ['Cada asiento suma cero en valor', ...deUna('apuntes', 'valor')],
  [
    'Cada asiento tiene dos apuntes o más',
    `INSERT INTO asientos (fecha, origen, origen_id, glosa, usuario_id) VALUES (now(), 'x', 1, 'x', 1)`,
    `DELETE FROM asientos WHERE origen = 'x'`,
  ],
  [
    'El saldo de cada cuenta es la suma de sus apuntes',
    ...numero('cuentas_contables', 'saldo', `id = ${cuentas.bcpPen}`),
  ],
  ['El saldo que dejó cada apunte sigue al anterior', ...deUna('apuntes', 'saldo_despues')],
  [
    'La cantidad de cada divisa es la de sus cuentas, y sin cantidad no hay costo',
    `UPDATE cuentas_contables SET moneda_id = 6 WHERE id = ${cuentas.cajaUsd}`,
    `UPDATE cuentas_contables SET moneda_id = ${USD} WHERE id = ${cuentas.cajaUsd}`,
  ],
  [
    'Cada compra-venta tiene su asiento y sus pagos suman lo acordado',
    ...deUna('compras_ventas_pagos', 'monto', `moneda_id = ${USD}`),
  ],
  [
    'Lo anulado no deja nada en los libros',
    ...deUna(
      'asientos',
      'origen_id',
      `origen = 'compras-ventas' AND anula_a IS NOT NULL`,
      '1000000',
    ),
  ],
  [
    'Cada día resumido es el de los libros',
    `INSERT INTO dias_resumen SELECT '${HOY}', 0, 0, 0, 0, max(id) FROM asientos WHERE fecha_negocio = '${HOY}'`,
    'DELETE FROM dias_resumen',
  ],
  [
    'Lo que salió de cada divisa en cada día resumido es lo que dicen los libros',
    `INSERT INTO dias_resumen SELECT '${HOY}', r.*, (SELECT max(id) FROM asientos WHERE fecha_negocio = '${HOY}')
       FROM dia_resultado('${HOY}') r;
     INSERT INTO dias_salidas SELECT '${HOY}', moneda_id, cantidad + 1 FROM dia_salidas('${HOY}')`,
    'DELETE FROM dias_salidas; DELETE FROM dias_resumen',
  ],
  ...(
    [
      ['es lo que suman sus apuntes', 'libro_dias_cuentas SET debe = debe + 1'],
      ['es lo que suman sus apuntes', 'libro_dias_cuentas SET valor = valor + 1'],
      ['es lo que suman sus apuntes', 'libro_dias SET desde_id = desde_id + 1'],
      ['por su texto es lo que suman sus apuntes', 'libro_dias_textos SET debe = debe + 1'],
      ['por su texto es lo que suman sus apuntes', "libro_dias_textos SET texto = texto || 'x'"],
      ['tiene todos sus textos', "libro_dias SET textos = 'x'"],
    ] as const
  ).map(
    ([regla, set]) =>
      [
        `Lo guardado de cada día del libro ${regla}`,
        `SELECT dia_guardar('${HOY}'); UPDATE ${set}`,
        'DELETE FROM libro_dias_textos; DELETE FROM libro_dias_cuentas; DELETE FROM libro_dias',
      ] as const,
  ),
  [
    'Lo guardado de cada día de las compra-ventas es lo que suman',
    `SELECT dia_guardar('${HOY}'); SELECT compras_ventas_guardar_dias(9); UPDATE compras_ventas_dias SET ganancia = ganancia + 1`,
    `DELETE FROM compras_ventas_dias; DELETE FROM libro_dias_textos; DELETE FROM libro_dias_cuentas;
     DELETE FROM libro_dias`,
  ],
  [
    'Cada ajuste aplicado está en los libros por su importe, y los demás no están',
    ...deUna('ajustes_saldo', 'importe', `estado = 'aplicado'`),
  ],
  [
    'Lo revertido no deja nada en los libros',
    ...cambio(
      'ajustes_saldo',
      'revierte_id',
      'revierte_id IS NOT NULL',
      una('ajustes_saldo', 'importe = 900'),
      una('ajustes_saldo', 'importe = 1'),
    ),
  ],
  [
    'Cada gasto pagado salió de su cuenta, el anulado no deja nada, y los demás no están en los libros',
    ...deUna('gastos', 'monto', `estado = 'pagado'`),
  ],
  [
    'Cada gasto pagado salió de su cuenta, el anulado no deja nada, y los demás no están en los libros',
    ...deUna('gastos', 'valor', `estado = 'anulado'`),
  ],
  [
    'Cada tasa autorizada que se usó es de su cajero y de su operación',
    `INSERT INTO autorizaciones_tasa (fecha, solicitado_por, tipo, divisa_id, monto, contramoneda_id, contravalor, historico_id,
       metodo_calculo, tasa, motivo, estado, vence_en, resuelto_por, resuelto_en, compra_venta_id)
     VALUES (now(), 999, 'compra', 3, 1, 2, 1, 1, 'm', 1, 'motivo', 'usada', now(), 1, now(), ${una('compras_ventas')})`,
    'DELETE FROM autorizaciones_tasa',
  ],
  [
    'Cada ticket junta las operaciones con que se registró: de una persona, un cliente, una sucursal y un instante',
    `INSERT INTO compras_ventas_tickets (numero, clave, fecha, usuario_id, operaciones)
     VALUES ('TK-1999-000001', gen_random_uuid(), now(), 1, 2);
     INSERT INTO series (serie, anio, ultimo) VALUES ('TK', 1999, 1)`,
    `DELETE FROM compras_ventas_tickets; DELETE FROM series WHERE serie = 'TK'`,
  ],
  ...['CV', 'OR', 'TR', 'AJ', 'GA', 'LQ'].map((serie) => {
    const [breaks, mends] = numero('series', 'ultimo', `serie = '${serie}'`)
    // No series goes back by itself.
    return [
      'Los números no tienen saltos',
      breaks,
      `ALTER TABLE series DISABLE TRIGGER USER; ${mends}; ALTER TABLE series ENABLE TRIGGER USER`,
    ] as const
  }),
  [
    'Lo que se debe por órdenes es lo de las que están abiertas',
    ...deUna('ordenes', 'valor', `estado = 'pagada'`),
  ],
  [
    'Cada orden movió en los libros lo que dicen sus cobros y sus pagos',
    ...deUna('ordenes', 'costo', `estado = 'completada'`),
  ],
  [
    'Cada orden movió en los libros lo que dicen sus cobros y sus pagos',
    ...deUna('ordenes', 'ganancia', `estado = 'completada'`),
  ],
  [
    'Los cobros y los pagos de cada orden caben en su estado, y sus pasos llevan a él',
    ...deUna('ordenes', 'redondeo', `estado = 'pagada'`),
  ],
  [
    'Los cobros y los pagos de cada orden caben en su estado, y sus pasos llevan a él',
    ...deUna('ordenes_pasos', 'orden_id', `accion = 'pagar'`, '1000000'),
  ],
  [
    'Los fondos en tránsito son los de las transferencias por recibir',
    `UPDATE transferencias SET monto = monto + 1, recibido = recibido + 1 WHERE estado = 'enviada'`,
    `UPDATE transferencias SET monto = monto - 1, recibido = recibido - 1 WHERE estado = 'enviada'`,
  ],
  [
    'Las diferencias en tránsito son las que nadie resolvió',
    ...deUna('transferencias', 'diferencia_valor', 'diferencia_valor IS NOT NULL'),
  ],
  [
    'Cada transferencia movió en sus cuentas lo que dice',
    ...deUna('transferencias', 'comision_origen', `estado = 'completada'`),
  ],
  [
    'Una sola tasa une los dos lados de cada conversión',
    ...deUna('transferencias', 'tasa', `tipo = 'conversion'`, '0.01'),
  ],
  [
    'Lo que se debe por comisiones, y lo que falta recuperar, es lo de las que esperan pago',
    ...deUna('comisiones', 'comision', `estado = 'devengada' AND comision > 0`),
  ],
  [
    'Cada comisión está en los libros por su importe, y la anulada no',
    ...deUna('comisiones', 'comision', `estado = 'pagada'`),
  ],
  [
    'Cada liquidación suma sus comisiones, que están como ella',
    ...deUna('comisiones_liquidaciones', 'total', `estado = 'liquidada'`),
  ],
  [
    'Cada liquidación pagada salió de su cuenta por su total',
    ...cambio(
      'comisiones_liquidaciones',
      'cuenta_id',
      `estado = 'pagada'`,
      String(cuentas.bcpPen),
      String(cuentas.cajaPen),
    ),
  ],
  [
    'Cada tasa tiene una sola fila vigente y su historia no tiene huecos',
    `UPDATE tipos_cambios_historico SET vigencia = tstzrange(lower(vigencia), upper(vigencia) - interval '1 ms')
     WHERE id = ${casa.historico}`,
    `UPDATE tipos_cambios_historico SET vigencia = tstzrange(lower(vigencia), upper(vigencia) + interval '1 ms')
     WHERE id = ${casa.historico}`,
  ],
]

/** Rules of the audit, tills and reports, which are tested in their own areas, and of the seals. */
const EN_OTRA = new Set([
  ...[cierres, reportes, auditoria].flatMap(({ verifica = [] }) =>
    verifica.map(([regla]) => regla),
  ),
  ...SELLOS.map(([regla]) => regla),
  ...LOTES.map(([regla]) => regla),
  ...verificaSaldos.map(([regla]) => regla),
  'Cada referencia en uso es la de un pago que está en pie, y cada pago en pie tiene la suya',
  // What is recomputed finds something in falsificaciones.server.test.ts.
  ...RECALCULAN.map(([regla]) => regla),
])
/** Rules that no corruption can reach, because a CHECK of the table and an earlier rule catch every case. */
const INALCANZABLES = [
  'Ninguna cuenta está fuera de sus límites',
  'Lo anulado de una transferencia no deja nada en los libros',
]

test('the books are correct before any corruption', async () => {
  expect(await primera()).toBeUndefined()
})

test.each(CASOS)('%s: %s', async (regla, torcer, deshacer) => {
  await owner.query(torcer)
  try {
    expect(await primera()).toBe(regla)
  } finally {
    await owner.query(deshacer)
  }
})

test('afterwards the books are correct again, and every rule has a case', async () => {
  expect(await primera()).toBeUndefined()
  const known = new Set([...CASOS.map(([regla]) => regla), ...INALCANZABLES])
  const names = REGLAS.map(([regla]) => regla)
  expect(names.filter((regla) => !known.has(regla) && !EN_OTRA.has(regla))).toEqual([])
})
