import { contrato as ajustesSaldo } from '../../src/areas/ajustes-saldo/contract.ts'
import { contrato as comprasVentas } from '../../src/areas/compras-ventas/contract.ts'
import { contrato as ordenes } from '../../src/areas/ordenes/contract.ts'
import { decimal, texto } from '../../src/core/dinero/decimal.ts'
import { azar } from './azar.ts'
import { fechaDe } from './documentos/cierres.ts'
import { pasosDeExcepciones } from './documentos/citas.ts'
import { corredoresDeFuera } from './documentos/corredores.ts'
import { cotizacionesDeHoy, mover } from './documentos/cotizaciones.ts'
import { exceptuar } from './documentos/excepciones.ts'
import { gastar } from './documentos/gastos.ts'
import { genteDe, type Orden, pagoDe, pedir, VES } from './documentos/ordenes.ts'
import { transferirDia } from './documentos/transferencias.ts'
import type { Jornada } from './jornadas.ts'
import { pasosDeLimites } from './limites/pasos.ts'
import { entrar, type Llamar, tolerant } from './llamada.ts'
import { pasosDeUnicas } from './mostrador/grandes.ts'
import { comprarPorYape } from './mostrador/operaciones.ts'
import { pasosPlenos } from './plena.ts'
import { publicarPrecios } from './precios.ts'

/** The rate that the cashier asks authorization for, as a multiple of the published one. */
const MEJOR_TASA = '1.012'

export type Paso = readonly [minutosAntes: number, hacer: () => Promise<unknown>]

/**
 * The steps that leave open work today, so that the screens of the demo show some: an order in every state, payments to
 * verify, transfers in transit, prices that moved an hour ago and pending approvals.
 */
export async function pasosDeHoy(j: Jornada): Promise<Paso[]> {
  const who = await genteDe(j)
  const dice = azar(j.semilla + 700_000)
  const { cajera, supervisora } = who
  const { plena } = j
  return [
    [60, () => publicarPrecios(j.app, null)],
    ...cotizacionesDeHoy(j, cajera, supervisora),
    ...(await ordenesDeHoy(j, DE_MAS)),
    [34, () => comprarPorYape(cajera, '60', dice)],
    [28, () => transferirDia(j)],
    [20, () => gastar(supervisora, j.libros, fechaDe(j.dia), plena ? SIN_TOPE : DE_HOY)],
    [14, async () => ajustar(plena ? await entrar(j.app, 'admin') : supervisora, j.libros.cuentas)],
    [11, () => comprarPorYape(cajera, '90', dice)],
    ...(plena ? pasosDeExcepciones(j) : [[4, () => exceptuar(j.app)] as const]),
    ...(plena ? pasosDeUnicas(j) : []),
    [2, () => pedirTasa(cajera)],
    ...(plena ? await pasosPlenos(j) : []),
  ].map(([minutes, hacer]) => [minutes, () => tolerant(hacer as Paso[1])] as Paso)
}

/** The steps of a past day: of the whole demo, who comes near to a limit, and what departs from a rule. */
export const pasosDeAntes = (j: Jornada): Paso[] =>
  (j.plena ? [...pasosDeLimites(j), ...pasosDeExcepciones(j)] : []).map(
    ([minutes, hacer]) => [minutes, () => tolerant<unknown>(hacer)] as Paso,
  )

/**
 * The steps that bring a day that is under way up to date: what the first ones left open has expired or grown old, and
 * what waits for a person's answer still waits.
 */
export async function pasosDelResto(j: Jornada): Promise<Paso[]> {
  const { cajera } = await genteDe(j)
  const dice = azar(j.semilla + 700_000)
  return [
    [60, () => mover(j, dice.hasta(2) === 0 ? '0.004' : '-0.004')],
    ...(await ordenesDeHoy(j)),
    [34, () => comprarPorYape(cajera, '60', dice)],
    [11, () => comprarPorYape(cajera, '90', dice)],
    [2, () => pedirTasa(cajera)],
  ].map(([minutes, hacer]) => [minutes, () => tolerant(hacer as Paso[1])] as Paso)
}

/** What one client pays above his order, so that he has something in his favour. */
const DE_MAS = '20.00'

/** An expense above the supervisor's limit, so another user must approve it. */
const DE_HOY = {
  codigo: 'utiles',
  cuenta: 'BCP Soles',
  descripcion: 'Impresora de tickets',
  monto: '1450.00',
  proveedor: 'Suministros Demo S.A.C.',
} as const

/** In the whole demo its category has no budget: nothing warns of it, and it is approved together with others. */
const SIN_TOPE = { ...DE_HOY, codigo: 'otros' } as const

const ajustar = (quien: Llamar, cuentas: ReadonlyMap<string, number>) =>
  quien(ajustesSaldo.crear, {
    body: {
      cuenta_id: cuentas.get('Interbank Soles') ?? 0,
      motivo: 'faltante',
      monto: '640.00',
      observacion: 'Cargo duplicado que el banco todavía no devuelve.',
    },
  })

