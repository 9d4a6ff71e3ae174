import { expect, test } from 'vitest'
import { cajera } from '../../../../test/support/areas/caja.ts'
import { montarCasa, saldos } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { createEmptyDatabase } from '../../../../test/support/servidor/database.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { numberedSql } from '../../../server/db/migrate-files.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato } from '../contract.ts'

/* Missing input in a count is not zero, and a shortage is borne by whoever was chosen. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas } = casa
const { compra } = mostrador(casa)
const { caj, conteos, abrir, contar, cerrar, paso } = await cajera(app, casa)
const quien = JSON.stringify({ usuario_id: caj.usuario_id })
const DOLARES = 'Caja dólares'
const turno = async (id: number, who = adm) =>
  (await who.call(contrato.obtenerTurno, { params: { id } })).body
const aprobar = (id: number, body: object = {}, who = adm) =>
  who.call(contrato.aprobar, { params: { id }, body })
const [soles, dolares] = conteos('50000.00', 10_000)
const vacia = { cuenta_id: cuentas.cajaUsd }

test.each([
  ['an account by notes without any input', { ...vacia, denominaciones: [] }],
  ['an account without any field', vacia],
])(
  '%s is not a count of zero, at the opening, at the close and in a surprise count',
  async (_, none) => {
    const said = `No contó ${DOLARES}: escriba lo que hay o confirme que está vacía.`
    const refused = (answer: { status: number; error: { errors?: unknown } }) =>
      expect([answer.status, answer.error.errors]).toEqual([400, [{ msg: said, campo: 'conteo' }]])
    refused(await caj.call(contrato.abrir, { body: { conteos: [soles, none] } }))
    const id = await abrir()
    await paso('contar', id)
    const body = { conteos: [soles, none] }
    refused(await caj.call(contrato.guardarConteo, { params: { id }, body }))
    refused(await adm.call(contrato.arquear, { body: { ...none, motivo: null } }))
    // The SQL function refuses it too.
    await expect(
      comoDueno(app.url, 'SELECT turnos_conteo($1, $2, $3)', [
        quien,
        id,
        JSON.stringify([soles, none]),
      ]),
    ).rejects.toThrow('VALIDACION')
    await contar(id, '50000.00', 10_000)
    await cerrar(id)
    await aprobar(id)
  },
)

test('an account without notes and without input is not counted as zero', async () => {
  const none = { cuenta_id: cuentas.cajaPen }
  const { status, error } = await caj.call(contrato.abrir, { body: { conteos: [none, dolares] } })
  expect([status, error.errors?.[0]?.msg]).toEqual([
    400,
    'No contó Caja soles: escriba lo que hay o confirme que está vacía.',
  ])
})

test('a typed zero counts as zero, and the next turn may open with it', async () => {
  const id = await abrir()
  await contar(id, '50000.00', 0)
  expect((await turno(id)).cuentas.map(({ contado }) => contado)).toEqual(['50000.00', '0.00'])
  await cerrar(id, 'Los llevé a la bóveda')
  const { sin_contar } = (await caj.call(contrato.miCaja)).body
  expect(sin_contar?.cuentas.map(({ contado }) => contado)).toEqual(['50000.00', '0.00'])
  const next = await caj.call(contrato.abrir, { body: { conteos: null } })
  expect(next.status).toBe(201)
  await contar(next.body.id, '50000.00', 10_000)
  await cerrar(next.body.id, 'Volvieron de la bóveda')
  for (const each of [id, next.body.id])
    expect((await aprobar(each, { cargo: 'casa', nota: 'Se vieron en la bóveda' })).status).toBe(
      200,
    )
})

test('an amount for an account that is counted by notes is refused, alone or with the notes', async () => {
  for (const more of [{ monto: '10000' }, { ...dolares, monto: '0' }]) {
    const body = { conteos: [soles, { ...vacia, ...more }] }
    const { error } = await caj.call(contrato.abrir, { body })
    expect(error.errors?.[0]?.msg).toBe(`Cuente ${DOLARES} por billetes y monedas.`)
  }
})

test('nobody bears a shortage until somebody is chosen, and the shortage is shown in soles', async () => {
  const id = await abrir()
  await contar(id, '49995.00', 9_998)
  await cerrar(id, 'Di vuelto de más a alguien')
  expect((await turno(id)).aprobacion).toEqual({ faltante: '12.04', pide_nota: false })
  // It includes the cost of the dollars, so only approvers receive it.
  expect((await caj.call(contrato.miCaja)).body.turno?.aprobacion).toBeNull()
  const { status, error } = await aprobar(id)
  expect([status, error.errors]).toEqual([
    400,
    [{ campo: 'cargo', msg: 'Faltan S/ 12.04: elija quién asume el faltante.' }],
  ])
  const direct = 'SELECT turnos_aprobar($1, $2, NULL, NULL)'
  const other = JSON.stringify({ usuario_id: adm.usuario_id })
  await expect(comoDueno(app.url, direct, [other, id])).rejects.toThrow('VALIDACION')
  expect((await aprobar(id, { cargo: 'personal' })).status).toBe(200)
  expect((await saldos(app))['por-cobrar-personal']).toBe('12.04')
})

test('a large difference needs a note: a surplus does not offset a shortage', async () => {
  const id = await abrir('49995.00', 9_998)
  await contar(id, '50030.20', 9_988)
  await cerrar(id, 'Un ticket registrado dos veces')
  expect((await turno(id)).aprobacion?.pide_nota).toBe(true)
  const { status, error } = await aprobar(id, { cargo: 'casa' })
  expect([status, error.errors]).toEqual([
    400,
    [
      {
        campo: 'nota',
        msg: 'La diferencia pasa de S/ 20.00: escriba qué revisó antes de aprobarla.',
      },
    ],
  ])
  expect((await aprobar(id, { cargo: 'casa', nota: 'Se vio el ticket' })).status).toBe(200)
})

test('the counter shows that the till is closed, and takes no cash where the setting requires a turn', async () => {
  const opciones = async () => {
    const { mi_caja, exigir_turno } = (await caj.call(compras.opciones)).body
    return [mi_caja, exigir_turno]
  }
  const vende = () =>
    caj.call(compras.crear, {
      body: { ...compra('10.00', '35.20'), confirmo_duplicado: true },
    })
  expect(await opciones()).toEqual(['cerrada', false])
  expect((await adm.call(compras.opciones)).body.mi_caja).toBe('cerrada')
  await comoDueno(app.url, "UPDATE ajustes SET valor = 'true' WHERE clave = 'exigir_turno'")
  expect(await opciones()).toEqual(['cerrada', true])
  const { error } = await vende()
  expect([error.codigo, error.message]).toEqual([
    'TURNO_REQUERIDO',
    expect.stringMatching(/no tiene turno abierto: lo abre en Mi caja quien la tiene a su cargo/),
  ])
  const id = await abrir('50030.20', 9_988)
  expect(await opciones()).toEqual(['abierta', true])
  expect((await vende()).status).toBe(201)
  await paso('contar', id)
  expect(await opciones()).toEqual(['en_conteo', true])
  expect((await vende()).error.codigo).toBe('CAJA_EN_CONTEO')
})

test('a new house requires open tills; a house with entries keeps its setting', async () => {
  const database = await createEmptyDatabase()
  try {
    const setting = async () =>
      (
        await comoDueno<{ v: boolean }>(
          database.url,
          "SELECT valor::boolean AS v FROM ajustes WHERE clave = 'exigir_turno'",
        )
      )[0]?.v
    await migrate(database.url)
    expect(await setting()).toBe(true)
    await comoDueno(database.url, "UPDATE ajustes SET valor = 'false' WHERE clave = 'exigir_turno'")
    await comoDueno(
      database.url,
      `WITH quiet AS MATERIALIZED (SELECT set_config('session_replication_role', 'replica', false))
       INSERT INTO asientos (origen, origen_id, fecha, glosa, usuario_id) SELECT 'cuentas', 1, now(), 'x', 1 FROM quiet`,
    )
    // Runs the numbered file again, on a house with an entry.
    const [step] = numberedSql().filter(({ numero }) => numero === 4)
    const [first] = (step?.files[0]?.text ?? '').split(';')
    await comoDueno(database.url, String(first))
    expect(await setting()).toBe(false)
  } finally {
    await database.drop()
  }
})
