import { expect, test } from 'vitest'
import { montarCasa, USD } from '../../../test/support/areas/casa.ts'
import { regla } from '../../../test/support/areas/comisiones.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { PASSWORD, startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { conVisto, darVistos } from '../../../test/support/vistos.ts'
import { contrato as clientes } from '../clientes/contract.ts'
import { contrato as comisiones } from '../comisiones/contract.ts'
import { contrato as compras } from '../compras-ventas/contract.ts'
import { contrato as cuentas } from '../cuentas/contract.ts'
import { contrato as monedas } from '../monedas/contract.ts'
import { contrato as reportes } from '../reportes/contract.ts'
import { contrato as telegram } from '../telegram/contract.ts'
import { contrato as tiposPagos } from '../tipos-pagos/contract.ts'
import { contratoRoles } from '../usuarios/contract/roles.ts'
import { contrato as usuarios } from '../usuarios/contract.ts'

/* the sisters of what loosens a control, and what a person or an account may from its beginning. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm } = casa
const otro = await app.signedIn('adm')
const caj = await app.signedIn('caj')
const dueno = (text: string, values: unknown[] = []) => comoDueno(app.url, text, values)
await adm.call(compras.crear, { body: mostrador(casa).compra('10.00', '35.20') })
// The tills are hers, so that the administrator may dispose of them.
await dueno("UPDATE cuentas SET responsable_id = $1 WHERE tipo = 'caja'", [caj.usuario_id])
const ultima = async () => (await adm.call(reportes.excepciones, { query: {} })).body.filas[0]

const FALTA = { codigo: 'VISTO_FALTA' }
/** Refused, said yes to by the other administrator, made. */
const conOtro = async (call: () => Promise<{ status: number; error: { message: string } }>) => {
  const { status } = await conVisto(otro, call)
  expect(status).toBeLessThan(300)
}

let n = 0
const persona = (more: object = {}) => {
  n += 1
  return {
    ...{ nombres: 'Rosa', apellidos: 'Paz', tipo_doc: 'DNI', num_doc: String(44_000_000 + n) },
    ...{ celular: null, correo: `rosa${n}@example.com`, usuario: `rosa${n}`, sucursal_id: null },
    ...{ limite_usd: '100', desvio_pct: '0', rol_slug: 'caj', cuentas: [], password: PASSWORD },
    ...more,
  }
}
const crear = (body: object) => adm.call(usuarios.crear, { body })

