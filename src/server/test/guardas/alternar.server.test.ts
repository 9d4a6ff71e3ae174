import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarAgenda } from '../../../../test/support/areas/agenda.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { llamadas } from '../../../../test/support/servidor/entradas.ts'
import { competidores } from '../../../areas/competidores/contract.ts'
import { contrato as sucursales } from '../../../areas/sucursales/contract.ts'
import { siVersion } from '../../../core/contract.ts'

/* R-259: a switch that carries a version never goes over what somebody saved since. */

const app = await startTestApp()
const { adm, crear, nuevo } = await montarAgenda(app)
await crear(nuevo())
await adm.call(sucursales.crear, {
  body: { nombre: 'Lima Centro', direccion: null, telefono: null },
})
await adm.call(competidores.contrato.crear, { body: { nombre: 'Otra casa' } })
await sql`INSERT INTO servicio_reglas (nombre, fija) VALUES ('Todo', 1)`.execute(app.db)

const interruptores = llamadas.filter(([, { query }]) => query === siVersion)
const tabla = (path: string) => sql.table(path.split('/')[1]?.replaceAll('-', '_') ?? '')

async function fila(path: string) {
  const { rows } = await sql<{ id: number | string; estatus: boolean; version: number }>`
    SELECT id, estatus, version FROM ${tabla(path)} ORDER BY id DESC LIMIT 1`.execute(app.db)
  if (!rows[0]) throw new Error(`no row for ${path}`)
  return rows[0]
}

test('the switches that can be taken back are those of catalogues, of beneficiaries and of accounts', () => {
  expect(interruptores.map(([nombre]) => nombre).toSorted()).toEqual(
    [
      'beneficiarios',
      'competidores',
      'cuentas',
      'entidades-financieras',
      'gastos-categorias',
      'monedas',
      'paises',
      'servicio-reglas',
      'sucursales',
      'tipos-pagos',
    ].map((area) => `PUT /${area}/estatus/:id`),
  )
})

test.each(interruptores)(
  '%s: refused with an older version, whatever was saved since; done with the one that is seen',
  async (_, { path }) => {
    const seen = await fila(path)
    const put = (version?: number) =>
      adm.raw(
        'PUT',
        `/api${path.replace(':id', String(seen.id))}${version === undefined ? '' : `?version=${version}`}`,
      )
    await sql`UPDATE ${tabla(path)} SET version = version + 1 WHERE id = ${seen.id}`.execute(app.db)
    const old = await put(seen.version)
    expect([old.status, old.error.codigo]).toEqual([409, 'VERSION'])
    expect(await fila(path)).toEqual({ ...seen, version: seen.version + 1 })
    const done = await put(seen.version + 1)
    // What is in use is refused for that; what is a control either way asks for another person.
    if (done.status !== 200) return expect(done.error.codigo).toMatch(/USO|CONFIRME|VISTO/)
    expect(done.body).toMatchObject({ estatus: !seen.estatus, version: seen.version + 2 })
    const back = await put(seen.version + 2)
    expect([back.status, (await fila(path)).estatus]).toEqual([200, seen.estatus])
    // As the original brief calls it, without a version.
    expect((await put()).status).toBe(200)
    expect((await fila(path)).estatus).toBe(!seen.estatus)
  },
)
