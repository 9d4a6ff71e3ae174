import { beforeAll, describe, expect, test } from 'vitest'
import { montarOtro, separar } from '../../../../test/support/ajenas/casos.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { en, hecho } from '../../../../test/support/servidor/respuesta.ts'
import { montarTodo } from '../../../../test/support/todo.ts'
import { contrato as campana } from '../../../areas/notificaciones/contract.ts'
import type { Registro } from '../../../areas/transferencias/contract/registro.ts'
import { contrato } from '../../../areas/transferencias/contract.ts'
import { verificar } from '../../../main.libros.ts'

/*
 * cash that goes from one branch to another says who carries it, and whoever carried it neither receives it nor
 * says who answers for what lacks. The vault is in Lima; the other person and his till are in Arequipa.
 */

const app = await startTestApp()
const casa = await montarTodo(app)
const persona = await montarOtro(app, casa)
const { adm, caj, cuentas, boveda } = casa
const { otro, suya } = persona
let jefe: Client
let tercera: Client

beforeAll(async () => {
  await separar(app, persona)
  jefe = await app.signedIn('adm')
  tercera = await app.signedIn('adm')
})

let monto = 10
const enviar = (more: Partial<Registro> = {}) => {
  monto += 1
  return adm.call(contrato.crear, {
    body: {
      ...{ tipo: 'interna', origen_id: boveda, destino_id: suya, monto: `${monto}.00` },
      ...{ confirmo_duplicado: true, ...more },
    },
  })
}
const campoDe = async (call: ReturnType<typeof enviar>) => {
  const { status, error } = await call
  return [status, error?.errors?.[0]?.campo ?? null, error?.message ?? null]
}
const lleva = { portador_id: otro.usuario_id }

describe('who carries it', () => {
  test('is said of cash between branches, and of nothing else', async () => {
    expect(await campoDe(enviar())).toEqual([
      ...[400, 'portador', 'Diga quién lleva el efectivo a la otra sucursal.'],
    ])
    const sobra = [...[400, 'portador', 'Solo lo lleva el efectivo que va de una sucursal a otra.']]
    // Within the branch, and to a bank, which is of none.
    expect(await campoDe(enviar({ ...lleva, destino_id: cuentas.cajaPen }))).toEqual(sobra)
    expect(
      await campoDe(enviar({ ...lleva, destino_id: cuentas.bcpPen, referencia: 'D-1' })),
    ).toEqual(sobra)
    expect((await enviar({ destino_id: cuentas.cajaPen })).status).toBe(201)
  })

  test('is an active person of the house, or another with his document', async () => {
    expect(await campoDe(enviar({ portador: 'Hermes' }))).toEqual([
      ...[400, 'portador_doc', 'Escriba el documento de quien lo lleva.'],
    ])
    expect((await campoDe(enviar({ portador_doc: '20100077044' })))[1]).toBe('portador')
    const both = { ...lleva, portador: 'Hermes', portador_doc: '20100077044' }
    expect((await campoDe(enviar(both)))[1]).toBe('portador')
    const inactiva = await app.signedIn('caj')
    await comoDueno(app.url, 'UPDATE usuarios SET estatus = false WHERE id = $1', [
      inactiva.usuario_id,
    ])
    expect(await campoDe(enviar({ portador_id: inactiva.usuario_id }))).toEqual([
      ...[400, 'portador_id', 'Esa persona está inactiva: elija otra.'],
    ])
    const [suyo] = await comoDueno<{ num_doc: string }>(
      app.url,
      'SELECT num_doc FROM usuarios WHERE id = $1',
      [otro.usuario_id],
    )
    const escrito = [...(suyo?.num_doc ?? '')].join('.')
    const [status, campo, said] = await campoDe(
      enviar({ portador: 'Un desconocido', portador_doc: escrito }),
    )
    expect([status, campo]).toEqual([400, 'portador_doc'])
    expect(said).toMatch(/^Ese documento es de .+, que es de la casa: elija su nombre\.$/)
    const { personas } = await hecho(adm.call(contrato.opciones))
    const ids = personas.map(({ id }) => id)
    expect([ids.includes(otro.usuario_id), ids.includes(inactiva.usuario_id)]).toEqual([
      true,
      false,
    ])
    const { id } = await hecho(enviar({ portador: 'Hermes', portador_doc: '20100077044' }))
    expect((await hecho(adm.call(contrato.obtener, en(id)))).portador).toBe('Hermes · 20100077044')
  })

  test('is fixed with the transfer, also for whoever writes past the functions', async () => {
    const { id } = await hecho(enviar(lleva))
    const write = (text: string) => comoDueno(app.url, text, [id])
    await expect(
      write('UPDATE transferencias SET portador_id = NULL WHERE id = $1'),
    ).rejects.toThrow()
    const [columns] = await comoDueno<{ all: string }>(
      app.url,
      `SELECT string_agg(column_name, ', ') AS all FROM information_schema.columns
       WHERE table_name = 'transferencias' AND is_generated = 'NEVER'
         AND column_name NOT IN ('id', 'numero', 'clave', 'portador_id', 'portador', 'portador_doc', 'sellada')`,
    )
    const copy = (carrier: string) =>
      write(`INSERT INTO transferencias (${columns?.all}, id, numero, portador_id)
        OVERRIDING SYSTEM VALUE
        SELECT ${columns?.all}, id + 900000, numero || 'x', ${carrier} FROM transferencias WHERE id = $1`)
    await expect(copy('NULL')).rejects.toThrow(/VALIDACION|portador/)
  })
})

