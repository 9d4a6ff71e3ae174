import { expect, test } from 'vitest'
import { acciones, montarOtro, separar } from '../../../test/support/ajenas/casos.ts'
import { type Client, startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno, sinVentanas } from '../../../test/support/servidor/dueno.ts'
import { dicho, en, hecho } from '../../../test/support/servidor/respuesta.ts'
import { HOY, montarTodo } from '../../../test/support/todo.ts'
import { conVisto } from '../../../test/support/vistos.ts'
import { contrato as ajustes } from '../ajustes-saldo/contract.ts'
import { contrato as cierres } from '../cierres/contract.ts'
import { contrato as compras } from '../compras-ventas/contract.ts'
import { contrato as gastos } from '../gastos/contract.ts'
import { contrato } from './contract.ts'

/* limits of a branch. `otro` is of Arequipa, everybody else's cash is in Lima. */

const app = await startTestApp()
const casa = await montarTodo(app)
const persona = await montarOtro(app, casa)
const { arequipa } = await separar(app, persona)
const segundo = await app.signedIn('adm')
const { adm, boveda, cuentas } = casa
const { otro, suya, suyaUsd } = persona
const { efectivo } = acciones(casa, persona)
const dueno = <T extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  comoDueno<T>(app.url, text, values)
await dueno("UPDATE ajustes SET valor = '0' WHERE clave = 'duplicado_minutos'")

/** What the branch's limits are, without anybody's yes; the others are the house's. */
async function rige(limites: Record<string, string>) {
  await dueno(
    `UPDATE sucursales SET gasto_aprobacion_funcional = ($1::jsonb->>'gasto_aprobacion_funcional')::numeric,
       gasto_sin_papel_funcional = ($1::jsonb->>'gasto_sin_papel_funcional')::numeric,
       ajuste_aprobacion_funcional = ($1::jsonb->>'ajuste_aprobacion_funcional')::numeric,
       sin_cliente_dia_usd = ($1::jsonb->>'sin_cliente_dia_usd')::numeric,
       turno_nota_funcional = ($1::jsonb->>'turno_nota_funcional')::numeric WHERE id = $2`,
    [JSON.stringify(limites), arequipa],
  )
  await sinVentanas(app.url)
}

const gasto = async (quien: Client, cuenta_id: number, monto: string, comprobante = 'sin') => {
  const answer = await hecho(
    quien.call(gastos.crear, {
      body: {
        ...{ fecha: HOY, categoria_id: 1, descripcion: `Útiles ${monto}`, cuenta_id, monto },
        comprobante,
        ...(comprobante !== 'sin' && {
          proveedor: 'Librería',
          serie_numero: `F001-${monto.split('.')[0]}`,
        }),
      } as never,
    }),
  )
  return [answer.estado, answer.message] as const
}

test('R-265: an expense of the branch waits beyond its limit, and says which', async () => {
  await rige({ gasto_sin_papel_funcional: '40.00' })
  // The form knows it, account by account.
  const libre = async (quien: Client, cuenta: number) =>
    (await hecho(quien.call(gastos.opciones))).cuentas.find(({ id }) => id === cuenta)
      ?.libre_sin_papel
  expect(await libre(otro, suya)).toBe('40.00')
  expect(await libre(otro, cuentas.bcpPen)).toBe('40.00')
  expect(await libre(adm, suya)).toBe('40.00')
  expect(Number(await libre(adm, boveda))).toBeGreaterThan(40)
  expect(await gasto(otro, suya, '41.00')).toEqual([
    'pendiente',
    expect.stringContaining('S/ 40.00'),
  ])
  expect((await gasto(otro, suya, '39.00'))[0]).toBe('pagado')
  // Whoever it is that pays from there; elsewhere the house's holds.
  expect((await gasto(adm, suya, '42.00'))[0]).toBe('pendiente')
  expect((await gasto(adm, boveda, '43.00'))[0]).toBe('pagado')
  // By an account of no branch it is his branch's.
  expect((await gasto(otro, cuentas.bcpPen, '44.00'))[0]).toBe('pendiente')
  // By a bank account of the branch it is the account's, whoever pays.
  const banco = (a: number | null) =>
    dueno('UPDATE cuentas SET sucursal_id = $1 WHERE id = $2', [a, cuentas.bcpPen])
  await banco(arequipa)
  expect((await gasto(adm, cuentas.bcpPen, '45.00'))[0]).toBe('pendiente')
  await banco(null)
  await rige({ gasto_aprobacion_funcional: '20.00' })
  expect(await gasto(otro, suya, '21.00')).toEqual([
    'pendiente',
    expect.stringContaining('S/ 20.00'),
  ])
})

test('R-265: a limit that is larger than the house’s does not loosen it', async () => {
  await rige({ gasto_sin_papel_funcional: '90000.00', gasto_aprobacion_funcional: '90000.00' })
  expect((await gasto(otro, suya, '301.00'))[0]).toBe('pendiente')
  // With a paper only the house's limit of approval stands in its way.
  expect(await gasto(otro, suya, '1001.00', 'boleta')).toEqual([
    'pendiente',
    expect.stringContaining('S/ 1,000.00'),
  ])
  expect((await gasto(otro, suya, '302.00', 'boleta'))[0]).toBe('pagado')
})

