import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { PASSWORD, startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { DE_CLAVE } from '../../core/acceso/de-clave.ts'
import { readSession } from '../../server/acceso/sesion.ts'
import { contrato as deUsuarios } from '../usuarios/contract.ts'
import { contrato } from './contract.ts'

/* A key acts within what it was given and its maker may, and ends at once. */

const app = await startTestApp()
const adm = await app.signedIn('adm')

const NUEVA = {
  nombre: 'Contabilidad',
  dias: 30,
  limite_usd: null,
  sucursal_id: null,
  permisos: ['monedas:ver', 'clientes:ver', 'clientes:editar'],
  direcciones: [] as string[],
  password: PASSWORD,
}

async function crear(de: Partial<typeof NUEVA> = {}, quien = adm) {
  const { status, body, error } = await quien.call(contrato.crear, { body: { ...NUEVA, ...de } })
  return { status, error, id: body.id, clave: body.clave }
}

async function pedir(clave: string, url = '/api/monedas', headers: Record<string, string> = {}) {
  const answer = await app.http.inject({
    url,
    headers: { authorization: `Bearer ${clave}`, ...headers },
  })
  return { status: answer.statusCode, codigo: answer.json().codigo as string | undefined, answer }
}

const mandar = (clave: string, method: 'POST' | 'PUT', url: string, payload: object) =>
  app.http.inject({ method, url, payload, headers: { authorization: `Bearer ${clave}` } })

const una = (where: string, values: unknown[] = []) =>
  comoDueno<Record<string, unknown>>(app.url, `SELECT * FROM ${where}`, values).then(([row]) => row)

describe('a key', () => {
  test('is shown once and stored as a digest; it asks as an integration of its own name', async () => {
    const { status, clave, id } = await crear()
    expect(status).toBe(201)
    expect(clave).toMatch(/^cmb_[A-Za-z0-9_-]{43}$/)
    expect((await pedir(clave)).status).toBe(200)
    const [fila] = (await adm.call(contrato.listar)).body.items
    expect(fila).toMatchObject({
      id,
      estado: 'activa',
      pista: clave.slice(-4),
      usada_desde: '127.0.0.1',
    })
    expect(fila?.usada_en).toBeTruthy()
    for (const tabla of ['claves_api', 'usuarios', 'auditoria', 'idempotencia', 'vistos']) {
      const rows = await comoDueno<{ fila: string }>(
        app.url,
        `SELECT t::text AS fila FROM ${tabla} t`,
      )
      expect(
        rows.filter((row) => row.fila.includes(clave.slice(4))),
        tabla,
      ).toEqual([])
    }
    const made = await mandar(clave, 'POST', '/api/clientes', {
      tipo_persona: 'natural',
      nombres: 'Rosa',
      apellidos: 'Prado',
      tipo_doc: 'DNI',
      num_doc: '45678912',
      celular: '987654321',
      segmento: 'publico',
    })
    expect([made.statusCode, made.json().message]).toEqual([201, expect.any(String)])
    const row = await una(
      "auditoria a JOIN usuarios u ON u.id = a.usuario_id WHERE a.accion = 'crear' AND a.entidad = 'clientes'",
    )
    expect(row).toMatchObject({ nombres: 'Contabilidad', integracion: true, sesion_id: null })
  })

  test('does what it was given and nothing else, whatever its maker may', async () => {
    const { clave } = await crear({ permisos: ['monedas:ver'] })
    expect(await pedir(clave, '/api/clientes')).toMatchObject({
      status: 403,
      codigo: 'SIN_PERMISO',
    })
    expect(await pedir(clave, '/api/usuarios')).toMatchObject({
      status: 403,
      codigo: 'SOLO_PERSONA',
    })
    expect(await pedir(clave, '/api/claves-api')).toMatchObject({ codigo: 'SOLO_PERSONA' })
    expect(await pedir(clave, '/api/perfil')).toMatchObject({ codigo: 'SOLO_PERSONA' })
    expect(await pedir(clave, '/api/auth/sesion')).toMatchObject({ codigo: 'SOLO_PERSONA' })
    const rate = await mandar(clave, 'POST', '/api/claves-api', NUEVA)
    expect(rate.json().codigo).toBe('SOLO_PERSONA')
  })

  test('loses what its maker loses, at its next request', async () => {
    const gerente = await app.signedIn('mgr')
    const rol = 'gerenteapi'
    await sql`INSERT INTO roles (slug, nombre) VALUES (${rol}, ${rol})`.execute(app.db)
    await sql`INSERT INTO roles_permisos SELECT ${rol}, unnest('{claves-api:ver,claves-api:editar,monedas:ver,clientes:ver,vistos:aprobar}'::text[])`.execute(
      app.db,
    )
    const colega = await app.signedIn('mgr')
    const ambos = [gerente.usuario_id, colega.usuario_id]
    await sql`UPDATE usuarios SET rol_slug = ${rol} WHERE id = ANY (${ambos})`.execute(app.db)
    const demas = await crear({}, gerente)
    expect([demas.status, demas.error.codigo]).toEqual([403, 'MAS_PERMISOS'])
    // The other administrator says yes to another pair of hands.
    const pedida = { permisos: ['monedas:ver', 'clientes:ver'], nombre: 'De gerente' }
    const sin = await crear(pedida, gerente)
    expect([sin.status, sin.error.codigo]).toEqual([409, 'VISTO_FALTA'])
    const visto = await una("vistos WHERE estado = 'pendiente' ORDER BY id DESC LIMIT 1")
    expect(visto?.titulo).toMatch(
      /^crear la clave de API «De gerente», de .+, por 30 días, con 2 permisos$/,
    )
    expect(visto?.detalle).toContain('clientes:ver')
    await adm.raw('PUT', `/api/vistos/${visto?.id}/aprobar`, { nota: null })
    // The yes is to his hands: nobody else makes it for himself.
    expect((await crear(pedida, colega)).error.codigo).toBe('VISTO_FALTA')
    const { clave, status } = await crear(pedida, gerente)
    expect(status).toBe(201)
    expect((await pedir(clave, '/api/clientes')).status).toBe(200)
    await sql`DELETE FROM roles_permisos WHERE rol_slug = ${rol} AND permiso = 'clientes:ver'`.execute(
      app.db,
    )
    expect(await pedir(clave, '/api/clientes')).toMatchObject({
      status: 403,
      codigo: 'SIN_PERMISO',
    })
    // Dismissed: his keys end, and do not come back with him.
    const off = () =>
      adm.call(deUsuarios.estatus, {
        params: { id: gerente.usuario_id },
        body: { password: PASSWORD },
      })
    expect((await off()).status).toBe(200)
    expect(await pedir(clave)).toMatchObject({ status: 401, codigo: 'CLAVE_API_NO_VALE' })
    expect((await off()).body.estatus).toBe(true)
    expect((await pedir(clave)).status).toBe(401)
    const fila = await una("claves_api WHERE nombre = 'De gerente'")
    expect([fila?.revocada_por, fila?.revocada_en]).toEqual([null, expect.anything()])
    const end = await una("auditoria WHERE accion = 'revocar' AND entidad = 'claves-api'")
    expect(end).toMatchObject({ usuario_id: adm.usuario_id })
  })

  test('that was revoked, is over or comes from elsewhere opens nothing, and the audit says why', async () => {
    const { clave, id } = await crear({ nombre: 'Revocada' })
    expect((await pedir(clave)).status).toBe(200)
    const done = await adm.call(contrato.revocar, {
      params: { id },
      body: { motivo: 'El proveedor cambió' },
    })
    expect(done.status).toBe(200)
    expect(await pedir(clave)).toMatchObject({ status: 401, codigo: 'CLAVE_API_NO_VALE' })
    const again = await adm.call(contrato.revocar, {
      params: { id },
      body: { motivo: 'El proveedor cambió' },
    })
    expect([again.status, again.error.codigo]).toEqual([409, 'YA_RESUELTO'])
    const vence = await crear({ nombre: 'Vencida', dias: 1 })
    app.setClock('2030-01-01T12:00:00Z')
    expect((await pedir(vence.clave)).codigo).toBe('CLAVE_API_NO_VALE')
    app.setClock(null)
    const fuera = await crear({ nombre: 'De fuera', direcciones: ['10.9.0.0/16', '2001:db8::/32'] })
    expect(await pedir(fuera.clave)).toMatchObject({ status: 403, codigo: 'CLAVE_API_DIRECCION' })
    const dentro = await crear({ nombre: 'De aquí', direcciones: ['127.0.0.5/8'] })
    expect((await pedir(dentro.clave)).status).toBe(200)
    const rows = await comoDueno<{ motivo: string }>(
      app.url,
      "SELECT despues->>'motivo' AS motivo FROM auditoria WHERE accion = 'denegado' AND entidad = 'claves-api'",
    )
    expect(rows.map(({ motivo }) => motivo)).toEqual(
      expect.arrayContaining(['clave-revocada', 'clave-vencida', 'clave-direccion']),
    )
  })

  test('is asked alone: beside a session or a cookie it is refused, and so is what is none', async () => {
    const { clave } = await crear({ nombre: 'Sola' })
    for (const [name, value] of [
      ['x-token', adm.token],
      ['x-token', ''],
      ['cookie', 'equipo=1'],
    ] as const)
      expect(await pedir(clave, '/api/monedas', { [name]: value })).toMatchObject({
        status: 400,
        codigo: 'CLAVE_API_Y_SESION',
      })
    for (const bad of ['', 'cmb_', adm.token, `${clave}A`, `cmb_${'A'.repeat(43)}`])
      expect((await pedir(bad)).status).toBe(401)
    // The digest that is stored opens nothing either, nor is a key a session.
    const fila = await una("claves_api WHERE nombre = 'Sola'")
    const digest = Buffer.from((fila as { huella: Buffer }).huella)
      .toString('base64url')
      .padEnd(43, 'A')
    expect((await pedir(`cmb_${digest}`)).status).toBe(401)
    expect(
      await readSession(app.db, clave, { ip: '127.0.0.1', solicitud: randomUUID() }),
    ).toBeNull()
  })

  test('guesses are counted by address; a good key does not wait for them', async () => {
    const { clave } = await crear({ nombre: 'Buena' })
    const seen: number[] = []
    for (let n = 0; n < 60; n += 1) seen.push((await pedir(`cmb_${'B'.repeat(43)}`)).status)
    expect(seen.slice(-5)).toEqual([429, 429, 429, 429, 429])
    expect((await pedir(clave)).status).toBe(200)
    await comoDueno(app.url, 'DELETE FROM intentos_ingreso')
  })
})

describe('making one', () => {
  test('a key is bounded in time, in what it may and in what its addresses say', async () => {
    const campoDe = async (de: object) => (await crear(de)).error.errors?.[0]?.campo
    expect(await campoDe({ dias: 367 })).toBe('dias')
    expect(await campoDe({ dias: 0 })).toBe('dias')
    expect(await campoDe({ permisos: [] })).toBe('permisos')
    expect(await campoDe({ permisos: ['usuarios:ver'] })).toBe('permisos.0')
    expect(await campoDe({ permisos: ['monedas:ver', 'monedas:ver'] })).toBe('permisos')
    expect(await campoDe({ direcciones: ['casa.local'] })).toBe('direcciones.0')
    for (const rara of ['10.0.0.256', '10.0.0.0/33', '2001::1::2', 'fe80::1/129'])
      expect(await campoDe({ direcciones: ['::1', rara] })).toBe('direcciones.1')
    expect(await campoDe({ password: 'otra' })).toBe('password')
  })

  test('the database refuses more than the maker may, a longer life, another key, and a password for one', async () => {
    const { id } = await crear({ nombre: 'Firme' })
    const suyo = `WHERE usuario = 'api-${id}'`
    const copy = (columns: string) =>
      `INSERT INTO claves_api (nombre, usuario_id, creada_por, huella, pista, permisos, creada_en, vence_en)
        SELECT ${columns} FROM claves_api WHERE id = ${id}`
    const { usuario_id: caj } = await app.signedIn('caj')
    const mas = { message: 'MAS_PERMISOS' }
    const refused = [
      [copy(`nombre, ${caj}, ${caj}, sha256('a'), pista, '{libro:ver}', creada_en, vence_en`), mas],
      [
        copy(
          `nombre, ${caj}, creada_por, sha256('b'), pista, '{usuarios:editar}', creada_en, vence_en`,
        ),
        mas,
      ],
      [
        copy(
          `nombre, ${caj}, creada_por, sha256('c'), pista, permisos, creada_en, creada_en + interval '2 years'`,
        ),
        { constraint: 'claves_api_plazo' },
      ],
      [`UPDATE claves_api SET permisos = '{libro:ver}' WHERE id = ${id}`, { code: 'CB002' }],
      [`DELETE FROM claves_api WHERE id = ${id}`, { code: 'CB002' }],
      [`UPDATE usuarios SET password_hash = 'x' ${suyo}`, { constraint: 'usuarios_integracion' }],
      [`UPDATE usuarios SET rol_slug = 'adm' ${suyo}`, { constraint: 'usuarios_integracion' }],
      [
        "INSERT INTO roles_permisos VALUES ('claveapi', 'libro:ver')",
        { constraint: 'roles_permisos_sin_claves' },
      ],
    ] as const
    for (const [text, what] of refused)
      await expect(comoDueno(app.url, text), text).rejects.toMatchObject(what)
    await expect(
      sql`UPDATE claves_api SET revocada_en = NULL`.execute(app.db),
    ).rejects.toMatchObject({ code: '42501' })
  })

  test('a key is no person among people: no user, no role, no sign-in', async () => {
    const { id } = await crear({ nombre: 'Nadie' })
    const fila = await una(`claves_api WHERE id = ${id}`)
    const { body } = await adm.call(deUsuarios.listar, { query: { buscar: 'Nadie' } })
    expect(body.items).toEqual([])
    const user = { params: { id: fila?.usuario_id as number } }
    expect((await adm.call(deUsuarios.obtener, user)).status).toBe(404)
    const reset = await adm.call(deUsuarios.restablecer, { ...user, body: { password: PASSWORD } })
    expect(reset.status).toBe(404)
    const { body: roles } = await adm.call(deUsuarios.roles)
    expect(roles.map(({ slug }) => slug)).not.toContain('claveapi')
    const suya = { usuario: `api-${id}`, password: '!' }
    const login = await adm.raw('POST', '/api/auth/login', suya, { 'x-token': '' })
    expect([login.status, login.error.codigo]).toEqual([400, 'CREDENCIALES'])
    await comoDueno(app.url, 'DELETE FROM intentos_ingreso')
  })

  test('what one may at most is the same on both sides', async () => {
    expect((await una('permisos_de_clave() AS todos'))?.todos).toEqual([...DE_CLAVE])
  })
})
