import { describe, expect, test } from 'vitest'
import { acciones, montarOtro, separar } from '../../../test/support/ajenas/casos.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { en, hecho } from '../../../test/support/servidor/respuesta.ts'
import { montarTodo } from '../../../test/support/todo.ts'
import { darVistos } from '../../../test/support/vistos.ts'
import { verificar } from '../../main.libros.ts'
import { libre } from '../../server/noticia.ts'
import { contrato as auditoria } from '../auditoria/contract.ts'
import { contrato as compras } from '../compras-ventas/contract.ts'
import { contrato as gastos } from '../gastos/contract.ts'
import { contrato as sucursales } from '../sucursales/contract.ts'
import { contrato } from './contract.ts'

/* R-359, R-360: the house chooses the prefix of documents to come, and the number of a series' first document. */

const app = await startTestApp()
const casa = await montarTodo(app)
const persona = await montarOtro(app, casa)
await separar(app, persona)
const { adm, cuentas } = casa
const { otro, suya, suyaUsd } = persona
const { comprar, gastar } = acciones(casa, persona)
const dueno = (text: string) => comoDueno(app.url, text)

const lima = async () => (await hecho(comprar(adm, cuentas.cajaUsd, cuentas.cajaPen))).numero
const arequipa = async () => (await hecho(comprar(otro, suyaUsd, suya))).numero
const de = async (tipo: string) =>
  (await hecho(adm.call(contrato.numeracion))).find((each) => each.tipo === tipo)
const segunda = await app.signedIn('adm')
/** With another administrator's yes where it takes one. */
async function conSegunda<R extends { error: { codigo?: string } }>(call: () => Promise<R>) {
  const first = await call()
  if (first.error?.codigo !== 'VISTO_FALTA') return first
  await darVistos(segunda)
  return call()
}
const prefijo = (tipo: string, nuevo: string, who = adm) =>
  conSegunda(() => who.call(contrato.cambiarPrefijo, { body: { tipo, prefijo: nuevo } as never }))
const inicio = (body: object) =>
  conSegunda(() =>
    adm.call(contrato.iniciarSerie, {
      body: { ...{ tipo: 'CV', sucursal_id: null, anio: 2025, numero: 500 }, ...body } as never,
    }),
  )
const buscar = async (text: string) =>
  (await hecho(adm.call(compras.listar, { query: { buscar: text } }))).items.map(
    ({ numero }) => numero,
  )
const campo = (answer: { status: number; error: { errors?: { campo?: string }[] } }) => [
  answer.status,
  answer.error.errors?.[0]?.campo,
]

const viejo = await lima()

