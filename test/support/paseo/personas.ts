import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { contrato as clientes } from '../../../src/areas/clientes/contract.ts'
import type { Registro } from '../../../src/areas/compras-ventas/contract.ts'
import { contrato as pares } from '../../../src/areas/pares-divisas/contract.ts'
import { contrato as tipos } from '../../../src/areas/tipos-cambios/contract.ts'
import { decimal, texto } from '../../../src/core/dinero/decimal.ts'
import { PLANTILLAS } from '../../../src/core/permisos.ts'
import { aCargo } from '../areas/caja.ts'
import { cuenta, EUR, PEN, USD, VES } from '../areas/casa.ts'
import { conRegla } from '../areas/comisiones.ts'
import { montarOrdenes } from '../areas/ordenes.ts'
import type { Answer, Client, TestApp } from '../servidor/app.ts'
import { comoDueno, sesionesSinFin } from '../servidor/dueno.ts'
import { hecho } from '../servidor/respuesta.ts'
import { generador } from './reparto.ts'

/** Seven people of six roles. `otra` is the second cashier. */
export type Persona =
  | 'admin'
  | 'gerente'
  | 'cajera'
  | 'otra'
  | 'pagador'
  | 'cumplimiento'
  | 'contadora'

/** One call and its answer, with what asks the same again. */
export interface Oida {
  quien: Persona
  que: string
  answer: Answer
  repetir: () => Promise<Answer>
}

/** A client whose every answer is heard. */
function oido(quien: Persona, client: Client, oye: (o: Oida) => void): Client {
  return {
    ...client,
    call: async (endpoint, args = {}) => {
      const send = () => client.call(endpoint, { ...args, clave: args.clave ?? randomUUID() })
      const answer = await send()
      const repetir = async () => {
        const again = (await client.call(endpoint, args)) as Answer
        oye({ quien, que: `${endpoint.path}`, answer: again, repetir })
        return again
      }
      oye({
        quien,
        que: `${endpoint.method} ${endpoint.path}`,
        answer: answer as Answer,
        repetir,
      })
      return answer
    },
    raw: async (method, path, body, headers) => {
      const repetir = () => client.raw(method, path, body, headers)
      const answer = await repetir()
      oye({ quien, que: `${method} ${path.split('?')[0]}`, answer, repetir })
      return answer
    },
  }
}

const DIA = 86_400_000
const INICIO = Date.parse('2025-11-21T14:00:00Z')

