import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCargo } from '../../../../test/support/areas/caja.ts'
import { PEN, USD } from '../../../../test/support/areas/casa.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { confirmarse } from '../../../../test/support/vistos.ts'
import { contrato as ajustes } from '../../ajustes-saldo/contract.ts'
import { contrato as cuentas } from '../../cuentas/contract.ts'
import { contrato } from '../contract.ts'

/* A new house, in which a till takes nothing without an open turn. */

const app = await startTestApp()
await comoDueno(app.url, "UPDATE ajustes SET valor = 'true' WHERE clave = 'exigir_turno'")
await comoDueno(
  app.url,
  `UPDATE monedas SET billetes = '100 50 20 10' WHERE id IN (${PEN}, ${USD})`,
)
app.setClock('2025-11-20T15:00:00Z')
const adm = await app.signedIn('adm')
await confirmarse(adm)

/** Creates a till; who answers for it may be written then or later. */
async function caja(quien: Client, more: object) {
  const fields = { tipo: 'caja', moneda_id: PEN, pais: 'pe', titular: 'Casa' } as const
  const made = await quien.call(cuentas.crear, { body: { ...fields, ...more } as never })
  if (!made.body.id) throw new Error(made.error.message)
  return made.body.id
}
const sinContar = async (quien = adm) => (await quien.call(contrato.miCaja)).body.sin_contar
const abrir = (quien = adm) => quien.call(contrato.abrir, { body: { conteos: null } })
const cerrada = async (quien: Client) => {
  expect(await sinContar(quien)).toBeNull()
  expect((await abrir(quien)).error.codigo).toBe('SIN_ULTIMO_CIERRE')
}
const documentos = () =>
  comoDueno<{ id: number; numero: string; estado: string }>(
    app.url,
    "SELECT id::int, numero, estado FROM ajustes_saldo WHERE motivo = 'saldo_inicial' ORDER BY id",
  )

const mia = { responsable_id: adm.usuario_id }
const BILLETES = [
  { clase: 'billete', valor: '100', cantidad: 49 },
  { clase: 'billete', valor: '20', cantidad: 5 },
]
const soles = await caja(adm, {
  ...{ ...mia, nombre: 'Caja PEN', saldo_inicial: '5000', denominaciones: BILLETES },
})
const dolares = await caja(adm, { ...mia, nombre: 'Caja USD', moneda_id: USD })

test('notes that are not there, or make another sum, open nothing', async () => {
  const otra = {
    tipo: 'caja',
    moneda_id: PEN,
    pais: 'pe',
    titular: 'Casa',
    nombre: 'Otra',
  } as const
  const falla = async (more: object) => {
    const { status, error } = await adm.call(cuentas.crear, { body: { ...otra, ...more } as never })
    return [status, error.errors?.[0]?.msg]
  }
  const cuenta = (valor: string, cantidad: number) => ({
    denominaciones: [{ clase: 'billete', valor, cantidad }],
  })
  expect(await falla({ saldo_inicial: '200', ...cuenta('200', 1) })).toEqual([
    400,
    'El conteo de Otra tiene una denominación que no existe.',
  ])
  expect(await falla({ saldo_inicial: '200', ...cuenta('100', 1) })).toEqual([
    400,
    'El conteo suma S/ 100.00 y no S/ 200.00.',
  ])
  expect(await falla(cuenta('100', 1))).toEqual([400, 'Escriba lo que suma lo contado.'])
  const { rows } = await sql`SELECT FROM cuentas WHERE nombre = 'Otra'`.execute(app.db)
  expect(rows).toEqual([])
  // Whoever writes to the table himself is refused too.
  await expect(
    comoDueno(
      app.url,
      `UPDATE cuentas_aperturas SET denominaciones = '[{"clase": "billete", "valor": "100", "cantidad": 1}]'`,
    ),
  ).rejects.toThrow('cuentas_aperturas_piezas')
})

test('somebody else who takes a new till over counts it', async () => {
  const caj = await app.signedIn('caj')
  await aCargo(app, caj, soles, dolares)
  await cerrada(caj)
  // A till that never had anything has nothing, whoever answers for it.
  await aCargo(app, adm, soles)
  expect((await sinContar(caj))?.cuentas.map(({ contado }) => contado)).toEqual(['0.00'])
  await aCargo(app, adm, dolares)
})

test('the first turn opens with what its opening counted, and an empty till with nothing', async () => {
  expect(await sinContar()).toEqual({
    de: 'saldo_inicial',
    cuentas: [
      { cuenta_id: soles, contado: '5000.00' },
      { cuenta_id: dolares, contado: '0.00' },
    ],
  })
  const { status, body } = await abrir()
  expect(status).toBe(201)
  const { turno } = (await adm.call(contrato.miCaja)).body
  expect(turno).toMatchObject({ id: body.id, estado: 'abierto', apertura: 'saldo_inicial' })
  expect(turno?.conteos.map(({ contado, denominaciones }) => [contado, denominaciones])).toEqual([
    ['5000.00', BILLETES],
    ['0.00', null],
  ])
  // The opening balance is the document that it was.
  expect(await documentos()).toMatchObject([{ numero: 'AJ-2025-000001', estado: 'aplicado' }])
})

