import { beforeAll, expect, test } from 'vitest'
import { cajera } from '../../../../test/support/areas/caja.ts'
import { cuenta, montarCasa, PEN } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { claveDe } from '../../../../test/support/claves/clave.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { llamadas } from '../../../../test/support/servidor/entradas.ts'
import { DE_CLAVE } from '../../../core/acceso/de-clave.ts'
import { contrato as ajustes } from '../../ajustes-saldo/contract.ts'
import { contrato as aprobaciones } from '../../aprobaciones/contract.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato as gastos } from '../../gastos/contract.ts'
import { contrato as transferencias } from '../../transferencias/contract.ts'
import { contrato } from '../contract.ts'

/* whoever counts is told neither what the books expect nor the difference. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas } = casa
const { compra } = mostrador(casa)
// An administrator answers for the till: no permission opens his own eyes.
const jefa = await app.signedIn('adm')
const { conteos, abrir, paso, contar, cerrar } = await cajera(app, casa, jefa)
const todo = (body: unknown) => JSON.stringify(body)
// A sale that leaves sums nobody else has: 49,648.00 soles, 10,100 dollars.
const ESPERADO = /49,?648\.00|10,?100/
const turno = async (id: number, quien = adm) =>
  (await quien.call(contrato.obtenerTurno, { params: { id } })).body
const codigo = async (answer: Promise<{ error: { codigo?: string; detalle?: unknown } }>) => {
  const { error } = await answer
  expect(todo(error)).not.toMatch(ESPERADO)
  return error.codigo
}
let id = 0
let otraCaja = 0

beforeAll(async () => {
  otraCaja = await cuenta(app, adm, 'Otra caja soles', PEN, '1000.00')
  // Everything that a till with a minimum shows: the bell counts what lacks in it.
  await comoDueno(
    app.url,
    `UPDATE cuentas SET saldo_min = 60000 WHERE id = ${cuentas.cajaPen};
     INSERT INTO gastos_categorias (nombre, codigo) VALUES ('Otros', 'otros') ON CONFLICT DO NOTHING`,
  )
  id = await abrir('50001.00')
  expect((await jefa.call(compras.crear, { body: compra('100.00', '352.00') })).status).toBe(201)
})

test('the opening tells its cashier no difference', async () => {
  const { body } = await jefa.call(contrato.miCaja)
  expect(body.turno?.conteos.map(({ diferencia }) => diferencia)).toEqual([null, null])
  expect((await turno(id)).conteos.map(({ diferencia }) => diferencia)).toEqual(['1.00', '0.00'])
})

test('from the start of her count no call tells her the balance, whatever she may see', async () => {
  await paso('contar', id)
  const leaks: string[] = []
  const dia = (await jefa.call(contrato.miCaja)).body.hoy
  // Nor a key of hers.
  const { clave } = await claveDe(app, jefa, [...DE_CLAVE], adm)
  let suyas = 0
  for (const [nombre, { method, path, integra }] of llamadas) {
    if (method !== 'GET') continue
    const place = path.replace(':fecha', dia).replace(/:\w+/, String(cuentas.cajaPen))
    const { status, body } = await jefa.raw('GET', `/api${place}`)
    if (status === 200 && ESPERADO.test(todo(body))) leaks.push(nombre)
    if (!integra) continue
    const con = { url: `/api${place}`, headers: { authorization: `Bearer ${clave}` } }
    const answer = await app.http.inject(con)
    if (answer.statusCode === 200) suyas += 1
    if (answer.statusCode === 200 && ESPERADO.test(answer.payload)) leaks.push(`${nombre} (key)`)
  }
  expect(leaks).toEqual([])
  expect(suyas).toBeGreaterThan(50)
  const { body } = await jefa.call(contrato.miCaja)
  expect(body.turno?.cuentas.map(({ esperado }) => esperado)).toEqual([null, null])
  const bell = (await jefa.raw('GET', '/api/notificaciones')).body
  expect(todo(bell)).not.toMatch(/10352|10,352/)
})

test('a refusal of an expense, an adjustment or a transfer does not tell it either', async () => {
  const [categoria] = await comoDueno<{ id: number }>(
    app.url,
    'SELECT id FROM gastos_categorias LIMIT 1',
  )
  const gasto = {
    fecha: (await jefa.call(contrato.miCaja)).body.hoy,
    categoria_id: categoria?.id as number,
    descripcion: 'Pintura del local',
    cuenta_id: cuentas.cajaPen,
    monto: '900000.00',
    comprobante: 'sin' as const,
  }
  expect(await codigo(jefa.call(gastos.crear, { body: gasto }))).toBe('CAJA_EN_CONTEO')
  const ajuste = {
    cuenta_id: cuentas.cajaPen,
    motivo: 'faltante' as const,
    observacion: 'No se encontró en la caja',
  }
  for (const more of [{ monto: '900000.00' }, { contado: '1.00', saldo_visto: '2.00' }])
    expect(await codigo(jefa.call(ajustes.crear, { body: { ...ajuste, ...more } }))).toBe(
      'CAJA_EN_CONTEO',
    )
  const envio = {
    tipo: 'interna' as const,
    origen_id: cuentas.cajaPen,
    destino_id: otraCaja,
    monto: '900000.00',
  }
  expect(await codigo(jefa.call(transferencias.crear, { body: envio as never }))).toBe(
    'CAJA_EN_CONTEO',
  )
})

test('the first count stands among the differences; a recount is kept beside it and hides nothing', async () => {
  // Fifty soles too many, and then exactly what the books say.
  const first = await contar(id, '49698.00', 10_100)
  expect(first.body.message).toBe('Conteo guardado.')
  expect((await contar(id, '49648.00', 10_100)).body.message).toBe('Conteo guardado.')
  const said = await cerrar(id)
  expect([said.status, todo(said.body)]).toEqual([200, expect.not.stringMatching(/\.00/)])
  const suyo = (await jefa.call(contrato.miCaja)).body.turno
  expect(suyo?.conteos.every(({ diferencia, esperado }) => !diferencia && !esperado)).toBe(true)
  expect((await turno(id, jefa)).cuentas.map(({ diferencia }) => diferencia)).toEqual([null, null])
  expect(
    todo((await jefa.call(aprobaciones.mias)).body.filter(({ tipo }) => tipo === 'turno')),
  ).not.toMatch(/cuadra|diferencia|\+|−/)
  expect((await jefa.call(contrato.diferencias)).body.items).toEqual([])
  // Her key reads of her turn what she does.
  const { clave } = await claveDe(app, jefa, ['cierres:ver'], adm)
  const dia = (await jefa.call(contrato.miCaja)).body.hoy
  for (const path of [`turnos/${id}`, 'diferencias', `dia/${dia}`]) {
    const url = `/api/cierres/${path}`
    const answer = await app.http.inject({ url, headers: { authorization: `Bearer ${clave}` } })
    expect([url, answer.statusCode]).toEqual([url, 200])
    expect(answer.payload).not.toMatch(/"(diferencia|esperado)":"/)
  }

  const [row] = (await adm.call(contrato.diferencias)).body.items
  expect(row).toMatchObject({
    turno_id: id,
    cuenta: 'Caja soles',
    contado: '49698.00',
    diferencia: '50.00',
    recuentos: 1,
    recuento: { contado: '49648.00', diferencia: '0.00' },
  })
  // Whoever approves it writes what he looked at, and cannot pass over it in one press.
  expect((await turno(id)).aprobacion?.pide_nota).toBe(true)
  const [espera] = (await adm.call(aprobaciones.listar)).body.filter(({ tipo }) => tipo === 'turno')
  expect(espera?.confirma).toBeNull()
  const aprobar = (body: object) => adm.call(contrato.aprobar, { params: { id }, body })
  expect((await aprobar({})).error.errors?.[0]?.msg).toMatch(/Se contó más de una vez/)
  expect((await aprobar({ nota: 'Se buscaron los cincuenta soles' })).status).toBe(200)
  // Once it is approved, she reads it too.
  expect((await jefa.call(contrato.diferencias)).body.items).toHaveLength(1)
  expect((await turno(id, jefa)).cuentas.map(({ diferencia }) => diferencia)).toEqual([
    '0.00',
    '0.00',
  ])
})

test('who takes a till over counts it: the last close is offered to whoever made it', async () => {
  expect((await jefa.call(contrato.miCaja)).body.sin_contar).not.toBeNull()
  const otra = await app.signedIn('adm')
  await comoDueno(
    app.url,
    `UPDATE cuentas SET responsable_id = ${otra.usuario_id} WHERE id IN (${cuentas.cajaPen}, ${cuentas.cajaUsd})`,
  )
  expect((await otra.call(contrato.miCaja)).body.sin_contar).toBeNull()
  expect(await codigo(otra.call(contrato.abrir, { body: { conteos: null } }))).toBe(
    'SIN_ULTIMO_CIERRE',
  )
})

test('a surprise count answers what was counted; its difference is read by others, and by who approves counts', async () => {
  const [soles] = conteos('49700.00', 0)
  const body = { ...(soles as object), motivo: null } as never
  const answer = await jefa.call(contrato.arquear, { body })
  expect(todo(answer.body)).not.toMatch(/49648|52\.00/)
  expect(answer.body).toMatchObject({
    message: 'Arqueo guardado.',
    arqueo: { contado: '49700.00', esperado: null, diferencia: null },
  })
  const visto = async (quien = adm) =>
    (await quien.call(contrato.listarArqueos)).body.items.map(({ diferencia }) => diferencia)
  expect(await visto(jefa)).toEqual(['52.00'])
  // Somebody who counts and approves nothing reads the counts of others only.
  const caj = await app.signedIn('caj')
  await comoDueno(
    app.url,
    `INSERT INTO roles_permisos VALUES ('caj', 'cierres:arqueo'), ('caj', 'cierres:ver') ON CONFLICT DO NOTHING`,
  )
  expect((await caj.call(contrato.arquear, { body })).status).toBe(201)
  expect(await visto(caj)).toEqual([null, '52.00'])
  expect(await visto(adm)).toEqual(['52.00', '52.00'])
})