describe('whoever carried it', () => {
  let id: number
  beforeAll(async () => {
    id = (await hecho(enviar({ ...lleva, monto: '70.00' }))).id
  })
  const waiting = async (who: Client, what = 'transferencias') =>
    (await hecho(who.call(campana.listar))).find(({ clave }) => clave === what)?.cuantos ?? 0

  test('neither receives nor rejects it, although the till is his, and is not asked to', async () => {
    for (const call of [
      otro.call(contrato.recibir, { ...en(id), body: { contado: '70.00' } }),
      otro.call(contrato.rechazar, { ...en(id), body: { motivo: 'No llegó nada' } }),
    ]) {
      const { status, error } = await call
      expect([status, error?.codigo]).toEqual([403, 'ENVIO_LLEVADO'])
    }
    expect((await hecho(otro.call(contrato.obtener, en(id)))).recibe).toBe(false)
    expect((await hecho(jefe.call(contrato.obtener, en(id)))).recibe).toBe(true)
    const before = await waiting(otro)
    await hecho(enviar({ portador_id: caj.usuario_id }))
    expect((await waiting(otro)) - before).toBe(1)
    const { items } = await hecho(otro.call(contrato.listar, { query: { por_recibir: '1' } }))
    expect(items.map((fila) => fila.id)).not.toContain(id)
  })

  test('is not asked to receive it at an account that nobody answers for either', async () => {
    const asked = (who: Client) => waiting(who, 'transferencias-sin-responsable')
    const before = [await asked(jefe), await asked(tercera)]
    await hecho(enviar({ origen_id: suya, destino_id: boveda, portador_id: jefe.usuario_id }))
    const after = [await asked(jefe), await asked(tercera)]
    expect(after.map((n, i) => n - (before[i] ?? 0))).toEqual([0, 1])
  })

  test('does not say who answers for what lacks, and may have to answer for it', async () => {
    await hecho(
      jefe.call(contrato.recibir, {
        ...en(id),
        body: { contado: '60.00', nota: 'El sobre llegó abierto' },
      }),
    )
    const body = {
      cargo: 'personal',
      cargo_usuario_id: otro.usuario_id,
      nota: 'Lo revisé',
    } as const
    const own = await otro.call(contrato.resolver, { ...en(id), body })
    expect([own.status, own.error?.codigo]).toEqual([403, 'DIFERENCIA_PROPIA'])
    const nobody = await tercera.call(contrato.resolver, {
      ...en(id),
      body: { ...body, cargo_usuario_id: caj.usuario_id },
    })
    expect([nobody.status, nobody.error?.errors?.[0]?.campo]).toEqual([400, 'cargo_usuario_id'])
    const { partes } = await hecho(tercera.call(contrato.obtener, en(id)))
    expect(partes.map(({ hizo }) => hizo)).toEqual(['envio', 'llevo', 'recibio'])
    // Nor is he asked to say it.
    const asked = (who: Client) => waiting(who, 'diferencias-en-transito')
    expect([await asked(otro), await asked(tercera)]).toEqual([0, 1])
    expect(partes.map((one) => one.id)).toEqual([adm.usuario_id, otro.usuario_id, jefe.usuario_id])
    await hecho(tercera.call(contrato.resolver, { ...en(id), body }))
    expect((await verificar(app.db)).diferencia).toBeNull()
  })
})
