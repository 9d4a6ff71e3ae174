import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as comprasVentas } from '../../compras-ventas/contract.ts'
import { campos, contrato } from '../contract.ts'

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarCasa(app)
const { adm } = casa
const { compra } = mostrador(casa)
const cajera = await app.signedIn('caj')

let documento = 50_000_000
const persona = (more: object = {}) => {
  documento += 1
  return {
    tipo_persona: 'natural',
    tipo_doc: 'DNI',
    num_doc: String(documento),
    nombres: 'Luis',
    apellidos: 'Rojas',
    celular: '987654321',
    segmento: 'publico',
    ...more,
  }
}
let ruc = 0
const RUCS = '20999000020 20100000025 20100000033 20100000041 20100000050 20100000068'.split(' ')
const empresa = (more: object = {}) => ({
  tipo_persona: 'juridica',
  tipo_doc: 'RUC',
  num_doc: RUCS[ruc++ % RUCS.length] as string,
  razon_social: `Comercial ${ruc} S.A.C.`,
  celular: '987654322',
  segmento: 'mayorista',
  ...more,
})
const dueno = (porcentaje: string, nombre = 'Rosa Poma') => ({
  nombre,
  documento: 'DNI 41000099',
  porcentaje,
})

const crear = async (body: object, client = adm) => {
  const answer = await client.call(contrato.crear, { body })
  expect([answer.status, answer.error.errors ?? []]).toEqual([201, []])
  return answer.body.id
}
const fallas = async (body: object, client = adm) => {
  const { status, error } = await client.call(contrato.crear, { body })
  return [status, ...(error.errors ?? []).map(({ campo }) => campo)]
}
const ver = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body
const editar = async (id: number, cambio: object, client = adm) => {
  const { body: actual } = await client.call(contrato.obtener, { params: { id } })
  const row = actual as unknown as Record<string, unknown>
  const own = Object.fromEntries(Object.keys(campos).map((name) => [name, row[name]]))
  const juridica = actual.tipo_persona === 'juridica'
  if (juridica) for (const name of ['pep', 'nombres', 'apellidos']) delete own[name]
  const body = { ...own, version: actual.version, ...cambio }
  return client.call(contrato.editar, { params: { id }, body })
}
const lista = async (query: Record<string, string>) =>
  (await adm.call(contrato.listar, { query })).body.items.map(({ id }) => id)

describe('agent', () => {
  test('is another client: shown on both pages, with a filter that finds his clients and him', async () => {
    const agente = await crear(persona({ nombres: 'Berta' }))
    const traidos = [
      await crear(persona({ agente_id: agente })),
      await crear(persona({ agente_id: agente })),
    ]
    expect(await ver(traidos[0] as number)).toMatchObject({
      agente_id: agente,
      agente: { id: agente, nombre: 'Berta Rojas' },
      referidos: 0,
      es_agente: false,
    })
    expect(await ver(agente)).toMatchObject({ agente: null, referidos: 2, es_agente: true })
    expect(new Set(await lista({ agente_id: String(agente) }))).toEqual(new Set(traidos))
    expect(await lista({ revisar: 'agente' })).toEqual([agente])
    expect((await editar(traidos[0] as number, { agente_id: null })).status).toBe(200)
    expect((await ver(agente)).referidos).toBe(1)
  })

  test('is never a missing client or the client himself, in the database too', async () => {
    expect(await fallas(persona({ agente_id: 999_999 }))).toEqual([400, 'agente_id'])
    const id = await crear(persona())
    const self = await editar(id, { agente_id: id })
    expect([self.status, self.error.errors?.[0]]).toEqual([
      400,
      { msg: 'Un cliente no es su propio agente.', campo: 'agente_id' },
    ])
    await expect(
      comoDueno(app.url, `UPDATE clientes SET agente_id = id WHERE id = ${id}`),
    ).rejects.toThrow('clientes_agente_otro')
  })
})