test('what was said at the opening and is not there is missing at the close', async () => {
  const { turno } = (await adm.call(contrato.miCaja)).body
  const params = { id: turno?.id ?? 0 }
  await adm.call(contrato.contar, { params })
  const billetes = { clase: 'billete' as const, valor: '100', cantidad: 49 }
  const conteos = [
    { cuenta_id: soles, denominaciones: [billetes] },
    { cuenta_id: dolares, monto: '0' },
  ]
  expect((await adm.call(contrato.guardarConteo, { params, body: { conteos } })).status).toBe(200)
  await adm.call(contrato.cerrarTurno, { params, body: { motivo: null } })
  const otro = await app.signedIn('adm')
  const { items } = (await otro.call(contrato.diferencias)).body
  expect(items).toMatchObject([{ esperado: '5000.00', contado: '4900.00', diferencia: '-100.00' }])
  // From then on it is the close that counts, and not the opening.
  expect(await sinContar()).toMatchObject({
    de: 'ultimo_cierre',
    cuentas: [{ contado: '4900.00' }, { contado: '0.00' }],
  })
})

test('an opening that nobody approved is no count, and one that moved since is none either', async () => {
  const ger = await app.signedIn('mgr')
  await comoDueno(
    app.url,
    "INSERT INTO roles_permisos VALUES ('mgr', 'cuentas:editar'), ('mgr', 'cuentas:ajenas'), ('mgr', 'cierres:turno') ON CONFLICT DO NOTHING",
  )
  const chica = await caja(ger, { nombre: 'Caja chica', saldo_inicial: '200' })
  const otra = await caja(ger, { nombre: 'Otra caja', saldo_inicial: '10' })
  await aCargo(app, ger, chica)
  const [, first, second] = await documentos()
  expect([first?.estado, second?.estado]).toEqual(['pendiente', 'pendiente'])
  await cerrada(ger)
  // approved while its till is closed, it waits on, and whoever approves reads who opens the till.
  const cierra = { params: { id: first?.id ?? 0 }, body: { nota: 'Lo vi contar' } } as never
  const quien = async () => {
    const { error } = await adm.call(ajustes.aprobar, cierra)
    return [error.codigo, error.message]
  }
  const dice = (pida: string) => [
    'TURNO_PARA_AJUSTE',
    `Caja chica está cerrada, y ${first?.numero} entra con su turno abierto. ${pida}; después apruébelo otra vez. Mientras tanto sigue pendiente.`,
  ]
  const [gerente] = await comoDueno<{ nombre: string }>(
    app.url,
    `SELECT nombres || ' ' || apellidos AS nombre FROM usuarios WHERE id = ${ger.usuario_id}`,
  )
  expect(await quien()).toEqual(
    dice(`Pida a ${gerente?.nombre} que la cuente y la abra en Mi caja`),
  )
  await aCargo(app, adm, chica)
  expect(await quien()).toEqual(dice('Cuéntela y ábrala en Mi caja'))
  await comoDueno(app.url, `UPDATE cuentas SET responsable_id = NULL WHERE id = ${chica}`)
  expect(await quien()).toEqual(
    dice('Nombre en Cuentas a quien responde por ella, y que la cuente y la abra en Mi caja'),
  )
  await aCargo(app, ger, chica)
  expect((await documentos())[1]?.estado).toBe('pendiente')
  // Money comes into a till that is not open only where no turn is asked for.
  await comoDueno(app.url, "UPDATE ajustes SET valor = 'false' WHERE clave = 'exigir_turno'")
  const paso = { params: { id: first?.id ?? 0 }, body: { nota: 'Lo vi contar' } }
  expect((await adm.call(ajustes.aprobar, paso as never)).status).toBe(200)
  expect((await sinContar(ger))?.cuentas).toEqual([{ cuenta_id: chica, contado: '200.00' }])
  // One account that is not known, and the whole till is counted.
  await aCargo(app, ger, otra)
  const no = { params: { id: second?.id ?? 0 }, body: { nota: 'No estaba' } }
  expect((await adm.call(ajustes.rechazar, no)).status).toBe(200)
  await cerrada(ger)
  await comoDueno(app.url, `UPDATE cuentas SET responsable_id = NULL WHERE id = ${otra}`)
  const mover = async (cuenta_id: number, motivo: 'sobrante' | 'faltante') => {
    const body = { cuenta_id, motivo, monto: '10.00', observacion: 'Un billete' } as const
    expect((await adm.call(ajustes.crear, { body: body as never })).body.estado).toBe('aplicado')
  }
  await mover(chica, 'sobrante')
  await cerrada(ger)
  // Nor does money of another kind stand for an opening that was refused, or for a till that never had anything.
  await aCargo(app, ger, otra)
  await comoDueno(app.url, `UPDATE cuentas SET responsable_id = NULL WHERE id = ${chica}`)
  await mover(otra, 'sobrante')
  await cerrada(ger)
  const usada = await caja(ger, { nombre: 'Caja usada' })
  await aCargo(app, ger, usada)
  await comoDueno(app.url, `UPDATE cuentas SET responsable_id = NULL WHERE id = ${otra}`)
  expect((await sinContar(ger))?.cuentas).toEqual([{ cuenta_id: usada, contado: '0.00' }])
  await mover(usada, 'sobrante')
  await mover(usada, 'faltante')
  await cerrada(ger)
})
