import { expect, test } from 'vitest'
import { cuenta, PEN, USD } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { enTurno } from '../../../test/support/servidor/dueno.ts'
import { dicho, en, hecho } from '../../../test/support/servidor/respuesta.ts'
import { HOY, montarTodo } from '../../../test/support/todo.ts'
import { contrato as ajustes } from '../../areas/ajustes-saldo/contract.ts'
import { contrato as cierres } from '../../areas/cierres/contract.ts'
import { contrato as compras } from '../../areas/compras-ventas/contract.ts'
import { contrato as fichas } from '../../areas/cuentas/contract.ts'
import { contrato as gastos } from '../../areas/gastos/contract.ts'
import { contrato as ordenes } from '../../areas/ordenes/contract.ts'
import { verificar } from '../../main.libros.ts'

/* Ways around a rule of one area through another area. */

const app = await startTestApp()
const casa = await montarTodo(app)
const { adm, caj, pag, cuentas, pagos, jefe, motivo, owner, compra, ajuste, gasto } = casa
const cuadra = async () => expect((await verificar(app.db)).diferencia).toBeNull()
/** Allows the account a negative balance. */
const conSobregiro = (id: number) =>
  owner(`UPDATE cuentas SET sobregiro = 5000 WHERE id = ${id};
         UPDATE cuentas_contables SET minimo = -5000 WHERE id = ${id}`)

test('an expense is not paid from an account that is deactivated meanwhile', async () => {
  const x = await cuenta(app, adm, 'Con sobregiro', PEN, '0', undefined, 'banco')
  await conSobregiro(x)
  const { id } = await hecho(gasto('1500.00', { cuenta_id: x }))
  const late = await enTurno(
    app.url,
    `SELECT cuentas_vacia(${x}); UPDATE cuentas SET estatus = false WHERE id = ${x}`,
    () => jefe.call(gastos.aprobar, { ...en(id), body: { nota: null } }),
  )
  expect(dicho(late)).toBe('INACTIVO')
})

test('a small cost typed for a large amount does not evade the daily limit of one user', async () => {
  const solo = await app.signedIn('adm')
  const aporte = (moneda: string) =>
    solo.call(ajustes.crear, {
      body: {
        cuenta_id: cuentas.cajaUsd,
        motivo: 'aporte',
        monto: '100.00',
        tasa_costo: moneda,
        observacion: 'Aporte del socio.',
      },
    })
  expect((await aporte('0.01')).error.errors?.[0]?.campo).toBe('tasa_costo')
  // 100 dollars at 3.20, judged by the price of the day.
  expect((await hecho(aporte('3.20'))).estado).toBe('aplicado')
  const { usado } = await hecho(solo.call(ajustes.opciones))
  expect(Number(usado)).toBeGreaterThan(340)
  expect((await hecho(aporte('3.20'))).estado).toBe('pendiente')
})

test('an inactive account gets no money back from an annulment', async () => {
  const x = await cuenta(app, adm, 'La que se va', PEN, '352.00', undefined, 'banco')
  const pago = [
    { tipo_pago_id: pagos.transferencia, cuenta_id: x, monto: '352.00', referencia: 'S-1' },
  ]
  const { id } = await hecho(
    adm.call(compras.crear, { body: compra('100.00', '352.00', { entregamos: pago }) }),
  )
  await hecho(adm.call(fichas.estatus, en(x)))
  const anular = () => adm.call(compras.anular, { ...en(id), body: { motivo } })
  expect(dicho(await anular())).toBe('INACTIVO')
  await cuadra()
  await hecho(adm.call(fichas.estatus, en(x)))
  expect(dicho(await anular())).toBe(200)
})

test('an inactive account does not get an unapproved surplus of its till', async () => {
  const suya = await app.signedIn('caj')
  const x = await cuenta(app, suya, 'Caja con sobrante', PEN, '0')
  const { id } = await hecho(
    suya.call(cierres.abrir, { body: { conteos: [{ cuenta_id: x, monto: '0' }] } }),
  )
  await hecho(suya.call(cierres.contar, en(id)))
  await hecho(
    suya.call(cierres.guardarConteo, {
      ...en(id),
      body: { conteos: [{ cuenta_id: x, monto: '7.00' }] },
    }),
  )
  await hecho(suya.call(cierres.cerrarTurno, { ...en(id), body: { motivo: 'No se sabe' } }))
  expect(dicho(await adm.call(fichas.estatus, en(x)))).toBe('EN_USO')
  await owner(`UPDATE cuentas SET estatus = false WHERE id = ${x}`)
  expect(dicho(await adm.call(cierres.aprobar, { ...en(id), body: {} }))).toBe('INACTIVO')
})