describe('labels', () => {
  test('are stored, counted, suggested and filtered by', async () => {
    const a = await crear(persona({ etiquetas: ['mina', 'frecuente'] }))
    const b = await crear(persona({ etiquetas: ['frecuente'] }))
    expect((await ver(a)).etiquetas).toEqual(['mina', 'frecuente'])
    expect((await adm.call(contrato.etiquetas)).body.slice(0, 2)).toEqual(['frecuente', 'mina'])
    expect(new Set(await lista({ etiqueta: 'frecuente' }))).toEqual(new Set([a, b]))
    expect(await lista({ etiqueta: 'mina' })).toEqual([a])
    expect(await lista({ etiqueta: "x'; --" })).toEqual([])
  })

  test.each([
    ['a repeated one', ['a', 'a']],
    ['an empty one', ['  ']],
    ['a long one', ['x'.repeat(31)]],
    ['eleven', Array.from({ length: 11 }, (_, n) => `e${n}`)],
  ])('refuses %s, in the database too', async (_, etiquetas) => {
    expect((await fallas(persona({ etiquetas })))[0]).toBe(400)
    const id = await crear(persona())
    await expect(
      sql`UPDATE clientes SET etiquetas = ${etiquetas}::text[] WHERE id = ${id}`.execute(app.db),
    ).rejects.toThrow('clientes_etiquetas')
  })
})

describe('owners of a company', () => {
  test('are required until they are named or declared to be none', async () => {
    const id = await crear(empresa())
    expect((await ver(id)).faltan).toContain('beneficiarios_finales')
    expect(await lista({ revisar: 'incompleto', buscar: 'Comercial' })).toContain(id)
    const named = await editar(id, {
      beneficiarios_finales: [dueno('60'), dueno('40', 'Iván Rey')],
    })
    expect(named.status).toBe(200)
    expect(await ver(id)).toMatchObject({
      beneficiarios_finales: [dueno('60'), dueno('40', 'Iván Rey')],
    })
    expect((await ver(id)).faltan).not.toContain('beneficiarios_finales')
    const none = await editar(id, { beneficiarios_finales: [], sin_beneficiario_final: true })
    expect(none.status).toBe(200)
    expect((await ver(id)).faltan).not.toContain('beneficiarios_finales')
  })

  test.each([
    ['25 % or less', [dueno('25.00')]],
    ['a sum of more than 100 %', [dueno('60'), dueno('40.01')]],
    ['four', [dueno('26'), dueno('26'), dueno('26'), dueno('26')]],
    ['no name', [{ ...dueno('60'), nombre: ' ' }]],
    ['no document', [{ ...dueno('60'), documento: '' }]],
    ['no share', [{ nombre: 'Rosa', documento: '1' }]],
    ['another field', [{ ...dueno('60'), zz: 1 }]],
  ])('refuses %s', async (_, beneficiarios_finales) => {
    const [status, campo] = await fallas(empresa({ beneficiarios_finales }))
    expect(status).toBe(400)
    expect(String(campo)).toMatch(/^(beneficiarios_finales|zz)/)
  })

  test('named owners together with “none”, or owners of a natural person, are refused', async () => {
    const filas = { beneficiarios_finales: [dueno('60')] }
    expect(await fallas(empresa({ ...filas, sin_beneficiario_final: true }))).toEqual([
      400,
      'sin_beneficiario_final',
    ])
    expect(await fallas(persona(filas))).toEqual([400, 'beneficiarios_finales'])
    expect(await fallas(persona({ sin_beneficiario_final: true }))).toEqual([
      400,
      'sin_beneficiario_final',
    ])
  })

  const sola = crear(empresa())
  test.each([
    ['a small share', '[{"nombre":"a","documento":"1","porcentaje":"25"}]'],
    [
      'a sum of more than 100 %',
      '[{"nombre":"a","documento":"1","porcentaje":"60"},{"nombre":"b","documento":"2","porcentaje":"41"}]',
    ],
    ['no name', '[{"nombre":" ","documento":"1","porcentaje":"60"}]'],
    ['a value that is not a list', '{}'],
  ])('the database also refuses %s', async (_, rows) => {
    const put = (who: number) =>
      comoDueno(app.url, 'UPDATE clientes SET beneficiarios_finales = $1 WHERE id = $2', [
        rows,
        who,
      ])
    await expect(put(await sola)).rejects.toThrow(/clientes_beneficiarios/)
    const natural = await crear(persona())
    await expect(
      comoDueno(app.url, 'UPDATE clientes SET beneficiarios_finales = $1 WHERE id = $2', [
        '[{"nombre":"a","documento":"1","porcentaje":"60"}]',
        natural,
      ]),
    ).rejects.toThrow('clientes_beneficiarios_o_ninguno')
    await expect(
      comoDueno(app.url, 'UPDATE clientes SET sin_beneficiario_final = true WHERE id = $1', [
        natural,
      ]),
    ).rejects.toThrow('clientes_sin_beneficiario')
  })

  test('without owners a company does not pass the declaration threshold; with them it does', async () => {
    const id = await crear(
      empresa({
        direccion: 'Jr. Camaná 200',
        distrito: 'Lima',
        objeto_social: 'Comercio',
        representante: 'Rosa Poma',
        representante_doc: 'DNI 41000099',
        origen_fondos: 'Giro',
      }),
    )
    const vender = async () => {
      const body = { nota: 'Se revisó la ficha.', version: (await ver(id)).version }
      await adm.call(contrato.aprobar, { params: { id }, body })
      const operacion = compra('5000.00', '17600.00', { cliente_id: id })
      return adm.call(comprasVentas.crear, { body: operacion })
    }
    const refused = await vender()
    expect([refused.error.codigo, refused.error.detalle?.faltan]).toEqual([
      'IDENTIFICACION_REQUERIDA',
      'beneficiarios finales (más de 25\u00a0%)',
    ])
    expect((await editar(id, { sin_beneficiario_final: true })).status).toBe(200)
    expect((await vender()).error.codigo).toBe('DECLARACION_REQUERIDA')
  })
})