/** The cashier asks for authorization of a rate outside her range, for a regular client. */
async function pedirTasa(cajera: Llamar): Promise<void> {
  const { tasas } = await cajera(comprasVentas.opciones, {})
  const t = tasas.find(({ tipo, divisa }) => tipo === 'compra' && divisa.iso === 'USD')
  if (!t) return
  const tasa = texto(decimal(t.tasa).times(MEJOR_TASA), t.precision)
  const { historico_id, divisa } = t
  const motivo = 'Cliente de todas las semanas, trae US$ 800'
  await cajera(comprasVentas.pedirTasa, {
    body: { tipo: 'compra', divisa_id: divisa.id, monto: '800.00', historico_id, tasa, motivo },
  })
}

/**
 * Steps that leave one order in each column of the board. The client of the one that is completed pays `deMas` too much,
 * which stays his.
 */
async function ordenesDeHoy(j: Jornada, deMas?: string): Promise<Paso[]> {
  const who = await genteDe(j)
  const { cajera, pagador, supervisora } = who
  const dice = azar(j.semilla + 600_000)
  const opciones = await cajera(ordenes.opciones, {})
  // One beneficiary of each client is used, so that the board names many people.
  const toVes = who.agenda.filter(({ moneda_id }) => moneda_id === VES)
  const venezuela = [...new Map(toVes.map((to) => [to.cliente_id, to])).values()]
  const cuenta_id = opciones.fondos.find(({ moneda_id }) => moneda_id === VES)?.cuentas[0]?.id ?? 0
  const made = new Map<string, Orden>()
  let turn = j.n
  /** The first client who may send at that time sends; `paga` is the payment method, or null without payment. */
  const nueva =
    (name: string, monto: string, paga: string | null, a_favor?: string) => async () => {
      for (let i = 0; i < venezuela.length; i += 1) {
        turn += 1
        const to = venezuela[turn % venezuela.length] as (typeof venezuela)[number]
        const fresh = await cajera(ordenes.opciones, {})
        const cobros = paga
          ? [{ ...pagoDe(fresh, paga, monto, dice), ...(a_favor && { a_favor }) }]
          : []
        const orden = await tolerant(() => pedir(who, fresh, to, monto, cobros))
        if (!orden) continue
        made.set(name, orden)
        return
      }
    }
  /** Somebody asks for an order that he will pay from another country: its rate is kept until his bank has paid. */
  const deFuera = (cual: number) => async () => {
    const fuera = corredoresDeFuera()
    const corredor = fuera[cual % fuera.length]
    const there = who.agenda.filter(({ moneda_id }) => moneda_id === corredor?.a)
    const fresh = await cajera(ordenes.opciones, {})
    for (let i = 0; corredor && i < there.length; i += 1) {
      const to = there[(j.n + cual + i) % there.length] as (typeof there)[number]
      const monto = corredor.montos[dice.hasta(corredor.montos.length)] ?? '0'
      if (await tolerant(() => pedir(who, fresh, to, monto, [], corredor))) return
    }
  }
  const params = (name: string) => ({ id: made.get(name)?.id ?? 0 })
  const tomar = (name: string) => () => pagador(ordenes.tomar, { params: params(name), body: {} })
  const pagar = (name: string) => async () => {
    const referencia = String(200_000_000 + dice.hasta(799_999_999))
    const monto = made.get(name)?.recibe ?? '0'
    return pagador(ordenes.pagar, { params: params(name), body: { cuenta_id, monto, referencia } })
  }
  const rebotar = async () => {
    const { pagos } = await supervisora(ordenes.obtener, { params: params('rebotada') })
    const motivo = 'El banco devolvió el pago: cuenta inactiva'
    const body = { pago_id: pagos[0]?.id ?? 0, motivo }
    return supervisora(ordenes.rebotar, { params: params('rebotada'), body })
  }
  const observar = () => {
    const nota = 'La cédula no coincide con el titular de la cuenta'
    const body = { motivo: 'datos_incorrectos' as const, nota }
    return pagador(ordenes.observar, { params: params('observada'), body })
  }
  const banco = 'Transferencia mismo banco'
  return [
    [55, nueva('vencida', '180.00', null)],
    [52, nueva('otra', '300.00', banco)],
    [49, tomar('otra')],
    [48, nueva('completada', '260.00', banco, deMas)],
    [46, pagar('otra')],
    [44, tomar('completada')],
    [41, nueva('rebotada', '150.00', banco)],
    [39, pagar('completada')],
    [36, tomar('rebotada')],
    [32, pagar('rebotada')],
    [30, nueva('observada', '320.00', banco)],
    [24, rebotar],
    [22, nueva('en_proceso', '210.00', banco)],
    [18, observar],
    [15, tomar('en_proceso')],
    [12, nueva('pagada', '140.00', banco)],
    ...(j.plena
      ? ([
          [45, deFuera(0)],
          [33, deFuera(1)],
          [19, deFuera(2)],
          [17, pagar('rebotada')],
          [9, deFuera(3)],
        ] as const)
      : ([[8, nueva('por_verificar', '120.00', 'Yape')]] as const)),
    // Above the limit of two people: the cashier who registered its payment does not verify it.
    [6, nueva('de_dos', '950.00', banco)],
    [5, nueva('pendiente', '230.00', null)],
  ]
}