/** The house in which all sequences happen: one day for each, so that every limit of a day begins anew. */
export async function fundar(app: TestApp, oye: (o: Oida) => void) {
  const instante = INICIO - DIA
  const poner = () => app.setClock(new Date(instante).toISOString())
  poner()
  const casa = await montarOrdenes(app)
  const lee = async <T>(text: string) => (await sql.raw<T>(text).execute(app.db)).rows
  await app.db
    .insertInto('roles_permisos')
    .values(PLANTILLAS.mgr.permisos.map((permiso) => ({ rol_slug: 'mgr', permiso })))
    .execute()
  const crudos = {
    admin: casa.adm,
    gerente: await app.signedIn('mgr'),
    cajera: casa.caj,
    otra: await app.signedIn('caj'),
    pagador: casa.pag,
    cumplimiento: await app.signedIn('cum'),
    contadora: await app.signedIn('con'),
  } satisfies Record<Persona, Client>
  const gente = Object.fromEntries(
    Object.entries(crudos).map(([quien, client]) => [quien, oido(quien as Persona, client, oye)]),
  ) as Record<Persona, Client>
  // The limits of a new house, which the test app lifts; and no second payer.
  await comoDueno(
    app.url,
    `UPDATE usuarios SET estatus = false WHERE id = ${casa.otro.usuario_id};
    INSERT INTO pares_divisas_historico (par_id, compra, venta, vigencia) SELECT id, compra, venta, tstzrange('2025-01-01', NULL) FROM pares_divisas;
    UPDATE tipos_pagos SET nombre = initcap(nombre);
    UPDATE ajustes SET valor = v.valor::jsonb FROM (VALUES ('sin_cliente_dia_usd', '600'),
      ('contraparte_dia_usd', '5000'), ('dos_personas_dia_usd', '600'), ('anular_propia_usd', '200'),
      ('anular_propia_minutos', '15'), ('umbral_declaracion_usd', '5000'), ('tasa_rancia_horas', '8760'))
      AS v (clave, valor) WHERE ajustes.clave = v.clave`,
  )
  await sesionesSinFin(app.url)

  // `aCargo` takes the small tills of the test house away from the first cashier.
  const { cajaPen, cajaUsd } = casa.cuentas
  await aCargo(app, crudos.admin, cajaPen, cajaUsd)
  const abre = (who: Persona, nombre: string, moneda: number, saldo: string, ...more: string[]) =>
    cuenta(app, crudos[who], nombre, moneda, saldo, ...more)
  const cajas = {
    cajera: {
      pen: await abre('cajera', 'Ventanilla 1 soles', PEN, '3000000.00'),
      usd: await abre('cajera', 'Ventanilla 1 dólares', USD, '900000.00', '3159000.00'),
    },
    otra: {
      pen: await abre('otra', 'Ventanilla 2 soles', PEN, '3000000.00'),
      usd: await abre('otra', 'Ventanilla 2 dólares', USD, '900000.00', '3159000.00'),
    },
    gerente: {
      pen: await abre('gerente', 'Gerencia soles', PEN, '900000.00'),
      usd: await abre('gerente', 'Gerencia dólares', USD, '90000.00', '315900.00'),
    },
    admin: { pen: cajaPen, usd: cajaUsd },
  }
  const cuentas = {
    euros: await abre('cajera', 'Ventanilla 1 euros', EUR, '600000.00', '2424000.00'),
    boveda: await abre('admin', 'Bóveda mayor', PEN, '5000000.00'),
    bancoPen: await abre(
      'admin',
      'Interbank Soles',
      PEN,
      '4000000.00',
      undefined as never,
      'banco',
    ),
    bancoUsd: await abre('admin', 'Interbank Dólares', USD, '90000.00', '315900.00', 'banco'),
    bancoVes: await abre('admin', 'Mercantil mayor', VES, '800000000.00', '14191200.00', 'banco'),
  }
  // A rate that follows its pair; the others are typed.
  const deEuros = { pais: 'pe', base_id: EUR, cotizacion_id: PEN, precision: 3 }
  const precios = { ...deEuros, compra: '4.040', venta: '4.200' }
  const parEuros = (await hecho(gente.admin.call(pares.crear, { body: precios }))).id
  const regla = { metodo_calculo: 'm' as const, margen: '3', tasa_manual: false }
  const sigue = { ...deEuros, ...regla, par_destino_id: parEuros }
  const tipoEuros = (await hecho(gente.admin.call(tipos.crear, { body: sigue as never }))).id
  await conRegla(gente.admin, { base: 'fijo', valor: '3', desde: '2025-11-20' })
  const historicos = await lee<{ id: number; tipo: number }>(
    `SELECT h.id::int, h.tipo_cambio_id::int AS tipo FROM tipos_cambios_historico h WHERE upper_inf(h.vigencia)`,
  )
  const tasa = (id: number, valor: string) => ({
    id,
    tasa: valor,
    tipo: historicos.find((h) => h.id === id)?.tipo ?? 0,
  })
  const tasas = {
    compra: tasa(casa.tasas.compraUsd, '3.520'),
    venta: tasa(casa.tasas.ventaUsd, '3.560'),
    canje: tasa(casa.tasas.canjeUsdEur, '0.8460'),
    ves: tasa(casa.historico, '52.412'),
  }
  return {
    ...casa,
    tipoEuros,
    app,
    lee,
    gente,
    cajas,
    cuentas,
    tasas,
    reloj: { poner, DIA, INICIO },
  }
}

export type Casa = Awaited<ReturnType<typeof fundar>>

/** What one sequence sees of the house, with its own random numbers, client and instant. */
export interface Mundo extends Casa {
  azar(max: number): number
  elige<T>(list: readonly T[]): T
  ladrones: readonly Persona[]
  /** Who answers requests honestly in this sequence. */
  jefe: Persona
  cliente: number
  beneficiario: number
  hoy: string
  /** Minutes go by. */
  pasa(minutos: number): void
  ahora(): string
  ref(): string
  /** US$ that the books say came in by bank and that nobody sent, confirmed by its author alone. */
  humo: Map<Persona, number>
  /** Documents that another person said yes to. */
  vistos: number[]
}