describe('risk', () => {
  test('is by rule until it is set; a PEP is always high; high is N3', async () => {
    const natural = await crear(persona())
    const company = await crear(empresa())
    const pep = await crear(
      persona({ pep: true, pep_cargo: 'Alcalde', pep_entidad: 'Municipalidad', riesgo: 'bajo' }),
    )
    const of = async (id: number) => {
      const { riesgo_efectivo, nivel } = await ver(id)
      return [riesgo_efectivo, nivel]
    }
    expect([await of(natural), await of(company), await of(pep)]).toEqual([
      ['bajo', 'N0'],
      ['medio', 'N3'],
      ['alto', 'N3'],
    ])
    expect((await editar(natural, { riesgo: 'alto' })).status).toBe(200)
    expect(await of(natural)).toEqual(['alto', 'N3'])
    expect(new Set(await lista({ revisar: 'riesgo' }))).toEqual(new Set([natural, pep]))
    expect(await lista({ revisar: 'bloqueado' })).toEqual([casa.clientes.bloqueado])
  })

  test('is set by users who may block clients, and unchanged by others', async () => {
    expect(await fallas(persona({ riesgo: 'bajo' }), cajera)).toEqual([400, 'riesgo'])
    const id = await crear(persona({ riesgo: 'alto' }))
    const lower = await editar(id, { riesgo: null }, cajera)
    expect([lower.status, lower.error.errors?.[0]?.campo]).toEqual([400, 'riesgo'])
    expect((await editar(id, { ocupacion: 'Minera' }, cajera)).status).toBe(200)
    expect((await ver(id)).riesgo_efectivo).toBe('alto')
  })
})

test('the amount that a client operated in 30 business days and his last day, without annulled operations', async () => {
  const id = await crear(persona({ fecha_nac: '1990-01-01' }))
  expect(await ver(id)).toMatchObject({ operado_30d: '0.00', ultima_operacion: null })
  /** Signs in on that day: an earlier session would have expired. */
  const dia = async (fecha: string) => {
    app.setClock(`${fecha}T15:00:00Z`)
    const hoy = await app.signedIn('adm')
    const body = compra('100.00', '352.00', { cliente_id: id, confirmo_duplicado: true })
    return {
      comprar: async () => (await hoy.call(comprasVentas.crear, { body })).body.id,
      anular: (operacion: number) =>
        hoy.call(comprasVentas.anular, {
          params: { id: operacion },
          body: { motivo: 'Error de digitación' },
        }),
      ver: async () => (await hoy.call(contrato.obtener, { params: { id } })).body,
      fila: async () =>
        (await hoy.call(contrato.listar, { query: { buscar: String(documento) } })).body.items[0],
    }
  }
  await (await dia('2025-11-20')).comprar()
  const next = await dia('2025-11-21')
  expect((await next.anular(await next.comprar())).status).toBe(200)
  const { operado_30d, ultima_operacion } = await next.ver()
  expect([operado_30d, Date.parse(ultima_operacion ?? '')]).toEqual([
    '100.00',
    Date.parse('2025-11-20T15:00:00Z'),
  ])
  expect(await next.fila()).toMatchObject({ id, operado_30d, ultima_operacion })
  expect((await (await dia('2025-12-19')).ver()).operado_30d).toBe('100.00')
  const later = await (await dia('2025-12-20')).ver()
  expect(later).toMatchObject({ operado_30d: '0.00', ultima_operacion })
})