test('a new person’s role, limits and tills take another administrator’s yes to exactly them', async () => {
  const body = persona({ limite_usd: '5000', desvio_pct: '3', cuentas: [casa.cuentas.cajaPen] })
  const refused = await crear(body)
  expect([refused.error.codigo, refused.error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringMatching(
      /crear a Rosa Paz \(rosa.*con el rol Cajero, límite por operación: 5,000, desvío: 3 %, cuentas: «[^»]+», sucursal: /,
    ),
  ])
  await darVistos(otro)
  // The yes is to those values, and to no more tills.
  expect((await crear({ ...body, limite_usd: '6000' })).error).toMatchObject(FALTA)
  const dos = [casa.cuentas.cajaPen, casa.cuentas.cajaUsd]
  expect((await crear({ ...body, cuentas: dos })).error).toMatchObject(FALTA)
  expect((await crear(body)).status).toBe(201)
  expect(await ultima()).toMatchObject({ clase: 'permiso', aprobado_por: 'Ana Quispe' })
})

test('the database asks it of whoever writes the row', async () => {
  await expect(
    dueno(`SELECT actuar_como('${JSON.stringify({ usuario_id: adm.usuario_id })}'::jsonb);
      INSERT INTO usuarios (nombres, apellidos, usuario, correo, password_hash, rol_slug)
        VALUES ('X', 'Y', 'xy', 'x@y.pe', '', 'caj')`),
  ).rejects.toThrow(/CONFIRME/)
})

let cuenta = 0
const till = (more: object = {}) => {
  cuenta += 1
  return {
    ...{ nombre: `Caja nueva ${cuenta}`, tipo: 'caja', moneda_id: USD, pais: 'pe' },
    ...{ titular: 'Casa', ...more },
  }
}
const abrir = (body: object, quien = adm) => quien.call(cuentas.crear, { body: body as never })

test('nobody opens a till for himself; for somebody else it takes the yes of a third person', async () => {
  const mine = await abrir(till({ responsable_id: adm.usuario_id }))
  expect([mine.status, mine.error.codigo]).toEqual([403, 'LIMITE_PROPIO'])
  const hers = till({ responsable_id: caj.usuario_id })
  const refused = await abrir(hers)
  expect(refused.error.message).toMatch(/crear la cuenta «Caja nueva 2», a cargo de Ana Quispe/)
  await darVistos(otro)
  expect((await abrir({ ...hers, nombre: 'Otra caja' })).error).toMatchObject(FALTA)
  expect((await abrir(hers)).status).toBe(201)
  // A bank account is where clients are told to pay.
  expect((await abrir(till({}))).error).toMatchObject(FALTA)
})

test('the number to which clients pay is not changed alone', async () => {
  const params = { id: casa.cuentas.bcpPen }
  const row = (await adm.call(cuentas.obtener, { params })).body
  const keys = Object.keys(cuentas.editar.body.shape) as (keyof typeof row)[]
  const body = Object.fromEntries(keys.map((key) => [key, row[key]]))
  const editar = (more: object) =>
    adm.call(cuentas.editar, { params, body: { ...body, ...more } as never })
  expect((await editar({ numero: '00219310000000010115' })).error).toMatchObject(FALTA)
  expect((await editar({ sobregiro: '500.00' })).error).toMatchObject(FALTA)
  expect((await editar({ nombre: 'BCP soles de la casa' })).status).toBe(200)
})

test('who comes back, and who leaves those that approve, takes another one; the one concerned is no other', async () => {
  const estatus = (id: number) =>
    adm.call(usuarios.estatus, { params: { id }, body: { password: PASSWORD } })
  const nueva = persona()
  const rosa = (await conVisto(otro, () => crear(nueva))).body
  // Who cannot approve leaves at once, and comes back with a yes.
  expect((await estatus(rosa.id)).status).toBe(200)
  await conOtro(() => estatus(rosa.id))
  const tercero = await app.signedIn('adm')
  expect((await estatus(tercero.usuario_id)).error).toMatchObject(FALTA)
  await darVistos(tercero)
  expect((await estatus(tercero.usuario_id)).error).toMatchObject(FALTA)
  await conOtro(() => estatus(tercero.usuario_id))
  expect(await ultima()).toMatchObject({
    clase: 'permiso',
    frase: expect.stringMatching(/^Quitar de quienes aprueban a Ana Quispe, desactivar su cuenta/),
  })
  const rol = () =>
    adm.call(usuarios.rol, {
      params: { id: otro.usuario_id },
      body: { rol_slug: 'caj', password: PASSWORD },
    })
  const cuarto = await app.signedIn('adm')
  expect((await rol()).error).toMatchObject(FALTA)
  await dueno('UPDATE usuarios SET estatus = false WHERE id = $1', [cuarto.usuario_id])
})

test('a role does not lose alone what makes its people a second person', async () => {
  const { body: roles } = await adm.call(contratoRoles.listar)
  expect(roles.some(({ slug }) => slug === 'caj')).toBe(true)
  await dueno("INSERT INTO roles_permisos VALUES ('caj', 'vistos:aprobar') ON CONFLICT DO NOTHING")
  const cajero = (await adm.call(contratoRoles.listar)).body.find(({ slug }) => slug === 'caj')
  const editar = (fuera: string) =>
    adm.call(contratoRoles.editar, {
      params: { slug: 'caj' },
      body: {
        ...{ nombre: 'Cajero', version: cajero?.version, password: PASSWORD },
        permisos: (cajero?.permisos ?? []).filter((permiso) => permiso !== fuera),
      },
    })
  expect((await editar('vistos:aprobar')).error).toMatchObject(FALTA)
  await conOtro(() => editar('vistos:aprobar'))
})

test('how the owner hears: an event, its chats and the bot', async () => {
  const chat = { nombre: 'Dueño', chat_id: '-100300', gerencia: true }
  const { body: made } = await conVisto(otro, () => adm.call(telegram.crearChat, { body: chat }))
  const dos = await adm.call(telegram.crearChat, {
    body: { nombre: 'Operadores', chat_id: '-100301', gerencia: false },
  })
  const params = { evento: 'operacion_anulada' }
  const poner = (activo: boolean, chats: number[]) =>
    adm.call(telegram.destinos, { params, body: { activo, chats } })
  expect((await poner(true, [made.id, dos.body.id])).status).toBe(200)
  expect((await poner(true, [dos.body.id])).error).toMatchObject(FALTA)
  expect((await poner(false, [made.id, dos.body.id])).error).toMatchObject(FALTA)
  const editar = (more: object) =>
    adm.call(telegram.editarChat, {
      params: { id: made.id },
      body: { ...chat, estatus: true, version: 1, ...more },
    })
  expect((await editar({ chat_id: '-100999' })).error).toMatchObject(FALTA)
  expect((await editar({ estatus: false })).error).toMatchObject(FALTA)
  const token = `123456:${'a'.repeat(35)}`
  expect((await adm.call(telegram.guardarToken, { body: { token } })).error).toMatchObject(FALTA)
  // The database asks it of whoever writes the row.
  for (const text of [
    'UPDATE telegram SET activo = false WHERE activo',
    "UPDATE telegram SET token_cifrado = 'x'",
    "UPDATE telegram_eventos SET activo = false WHERE evento = 'operacion_anulada'",
    'DELETE FROM telegram_destinos',
  ])
    await expect(
      dueno(`UPDATE telegram SET activo = true;
        SELECT actuar_como('${JSON.stringify({ usuario_id: adm.usuario_id })}'::jsonb); ${text}`),
    ).rejects.toThrow(/CONFIRME/)
})

test('a way to pay, a coin, a commission', async () => {
  const pago = {
    ...{ codigo: 'NUEVO', nombre: 'Nuevo', sentido: 'sale', pais: 'pe', moneda_id: 2 },
    ...{ pide_referencia: false, pide_comprobante: false, requiere_verificacion: false },
    ...{ efectivo: false, tope_op: null, tope_dia: null, tope_mes: null, campos: [] },
  }
  expect((await adm.call(tiposPagos.crear, { body: pago })).error).toMatchObject(FALTA)
  const params = { id: USD }
  const { estatus: _, id: _id, ...dolar } = (await adm.call(monedas.obtener, { params })).body
  const menos = { ...dolar, redondeo_efectivo: '0.01', billetes: null, metalicas: null }
  expect((await adm.call(monedas.editar, { params, body: menos })).error).toMatchObject(FALTA)
  expect(
    (await adm.call(comisiones.crearRegla, { body: regla({ desde: '2099-01-01' }) })).error,
  ).toMatchObject(FALTA)
  // Whom it is about does not answer.
  const suya = () =>
    adm.call(comisiones.crearRegla, {
      body: regla({ usuario_id: otro.usuario_id, desde: '2099-01-01' }),
    })
  expect((await suya()).error.codigo).toBe(undefined)
  expect(await ultima()).toMatchObject({ clase: 'control', solo: true })
})

test('a client: higher limits, a better price, and out of the blocked ones', async () => {
  const params = { id: casa.clientes.ana }
  const ficha = async () => {
    const { body } = await caj.call(clientes.obtener, { params })
    const keys = Object.keys(clientes.editar.body.shape ?? {}) as (keyof typeof body)[]
    return Object.fromEntries(keys.map((key) => [key, body[key]]))
  }
  const editar = async (more: object) =>
    caj.call(clientes.editar, { params, body: { ...(await ficha()), ...more } as never })
  expect((await editar({ limite_dia: '500.00' })).status).toBe(200)
  expect((await editar({ limite_dia: '900.00' })).error).toMatchObject(FALTA)
  expect((await editar({ segmento: 'mayorista' })).error).toMatchObject(FALTA)
  const desbloquear = () =>
    adm.call(clientes.estado, {
      params: { id: casa.clientes.bloqueado },
      body: { estado: 'activo', motivo: 'Se aclaró con el banco' },
    })
  expect((await desbloquear()).error).toMatchObject(FALTA)
  await conOtro(desbloquear)
})

test('a person and an account are not moved to another branch alone', async () => {
  await dueno("INSERT INTO sucursales (nombre) VALUES ('Arequipa')")
  const mover = (tabla: string, id: number) =>
    dueno(`SELECT actuar_como('${JSON.stringify({ usuario_id: adm.usuario_id })}'::jsonb);
      UPDATE ${tabla} SET sucursal_id = (SELECT max(id) FROM sucursales) WHERE id = ${id}`)
  await expect(mover('usuarios', caj.usuario_id)).rejects.toThrow(/CONFIRME|VISTO_FALTA/)
  await expect(mover('cuentas', casa.cuentas.cajaPen)).rejects.toThrow(/CONFIRME|VISTO_FALTA/)
})

test('the yes to a new person, and to what he may more, is for one branch', async () => {
  const [a, b] = (
    await dueno("INSERT INTO sucursales (nombre) VALUES ('Cusco'), ('Piura') RETURNING id")
  ).map(({ id }) => Number(id))
  const body = persona({ limite_usd: '5000', sucursal_id: a })
  const refused = await crear(body)
  expect([refused.error.codigo, refused.error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringMatching(/crear a Rosa Paz.*, sucursal: Cusco/),
  ])
  await darVistos(otro)
  expect((await crear({ ...body, sucursal_id: b })).error).toMatchObject(FALTA)
  const { id } = (await crear(body)).body
  const { password: _, rol_slug: __, ...suyo } = body
  const editar = async (more: object) => {
    const { version } = (await adm.call(usuarios.obtener, { params: { id } })).body
    return adm.call(usuarios.editar, {
      params: { id },
      body: { ...suyo, version, ...more } as never,
    })
  }
  const cuentas = [casa.cuentas.cajaEur]
  expect((await editar({ cuentas })).error).toMatchObject(FALTA)
  await darVistos(otro)
  const moved = await editar({ cuentas, sucursal_id: b })
  expect([moved.error.codigo, moved.error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringMatching(
      /permitir más a Rosa Paz \([^)]+\), Cuentas: se agrega «[^»]+»; .*Sucursal: de Cusco a Piura/,
    ),
  ])
  expect((await editar({ cuentas })).status).toBe(200)
})