/** The n-th day of the house. */
export async function amanece(
  casa: Casa,
  semilla: number,
  n: number,
  ladrones: readonly Persona[],
): Promise<Mundo> {
  const azar = generador(semilla, n)
  const elige = <T>(list: readonly T[]) => list[azar(list.length)] as T
  let instante = casa.reloj.INICIO + n * casa.reloj.DIA
  const poner = () => casa.app.setClock(new Date(instante).toISOString())
  poner()
  let refs = 0
  const m: Mundo = {
    ...casa,
    azar,
    elige,
    ladrones,
    jefe: ladrones.includes('admin') ? 'gerente' : 'admin',
    cliente: 0,
    beneficiario: 0,
    hoy: new Date(instante).toISOString().slice(0, 10),
    pasa: (minutos) => {
      instante += minutos * 60_000
      poner()
    },
    ahora: () => new Date(instante).toISOString(),
    ref: () => {
      refs += 1
      return `OPER-${String(100_000_000 + n * 200 + refs)}`
    },
    humo: new Map(),
    vistos: [],
  }
  m.cliente = (await hecho(m.gente.cajera.call(clientes.crear, { body: persona(n) }))).id
  m.beneficiario = (await hecho(casa.crear(casa.nuevo(), m.cliente, m.gente.cajera))).id
  return m
}

const SILABAS = ['ba', 'ce', 'di', 'fo', 'gu', 'la', 'me', 'ni', 'po', 'ru', 'sa', 'te', 'vi', 'zo']
/** A name of letters only, another one for each number. */
export function nombre(n: number): string {
  let text = ''
  for (let rest = n + 14; rest > 0; rest = Math.floor(rest / 14)) text += SILABAS[rest % 14]
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A client as the form sends it: nobody else has his name, document or phone. */
export const persona = (n: number, more: object = {}) => ({
  ...{ tipo_persona: 'natural' as const, tipo_doc: 'DNI' as const, segmento: 'publico' as const },
  ...{ num_doc: String(50_000_000 + n), nombres: nombre(n), apellidos: `${nombre(n + 7)} Rey` },
  ...{ fecha_nac: '1984-03-09', celular: String(930_000_000 + n) },
  ...more,
})

const efectivo = (m: Mundo, cuenta_id: number, monto: string) => ({
  ...{ tipo_pago_id: m.pagos.efectivo, cuenta_id, monto },
})
/** Soles for so many hundreds of dollars. */
export const soles = (dolares: number, tasa: string, menos = '0') =>
  texto(decimal(tasa).times(dolares).minus(menos), 2)

type Cajero = keyof Casa['cajas']
export const cajasDe = (m: Mundo, quien: Persona) => m.cajas[quien as Cajero]

/** A purchase or a sale of dollars for cash of one's own tills. */
export function operacion(
  m: Mundo,
  quien: Persona,
  tipo: 'compra' | 'venta',
  dolares: number,
  more: Partial<Registro> = {},
): Registro {
  const { pen, usd } = cajasDe(m, quien)
  const { id, tasa } = m.tasas[tipo]
  const usdLine = [efectivo(m, usd, `${dolares}.00`)]
  const penLine = [efectivo(m, pen, soles(dolares, more.tasa ?? tasa))]
  return {
    ...{ tipo, cliente_id: m.cliente, divisa_id: USD, monto: `${dolares}.00` },
    ...{ historico_id: id, tasa, confirmo_duplicado: true },
    recibimos: tipo === 'compra' ? usdLine : penLine,
    entregamos: tipo === 'compra' ? penLine : usdLine,
    ...more,
  }
}

/** A line paid by bank in soles, which nobody has to have sent. */
export const porBanco = (m: Mundo, monto: string, more: object = {}) => ({
  ...{ tipo_pago_id: m.pagos.transferencia, cuenta_id: m.cuentas.bancoPen, monto },
  ...{ referencia: m.ref(), ...more },
})
export { efectivo }
