import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aportesDePantallas } from '../../../test/support/areas/aportes.ts'
import { cajera } from '../../../test/support/areas/caja.ts'
import { montarCasa } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import type { Endpoint } from '../../core/contract.ts'
import { APRUEBAN } from '../../core/permisos.ts'
import { areas } from '../../main.app.ts'
import type { Handler } from '../../server/area.ts'
import { contrato as cierres } from '../cierres/contract.ts'
import { contrato } from './contract.ts'
import { servidorAprobaciones } from './server.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm } = casa
const { caj, abrir, contar, cerrar } = await cajera(app, casa)
const espera = async (quien = adm) => (await quien.call(contrato.listar)).body

test('a user who may answer nothing has no pending requests', async () => {
  expect(await espera(await app.signedIn('pag'))).toEqual([])
})

test('a count without a difference is approved from the page; one with a difference is opened first', async () => {
  const id = await abrir()
  await contar(id, '50000.00', 10_000)
  expect((await cerrar(id)).status).toBe(200)
  expect(await espera(caj)).toEqual([])
  const [row] = await espera()
  expect(row).toMatchObject({ tipo: 'turno', id, importe: 'sin diferencias', confirma: {} })
  expect(row).toMatchObject({ aparte: null, importes: [] })
  const { aprobar, devolver: rechazar } = cierres
  expect((await adm.call(aprobar, { params: { id }, body: row?.confirma })).status).toBe(200)
  expect(await espera()).toEqual([])

  const next = await abrir()
  await contar(next, '49995.00', 10_000)
  expect((await cerrar(next, 'Di vuelto de más a alguien')).status).toBe(200)
  expect((await espera())[0]).toMatchObject({
    importe: 'Caja soles −S/ 5.00',
    motivo: 'Di vuelto de más a alguien',
    confirma: null,
    // What asks for a choice is in no set.
    aparte: 'pantalla',
  })
  const body = { nota: 'Cuente de nuevo los soles.' }
  expect((await adm.call(rechazar, { params: { id: next }, body })).status).toBe(200)
  expect(await espera()).toEqual([])
})

test('every kind has its labels and its calls, for the same users who may read it', async () => {
  const kinds = areas.flatMap(({ aprueba = {} }) => Object.entries(aprueba))
  expect(kinds.map(([, { permiso }]) => permiso).toSorted()).toEqual([...APRUEBAN].toSorted())
  const words = await aportesDePantallas()
  for (const [tipo, { permiso }] of kinds) {
    const calls = await words.flatMap(({ aprueba }) => aprueba?.[tipo] ?? [])[0]?.llamadas()
    expect([tipo, calls?.aprobar.acceso, calls?.rechazar.acceso]).toEqual([tipo, permiso, permiso])
  }
})

test('kinds are listed by their place, whichever area contributes them first', async () => {
  let mias = false
  const espera = ({ propias }: { propias: boolean }) => sql`
    SELECT 1 AS id, NULL::text AS numero, now() AS fecha, '' AS titulo, '' AS importe, '' AS motivo, NULL::text AS aviso,
           '' AS solicitante, NULL::timestamptz AS vence_en, '{}'::jsonb AS confirma, 0 AS valor
    WHERE ${propias} = ${mias}`
  const { handlers } = servidorAprobaciones({
    segundo: { lugar: 2, permiso: 'gastos:aprobar', espera },
    primero: { lugar: 1, permiso: 'gastos:aprobar', espera },
  })
  const quien = { usuario_id: 1, permisos: ['gastos:aprobar'] }
  for (const call of [handlers.listar, handlers.mias]) {
    mias = call === handlers.mias
    const rows = await (call as Handler<Endpoint>)({ db: app.db, quien } as never)
    expect((rows as { tipo: string }[]).map(({ tipo }) => tipo)).toEqual(['primero', 'segundo'])
  }
})