test('R-265: an adjustment of the branch waits beyond its limit', async () => {
  const ajustar = async (quien: Client, cuenta_id: number) =>
    (
      await hecho(
        quien.call(ajustes.crear, {
          body: {
            cuenta_id,
            motivo: 'sobrante',
            monto: '30.00',
            observacion: 'Contado dos veces.',
          },
        }),
      )
    ).estado
  await rige({ ajuste_aprobacion_funcional: '29.00' })
  expect([await ajustar(otro, suya), await ajustar(adm, suya), await ajustar(adm, boveda)]).toEqual(
    ['pendiente', 'pendiente', 'aplicado'],
  )
  expect((await hecho(otro.call(ajustes.opciones))).limite).toBe('29.00')
  expect((await hecho(adm.call(ajustes.opciones))).limite).not.toBe('29.00')
})

test('R-265: without a client a cashier of the branch registers no more than its limit in a day', async () => {
  const comprar = (quien: Client, dolares: number, soles: number) =>
    quien.call(compras.crear, {
      body: casa.compra('100.00', '352.00', {
        cliente_id: null,
        recibimos: [efectivo(dolares, '100.00')],
        entregamos: [efectivo(soles, '352.00')],
      }),
    })
  await rige({ sin_cliente_dia_usd: '90.00' })
  const late = await comprar(otro, suyaUsd, suya)
  expect([dicho(late), late.error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringContaining('US$ 90.00'),
  ])
  // Nor does anybody else with its tills.
  expect(dicho(await comprar(adm, suyaUsd, suya))).toBe('VISTO_FALTA')
  await hecho(comprar(adm, cuentas.cajaUsd, cuentas.cajaPen))
  await rige({ sin_cliente_dia_usd: '110.00' })
  await hecho(comprar(otro, suyaUsd, suya))
})

test('R-265: a difference of its till asks for a note from the branch’s limit on', async () => {
  await rige({ turno_nota_funcional: '3.00' })
  const conteos = async (menos: number) => {
    const rows = await dueno<{ id: number; saldo: string }>(
      'SELECT id::int, round(saldo, 2)::text AS saldo FROM cuentas_contables WHERE id = ANY ($1)',
      [[suya, suyaUsd]],
    )
    return rows.map(({ id: cuenta_id, saldo }) =>
      cuenta_id === suya
        ? { cuenta_id, monto: String(Number(saldo) - menos) }
        : {
            cuenta_id,
            denominaciones: [{ clase: 'billete' as const, valor: '1', cantidad: Number(saldo) }],
          },
    )
  }
  const { id } = await hecho(otro.call(cierres.abrir, { body: { conteos: await conteos(0) } }))
  await hecho(otro.call(cierres.contar, en(id)))
  const body = { conteos: await conteos(4) }
  await hecho(otro.call(cierres.guardarConteo, { ...en(id), body }))
  await hecho(otro.call(cierres.cerrarTurno, { ...en(id), body: { motivo: null } }))
  const aprobar = (nota: string | null) =>
    adm.call(cierres.aprobar, { ...en(id), body: { cargo: 'casa', nota } })
  const pideNota = async () =>
    (await hecho(adm.call(cierres.obtenerTurno, en(id)))).aprobacion?.pide_nota
  expect(await pideNota()).toBe(true)
  // Also where the turn itself is another branch's, and only its tills and its cashier are of this one.
  await dueno('ALTER TABLE turnos DISABLE TRIGGER turnos_fijos')
  await dueno(
    "UPDATE turnos SET sucursal_id = (SELECT id FROM sucursales WHERE nombre = 'Lima') WHERE id = $1",
    [id],
  )
  await dueno('ALTER TABLE turnos ENABLE TRIGGER turnos_fijos')
  expect(await pideNota()).toBe(true)
  const refused = await aprobar(null)
  expect(JSON.stringify(refused.error)).toContain('S/ 3.00')
  await hecho(aprobar('Se contó dos veces delante de la cajera.'))
})

test('R-265: tighter at once; looser, or left out, by another administrator’s yes', async () => {
  await rige({})
  const editar = async (more: object) => {
    const {
      id: _,
      estatus: __,
      ...now
    } = (await hecho(adm.call(contrato.obtener, en(arequipa)))) as {
      id: number
      estatus: boolean
    }
    return adm.call(contrato.editar, { ...en(arequipa), body: { ...now, ...more } as never })
  }
  await hecho(editar({ gasto_aprobacion_funcional: '100.00' }))
  await hecho(editar({ gasto_aprobacion_funcional: '60.00', sin_cliente_dia_usd: '50.00' }))
  for (const more of [
    { gasto_aprobacion_funcional: '61.00' },
    { gasto_aprobacion_funcional: null },
    { sin_cliente_dia_usd: '50.01' },
  ])
    expect(dicho(await editar(more)), JSON.stringify(more)).toBe('VISTO_FALTA')
  expect(
    (await conVisto(segundo, () => editar({ gasto_aprobacion_funcional: '61.00' }))).status,
  ).toBe(200)
  // The yes was to that value.
  expect(dicho(await editar({ gasto_aprobacion_funcional: '62.00' }))).toBe('VISTO_FALTA')
  // What holds nobody back asks nobody.
  await hecho(editar({ telefono: '054 200200' }))
  expect(dicho(await editar({ turno_nota_funcional: '-1' }))).toBe('VALIDACION')
})