test.each([
  ['an expense that waits', (x: number) => gasto('1500.00', { cuenta_id: x })],
  ['an adjustment that waits', (x: number) => ajuste('1500.00', { cuenta_id: x })],
  [
    'an expense of every month',
    async (x: number) =>
      owner(`INSERT INTO gastos_recurrentes (categoria_id, descripcion, cuenta_id, monto, comprobante, dia, desde, creado_por, creado_en)
             VALUES (1, 'Alquiler', ${x}, 100, 'sin', 1, '2030-01-01', ${adm.usuario_id}, now())`),
  ],
])('an account keeps its currency with %s', async (name, wait) => {
  const x = await cuenta(app, adm, name, PEN, '0', undefined, 'banco')
  await conSobregiro(x)
  await wait(x)
  await expect(owner(`SELECT cuentas_cambiar_moneda(${x}, ${USD})`)).rejects.toThrow('CONGELADO')
})

test('an expense cannot be dated on a closed day or before it', async () => {
  await hecho(adm.call(cierres.cerrar, { body: { fecha: '2025-11-19', confirmo: true } }))
  const of = async (fecha: string) =>
    dicho(await gasto('1.00', { fecha, cuenta_id: cuentas.bcpPen }))
  expect(await of('2025-11-19')).toBe('DIA_CERRADO')
  expect(await of('2025-11-17')).toBe('DIA_CERRADO')
  expect(await of(HOY)).toBe(201)
})

test('a declaration covers the declared amount and smaller ones', async () => {
  await owner("UPDATE ajustes SET valor = '100' WHERE clave = 'umbral_declaracion_usd'")
  await owner(
    `UPDATE clientes SET direccion = 'Calle 1', ocupacion = 'Médica', origen_fondos = 'Sueldo' WHERE id = ${casa.ana}`,
  )
  const declaracion = { origen: 'Ahorros del sueldo', destino: 'Ayuda a la familia' }
  const { id } = await hecho(adm.call(ordenes.crear, { body: casa.orden({ declaracion }) }))
  const por = async (envia: string) =>
    dicho(
      await adm.call(ordenes.recotizar, {
        ...en(id),
        body: { historico_id: casa.historico, envia },
      }),
    )
  expect(await por('5000.00')).toBe('DECLARACION_REQUERIDA')
  expect(await por('400.00')).toBe(200)
  expect((await hecho(adm.call(ordenes.obtener, en(id)))).declaracion).toEqual(declaracion)
  await owner("UPDATE ajustes SET valor = '10000000' WHERE clave = 'umbral_declaracion_usd'")
})

test('no answer about an order reveals the expected balance of an account that is being counted', async () => {
  const par = { pais: 'pe', base_id: PEN, cotizacion_id: 1, envia: '100.00' }
  const before = await hecho(caj.call(ordenes.cotizar, { query: par }))
  const id = await casa.en('en_proceso')
  await owner(`UPDATE cuentas_contables SET bloqueo = 'conteo' WHERE id = ${casa.ves.banesco}`)
  const { disponible } = await hecho(caj.call(ordenes.cotizar, { query: par }))
  expect([Number(before.disponible) > 0, Number(disponible) > 0]).toEqual([true, false])
  const { lineas } = await hecho(pag.call(ordenes.propuesta, en(id)))
  expect(lineas.map(({ cuenta_id }) => cuenta_id)).not.toContain(casa.ves.banesco)
  await owner(`UPDATE cuentas_contables SET bloqueo = NULL WHERE id = ${casa.ves.banesco}`)
})

test('afterwards the books are correct, and every inactive account has a zero balance', async () => {
  await cuadra()
  expect(
    await owner(
      `SELECT c.nombre FROM cuentas c JOIN cuentas_contables k ON k.id = c.id WHERE NOT c.estatus AND k.saldo <> 0`,
    ),
  ).toEqual([])
})