describe('the prefix of a kind', () => {
  test('numbers documents to come, in a series of its own; old ones keep theirs', async () => {
    expect(viejo).toMatch(/^CV-2025-\d{6}$/)
    expect((await prefijo('CV', 'F1')).status).toBe(200)
    expect(await de('CV')).toMatchObject({ prefijo: 'F1', anteriores: ['CV'] })
    expect(await lima()).toBe('F1-2025-000001')
    expect((await de('CV'))?.series[0]).toMatchObject({
      ...{ empezada: true, numero: 2, siguiente: 'F1-2025-000002' },
    })
  })

  test.each([viejo, viejo.toLowerCase(), `CV-${Number(viejo.slice(-6))}`])(
    'a search finds the old number: %s',
    async (text) => {
      expect(await buscar(text)).toEqual([viejo])
    },
  )

  test.each(['F1-2025-000001', 'f1-1', 'F1-2025-1'])('and the new one: %s', async (text) => {
    expect(await buscar(text)).toEqual(['F1-2025-000001'])
  })

  test('an end alone finds both, and a prefix of other documents neither', async () => {
    expect((await buscar('2025-1')).toSorted()).toEqual(['CV-2025-000001', 'F1-2025-000001'])
    expect(await buscar('GA-1')).toEqual([])
  })

  test('the codes of branches follow it', async () => {
    const items = await hecho(adm.call(sucursales.listar))
    const { id = 0, version = 0 } = items.find(({ nombre }) => nombre === 'Arequipa') ?? {}
    const body = { nombre: 'Arequipa', codigo: 'AQP', direccion: null, telefono: null, version }
    await hecho(adm.call(sucursales.editar, { ...en(id), body }))
    expect(await arequipa()).toBe('F1-AQP-2025-000001')
    for (const text of ['F1-AQP-1', 'AQP-1', 'F1-1', '1']) {
      expect(await buscar(text), text).toContain('F1-AQP-2025-000001')
    }
    expect(await buscar('CV-AQP-1')).toEqual([])
  })

  test.each(['', 'ABCDE', '2025', '1A', 'c', 'A-B', 'Ñ'])('may not be «%s»', async (bad) => {
    expect(campo(await prefijo('CV', bad))).toEqual([400, 'prefijo'])
    await expect(
      dueno(`INSERT INTO series_prefijos VALUES ('${bad}', 'CV', false)`),
    ).rejects.toThrow(/series_prefijos/)
  })

  test('is never that of another kind, nor one that it had', async () => {
    for (const taken of ['F1', 'CV', 'OR']) {
      expect(campo(await prefijo('GA', taken)), taken).toEqual([400, 'prefijo'])
    }
    expect(await de('GA')).toMatchObject({ prefijo: 'GA' })
    await expect(dueno("INSERT INTO series_prefijos VALUES ('CV', 'GA', false)")).rejects.toThrow()
    await expect(
      dueno("UPDATE series_prefijos SET tipo = 'GA' WHERE prefijo = 'CV'"),
    ).rejects.toThrow()
    await expect(dueno("DELETE FROM series_prefijos WHERE prefijo = 'CV'")).rejects.toThrow()
    await expect(
      dueno("UPDATE series_prefijos SET vigente = true WHERE tipo = 'CV'"),
    ).rejects.toThrow(/series_prefijos_vigente/)
  })

  test('two kinds that ask for one prefix at once: one of them has it', async () => {
    const both = await Promise.all([prefijo('TR', 'ZZ'), prefijo('AJ', 'ZZ')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('goes back to an old one, which goes on where it was left', async () => {
    await hecho(prefijo('CV', 'CV'))
    const next = `CV-2025-${String(Number(viejo.slice(-6)) + 1).padStart(6, '0')}`
    expect(await lima()).toBe(next)
    await hecho(prefijo('CV', 'F1'))
    expect(await lima()).toBe('F1-2025-000002')
  })

  test('takes the permission of settings, and the audit says who changed it', async () => {
    const caj = await app.signedIn('caj')
    expect((await prefijo('GA', 'EG', caj)).status).toBe(403)
    await hecho(prefijo('GA', 'EG'))
    const { items } = await hecho(adm.call(auditoria.listar, { query: { entidad: 'series' } }))
    const last = await hecho(adm.call(auditoria.obtener, en(items[0]?.id ?? 0)))
    expect(last).toMatchObject({
      ...{ usuario_id: adm.usuario_id, entidad_id: 'GA' },
      ...{ antes: { prefijo: 'GA' }, despues: { prefijo: 'EG' } },
    })
  })

  test('whoever may read the settings and not change them changes no series', async () => {
    const mine = "rol_slug = 'mgr' AND permiso = 'ajustes:editar'"
    const before = await hecho(adm.call(contrato.numeracion))
    await dueno(`DELETE FROM roles_permisos WHERE ${mine}`)
    const body = { tipo: 'LQ', sucursal_id: null, anio: 2025, numero: 50 } as const
    const answers = [
      await otro.call(contrato.numeracion),
      await prefijo('LQ', 'QQ', otro),
      await otro.call(contrato.iniciarSerie, { body }),
    ]
    await dueno("INSERT INTO roles_permisos (rol_slug, permiso) VALUES ('mgr', 'ajustes:editar')")
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403])
    expect(await hecho(adm.call(contrato.numeracion))).toEqual(before)
  })

  test('a message shows the whole number, whatever its prefix', () => {
    expect(libre('Ver F1-AQP-2025-000001 y B-2025-000002')).toBe(
      'Ver F1-AQP-2025-000001 y B-2025-000002',
    )
  })
})

describe('the first number of a series', () => {
  test('is chosen before its first document, and may be chosen again until then', async () => {
    await hecho(inicio({ tipo: 'GA', numero: 500 }))
    await hecho(inicio({ tipo: 'GA', numero: 300 }))
    expect((await de('GA'))?.series[0]).toMatchObject({
      ...{ empezada: false, siguiente: 'EG-2025-000300' },
    })
    const gasto = await hecho(gastar(adm, cuentas.cajaPen))
    expect((await hecho(adm.call(gastos.obtener, en(gasto.id)))).numero).toBe('EG-2025-000300')
  })

  test.each([1, 300, 301, 900])('not after it: %i', async (numero) => {
    expect(campo(await inicio({ tipo: 'GA', numero }))).toEqual([400, 'numero'])
    expect((await de('GA'))?.series[0]?.siguiente).toBe('EG-2025-000301')
  })

  test('the database keeps it so', async () => {
    for (const change of ['ultimo = 299', 'primero = 299', 'anio = 2024', "serie = 'XX'"]) {
      await expect(
        dueno(`UPDATE series SET ${change} WHERE serie = 'EG'`),
        change,
      ).rejects.toThrow()
    }
    await expect(dueno("INSERT INTO series VALUES ('XX', 2025, 3, 5)")).rejects.toThrow(/check/)
  })

  test('of next year, but of no other', async () => {
    await hecho(inicio({ anio: 2026, numero: 1000 }))
    expect((await de('CV'))?.series.map(({ siguiente }) => siguiente)).toContain('F1-2026-001000')
    for (const anio of [2024, 2027]) expect(campo(await inicio({ anio }))).toEqual([400, 'anio'])
  })

  test('of a branch with a code, where its kind numbers by branch', async () => {
    const items = await hecho(adm.call(sucursales.listar))
    const id = (nombre: string) => items.find((each) => each.nombre === nombre)?.id
    await hecho(inicio({ tipo: 'OR', sucursal_id: id('Arequipa'), numero: 70 }))
    expect((await de('OR'))?.series.map(({ siguiente }) => siguiente)).toEqual([
      ...['OR-2025-000001', 'OR-AQP-2025-000070', 'OR-2026-000001', 'OR-AQP-2026-000001'],
    ])
    for (const bad of [
      { tipo: 'OR', sucursal_id: id('Lima') },
      { tipo: 'LQ', sucursal_id: id('Arequipa') },
    ]) {
      expect(campo(await inicio(bad))).toEqual([400, 'sucursal_id'])
    }
  })

  test.each([0, -1, 900_001, 1.5])('is not %d', async (numero) => {
    expect(campo(await inicio({ tipo: 'LQ', numero }))).toEqual([400, 'numero'])
  })

  test('no series has a gap', async () => {
    expect((await verificar(app.db)).diferencia).toBeNull()
  })
})
