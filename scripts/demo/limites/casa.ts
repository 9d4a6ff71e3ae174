import {
  contrato as ajustesSaldo,
  type Propuesta,
} from '../../../src/areas/ajustes-saldo/contract.ts'
import { contrato as gastos } from '../../../src/areas/gastos/contract.ts'
import type { Registro } from '../../../src/areas/transferencias/contract/registro.ts'
import { contrato as transferencias } from '../../../src/areas/transferencias/contract.ts'
import { fechaDe } from '../documentos/cierres.ts'
import { gastar } from '../documentos/gastos.ts'
import { conVisto } from '../documentos/visto.ts'
import type { Jornada } from '../jornadas.ts'
import { entrar, type Llamar } from '../llamada.ts'

/* What the house does of which a day, or one person, has a limit: just under it and just over it, in soles. */

const quienes = ({ app }: Jornada) =>
  Promise.all([entrar(app, 'admin'), entrar(app, 'supervisora')])

const cuenta = ({ libros }: Jornada, nombre: string) => libros.cuentas.get(nombre) ?? 0

/**
 * Expenses without a paper: two people pay each just less than one may in a day, together just less than a category
 * may; what comes after that waits for the other one of them.
 */
export async function gastarSinPapel(j: Jornada): Promise<void> {
  const [admin, supervisora] = await quienes(j)
  for (const [suyo, otra, codigo, descripcion, monto] of [
    [supervisora, admin, 'otros', 'Cerrajero: cambio de la chapa del almacén', '290.00'],
    [supervisora, admin, 'movilidad', 'Taxi del cerrajero, con sus herramientas', '15.00'],
    [admin, supervisora, 'otros', 'Gasfitero: fuga en el baño del local', '295.00'],
    [admin, supervisora, 'otros', 'Copias de llaves', '25.00'],
  ] as const) {
    const gasto = { codigo, cuenta: 'Bóveda Lima PEN', descripcion, monto }
    const { id, estado } = await gastar(suyo, j.libros, fechaDe(j.dia), gasto)
    const body = { nota: 'Se vio el trabajo hecho; el maestro no emite comprobante.' }
    if (estado === 'pendiente') await otra(gastos.aprobar, { params: { id }, body })
  }
}

/** Registers one transfer; `otra` says yes where it needs one. */
const enviar = (suya: Llamar, otra: Llamar, body: Registro) =>
  conVisto(otra, () => suya(transferencias.crear, { body }))

/** Funds go from bank to bank; at one moment of a day one transfer. */
const mover = (de: string, a: string, monto: string, motivo: string) => async (j: Jornada) => {
  const [admin, supervisora] = await quienes(j)
  await enviar(admin, supervisora, {
    ...{ tipo: 'interna', origen_id: cuenta(j, de), destino_id: cuenta(j, a), monto, motivo },
    referencia: `MB-${Math.floor(j.semilla)}${monto.slice(0, 3)}`,
  })
}

/** They go and come back, just less than one person may move in a day, and then a bit more. */
export const [moverFondos, devolverFondos, moverDeMas] = [
  mover('BCP Soles', 'Interbank Soles', '24500.00', 'Fondos para un depósito a plazo'),
  mover(
    'Interbank Soles',
    'BCP Soles',
    '24200.00',
    'El banco no mejoró la tasa: vuelven los fondos',
  ),
  mover('BCP Soles', 'Interbank Soles', '1900.00', 'Fondos para la planilla'),
] as const

/** What a bank charges beyond what its account says: just within what nobody asks about, and just beyond it. */
export async function cobrosDelBanco(j: Jornada): Promise<void> {
  const [admin, supervisora] = await quienes(j)
  for (const [comision_origen, monto] of [
    ['9.80', '600.00'],
    ['10.30', '650.00'],
  ] as const) {
    await enviar(supervisora, admin, {
      ...{ tipo: 'interna', origen_id: cuenta(j, 'BCP Soles'), monto, comision_origen },
      destino_id: cuenta(j, 'Interbank Soles'),
      ...{
        motivo: 'Fondos para pagos',
        referencia: `CB-${Math.floor(j.semilla)}${monto.slice(0, 2)}`,
      },
    })
  }
}

/** Funds for the correspondent in Chile: in pesos, a bit less or a bit more than US$ 5,000 to one party in a day. */
const fondear = (monto: string) => async (j: Jornada) => {
  const [admin, supervisora] = await quienes(j)
  await enviar(supervisora, admin, {
    ...{ tipo: 'tercero', origen_id: cuenta(j, 'Banco de Chile CLP'), monto },
    ...{ concepto: 'corresponsal', tercero: 'Pagos del Sur SpA', tercero_doc: '76543210-3' },
    ...{ motivo: 'Fondos para pagos de la quincena', referencia: `CL-${Math.floor(j.semilla)}` },
  })
}
export const fondearMenos = fondear('4620000')
export const fondearMas = fondear('4850000')

type Ajuste = Omit<Propuesta, 'cuenta_id'> & { cuenta: string }

const ABONADO = 'Depósito de otra empresa que el banco abonó por error.'
const RETIRADO = 'El banco retiró el depósito que abonó por error.'
const PRESTADO = 'Aporte de un socio mientras llega la transferencia del exterior.'
const DEVUELTO = 'Devolución del aporte: la transferencia llegó por la tarde.'
const REVISADO = { nota: 'Revisado con el estado de la cuenta.' }

/**
 * The supervisor approves two adjustments, each just less than she may, together just less than she may in a day; the
 * administrator approves two that are just more.
 */
export async function aprobarMucho(j: Jornada): Promise<void> {
  const [admin, supervisora] = await quienes(j)
  const correccion = { motivo: 'correccion', cuenta: 'Interbank Soles', monto: '4900.00' } as const
  const socio = { cuenta: 'BCP Soles', monto: '5100.00' } as const
  const ajustes: readonly (readonly [suya: Llamar, otra: Llamar, Ajuste])[] = [
    [admin, supervisora, { ...correccion, sentido: 'entra', observacion: ABONADO }],
    [admin, supervisora, { ...correccion, sentido: 'sale', observacion: RETIRADO }],
    [supervisora, admin, { ...socio, motivo: 'aporte', observacion: PRESTADO }],
    [supervisora, admin, { ...socio, motivo: 'retiro', observacion: DEVUELTO }],
  ]
  for (const [suya, otra, { cuenta: nombre, ...rest }] of ajustes) {
    const { id } = await suya(ajustesSaldo.crear, {
      body: { ...rest, cuenta_id: cuenta(j, nombre) },
    })
    await otra(ajustesSaldo.aprobar, { params: { id }, body: REVISADO })
  }
}
