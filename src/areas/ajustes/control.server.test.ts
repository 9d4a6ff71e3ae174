import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa } from '../../../test/support/areas/casa.ts'
import { PASSWORD, startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { conVisto, darVistos } from '../../../test/support/vistos.ts'
import { PLANTILLAS } from '../../core/permisos.ts'
import { contrato as cuentas } from '../cuentas/contract.ts'
import { contrato as pizarra } from '../pizarra/contract.ts'
import { contrato as reportes } from '../reportes/contract.ts'
import { contrato as telegram } from '../telegram/contract.ts'
import { contrato as tiposPagos } from '../tipos-pagos/contract.ts'
import { contratoRoles } from '../usuarios/contract/roles.ts'
import { contrato as usuarios } from '../usuarios/contract.ts'
import { contrato } from './contract.ts'

/* what loosens a control takes the password and another administrator; tightening takes neither. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm } = casa
const caj = await app.signedIn('caj')
const otro = await app.signedIn('adm')
/** Whether anybody else administers. */
const acompanada = (yes: boolean) =>
  comoDueno(app.url, "UPDATE usuarios SET estatus = $1 WHERE rol_slug = 'adm' AND id <> $2", [
    yes,
    adm.usuario_id,
  ])
await acompanada(false)

const version = async () => (await adm.call(contrato.obtener)).body.version
const editar = async (change: object, quien = adm) =>
  quien.call(contrato.editar, { body: { version: await version(), ...change } })
const crudo = async (change: object) =>
  adm.raw('PUT', '/api/ajustes', { version: await version(), ...change })
const sinConfirmar = () => comoDueno(app.url, 'UPDATE sesiones SET confirmada_hasta = NULL')
const ultima = async () => (await adm.call(reportes.excepciones, { query: {} })).body.filas[0]
const valor = async (clave: string) =>
  (await sql<{ v: unknown }>`SELECT ajuste(${clave}) AS v`.execute(app.db)).rows[0]?.v
const persona = async (id: number) => {
  const { body } = await adm.call(usuarios.obtener, { params: { id } })
  const { nombres, apellidos, tipo_doc, num_doc, correo, celular, usuario, sucursal_id } = body
  const { limite_usd, desvio_pct, cuentas: cajas, version: v } = body
  const same = { nombres, apellidos, tipo_doc, num_doc, correo, celular, usuario, sucursal_id }
  return { ...same, limite_usd, desvio_pct, cuentas: cajas, version: v }
}
const guardar = async (id: number, change: object, quien = adm) =>
  quien.call(usuarios.editar, { params: { id }, body: { ...(await persona(id)), ...change } })

test('alone, a looser setting takes the password and is an exception in red; a stricter one takes nothing', async () => {
  expect((await crudo({ orden_doble_control_usd: '150' })).status).toBe(200)
  const asked = await crudo({ orden_doble_control_usd: '5000' })
  expect([asked.status, asked.error.codigo, asked.error.message]).toEqual([
    409,
    'CONFIRME',
    expect.stringMatching(/^Para aflojar Dos personas desde: de 150 a 5,000 confirme que es usted/),
  ])
  expect(await valor('orden_doble_control_usd')).toBe(150)
  expect((await editar({ orden_doble_control_usd: '5000' })).status).toBe(200)
  expect(await ultima()).toMatchObject({
    clase: 'control',
    frase: 'Aflojar Dos personas desde: de 150 a 5,000',
    solo: true,
  })
})

test('alone, even one’s own limits and till are one’s own to change, with the password', async () => {
  await sinConfirmar()
  const { status } = await guardar(adm.usuario_id, { limite_usd: '900' })
  expect(status).toBe(200)
  expect(await ultima()).toMatchObject({ clase: 'limite', solo: true })
})

test('no other direction loosens: zero minutes of screen lock is never, a turn is not asked for', async () => {
  await sinConfirmar()
  expect((await crudo({ bloqueo_pantalla_minutos: 3 })).status).toBe(200)
  expect((await crudo({ bloqueo_pantalla_minutos: 0 })).error.codigo).toBe('CONFIRME')
  expect((await crudo({ exigir_turno: true })).status).toBe(200)
  expect((await crudo({ exigir_turno: false })).error.codigo).toBe('CONFIRME')
  expect((await crudo({ duplicado_minutos: 1 })).error.codigo).toBe('CONFIRME')
  expect((await crudo({ direccion: 'Jr. Unión 300' })).status).toBe(200)
})

test('a setting of which nothing is said counts as a control', async () => {
  await comoDueno(app.url, "DELETE FROM controles WHERE columna = 'orden_sla_minutos'")
  await sinConfirmar()
  expect((await crudo({ orden_sla_minutos: 45 })).error.codigo).toBe('CONFIRME')
})

test('with another administrator it takes his yes to exactly these values, once', async () => {
  await acompanada(true)
  await sinConfirmar()
  const asked = await editar({ gasto_aprobacion_funcional: '90000' })
  expect([asked.error.codigo, asked.error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringMatching(/puede darlo .*Ana Quispe/),
  ])
  await darVistos(otro)
  expect((await editar({ gasto_aprobacion_funcional: '95000' })).error.codigo).toBe('VISTO_FALTA')
  await sinConfirmar()
  // The yes is not instead of the password.
  expect((await crudo({ gasto_aprobacion_funcional: '90000' })).error.codigo).toBe('CONFIRME')
  expect((await editar({ gasto_aprobacion_funcional: '90000' })).status).toBe(200)
  expect(await ultima()).toMatchObject({ aprobado_por: 'Ana Quispe', solo: false })
  expect((await editar({ gasto_aprobacion_funcional: '80000' })).status).toBe(200)
  expect((await editar({ gasto_aprobacion_funcional: '90000' })).error.codigo).toBe('VISTO_FALTA')
})

test('a manager’s yes is not enough', async () => {
  const mgr = await app.signedIn('mgr')
  await app.db
    .insertInto('roles_permisos')
    .values(PLANTILLAS.mgr.permisos.map((permiso) => ({ rol_slug: 'mgr', permiso })))
    .execute()
  expect((await editar({ ajuste_aprobacion_funcional: '70000' })).error.codigo).toBe('VISTO_FALTA')
  await darVistos(mgr)
  expect((await editar({ ajuste_aprobacion_funcional: '70000' })).error.codigo).toBe('VISTO_FALTA')
})

test('nobody changes his own limits, deviation or tills while another can', async () => {
  const own = (change: object) => guardar(adm.usuario_id, change)
  for (const change of [{ limite_usd: '100' }, { limite_usd: null }, { desvio_pct: '0' }]) {
    const { status, error } = await own(change)
    expect([change, status, error.codigo]).toEqual([change, 403, 'LIMITE_PROPIO'])
  }
  expect((await own({ cuentas: [casa.cuentas.cajaPen] })).error.codigo).toBe('LIMITE_PROPIO')
})

test('more for another person takes a third one’s yes; less takes none', async () => {
  const mas = () => guardar(caj.usuario_id, { limite_usd: '5000', desvio_pct: '4' })
  expect((await guardar(caj.usuario_id, { limite_usd: '300', desvio_pct: '0.5' })).status).toBe(200)
  expect((await conVisto(otro, mas)).status).toBe(200)
  expect(await ultima()).toMatchObject({
    clase: 'limite',
    frase: expect.stringMatching(/^Permitir más a Ana Quispe, .*de 0.5 a 4; .*de 300 a 5,000$/),
  })
  const caja = () => guardar(caj.usuario_id, { cuentas: Object.values(casa.cuentas).slice(0, 2) })
  const before = (await persona(caj.usuario_id)).cuentas
  const refused = await caja()
  if (before.length < 2) expect(refused.error.codigo).toBe('VISTO_FALTA')
})

test('a stronger role, a role that gains, and a new person who may approve are a second person’s', async () => {
  const rol = () =>
    adm.call(usuarios.rol, {
      params: { id: caj.usuario_id },
      body: { rol_slug: 'adm', password: PASSWORD },
    })
  expect((await rol()).error.codigo).toBe('VISTO_FALTA')
  const { body: roles } = await adm.call(contratoRoles.listar)
  const cajero = roles.find(({ slug }) => slug === 'caj')
  const permisos = [...(cajero?.permisos ?? []), 'ganancia:ver']
  const dar = () =>
    adm.call(contratoRoles.editar, {
      params: { slug: 'caj' },
      body: { nombre: 'Cajero', permisos, version: cajero?.version, password: PASSWORD },
    })
  expect((await conVisto(otro, dar)).status).toBe(200)
  expect(await ultima()).toMatchObject({
    clase: 'permiso',
    motivo: 'Se da: Ver costos y ganancias',
  })
  const crear = (rol_slug: string) =>
    adm.call(usuarios.crear, {
      body: {
        ...{
          nombres: 'Rosa',
          apellidos: 'Paz',
          tipo_doc: 'DNI',
          num_doc: '44000001',
          celular: null,
        },
        ...{ correo: 'rosa@example.com', usuario: 'rosa', sucursal_id: null, limite_usd: null },
        ...{ desvio_pct: '0', rol_slug, cuentas: [], password: PASSWORD },
      },
    })
  expect((await crear('adm')).error.codigo).toBe('VISTO_FALTA')
  expect((await conVisto(otro, () => crear('caj'))).status).toBe(201)
})

test('the password of another who may approve is reset with a third person’s yes', async () => {
  const tercero = await app.signedIn('adm')
  const reset = (id: number) =>
    adm.call(usuarios.restablecer, { params: { id }, body: { password: PASSWORD } })
  expect((await reset(tercero.usuario_id)).error.codigo).toBe('VISTO_FALTA')
  // The person concerned does not answer.
  await darVistos(tercero)
  expect((await reset(tercero.usuario_id)).error.codigo).toBe('VISTO_FALTA')
  await darVistos(otro)
  expect((await reset(tercero.usuario_id)).status).toBe(200)
})

test('the sisters: payment types, accounts, chats of the management, links, sessions of others', async () => {
  const tipo = (await adm.call(tiposPagos.listar)).body.find(({ tope_op }) => tope_op === null)
  const { id, estatus: _, ...campos } = tipo as NonNullable<typeof tipo>
  const cambiar = async (change: object) => {
    const { version: v } = (await adm.call(tiposPagos.obtener, { params: { id } })).body
    const body = { ...campos, ...change, version: v }
    return adm.call(tiposPagos.editar, { params: { id }, body })
  }
  expect((await cambiar({ tope_op: '100' })).status).toBe(200)
  expect((await cambiar({ tope_op: '200' })).error.codigo).toBe('VISTO_FALTA')
  const chat = { nombre: 'Gerencia', chat_id: '-100200', gerencia: true }
  const crear = () => adm.call(telegram.crearChat, { body: chat })
  expect((await conVisto(otro, crear)).status).toBe(201)
  const { eventos, chats } = (await adm.call(telegram.configuracion)).body
  expect(eventos.find(({ evento }) => evento === 'excepciones_semana')?.chats).toEqual([
    chats[0]?.id,
  ])
  const callar = () =>
    adm.call(telegram.destinos, {
      params: { evento: 'excepciones_semana' },
      body: { activo: true, chats: [] },
    })
  expect((await callar()).error.codigo).toBe('VISTO_FALTA')
  await sinConfirmar()
  const link = await adm.raw('POST', '/api/pizarra/enlaces', { nombre: 'Televisor' })
  expect(link.error.codigo).toBe('CONFIRME')
  expect((await adm.call(pizarra.crearEnlace, { body: { nombre: 'Televisor' } })).status).toBe(201)
  await sinConfirmar()
  const path = usuarios.terminar.path.replace(':id', String(caj.usuario_id))
  const end = await adm.raw(usuarios.terminar.method, `/api${path}`, { sesion_id: null })
  expect(end.error.codigo).toBe('CONFIRME')
  const params = { id: casa.cuentas.bcpPen }
  const cuenta = (await adm.call(cuentas.obtener, { params })).body
  const keys = Object.keys(cuentas.editar.body.shape) as (keyof typeof cuenta)[]
  const body = Object.fromEntries(keys.map((key) => [key, cuenta[key]]))
  const otra = { ...body, responsable_id: otro.usuario_id }
  expect((await adm.call(cuentas.editar, { params, body: otra })).error.codigo).toBe('VISTO_FALTA')
  const mia = { ...body, responsable_id: adm.usuario_id }
  expect((await adm.call(cuentas.editar, { params, body: mia })).error.codigo).toBe('LIMITE_PROPIO')
})

test('switching Telegram off takes another administrator, stays among the exceptions and rings with the others', async () => {
  await otro.call(reportes.excepcionesVistas)
  const { body } = await adm.call(telegram.alternar)
  if (!body) await adm.call(telegram.alternar)
  await sinConfirmar()
  const off = await adm.raw('POST', '/api/telegram', {})
  expect([off.status, off.error.codigo]).toEqual([409, 'CONFIRME'])
  expect((await conVisto(otro, () => adm.call(telegram.alternar))).body).toBe(false)
  expect(await ultima()).toMatchObject({
    clase: 'aviso',
    frase: 'Apagar Telegram, por donde la casa se entera',
    aprobado_por: 'Ana Quispe',
  })
  expect((await otro.call(reportes.excepciones, { query: {} })).body.nuevas).toBe(1)
  // On again it takes nothing.
  await sinConfirmar()
  expect((await adm.raw('POST', '/api/telegram', {})).body).toBe(true)
})
