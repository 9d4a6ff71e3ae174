import { sql } from 'kysely'
import { contrato, type Nuevo } from '../../../src/areas/gastos/contract.ts'
import { contrato as categorias } from '../../../src/areas/gastos-categorias/contract.ts'
import type { App } from '../../../src/main.app.ts'
import { type Llamar, tolerant } from '../llamada.ts'

/** Monthly budget in soles, by the category's code. */
const PRESUPUESTOS: Record<string, string> = {
  alquiler: '5500.00',
  servicios: '900.00',
  utiles: '350.00',
  movilidad: '600.00',
  impuestos: '2500.00',
}

type Gasto = Pick<Nuevo, 'descripcion' | 'monto'> &
  Partial<Nuevo> & { codigo: string; cuenta: string }

const soles = (
  codigo: string,
  descripcion: string,
  monto: string,
  more: Partial<Gasto> = {},
): Gasto => ({
  codigo,
  descripcion,
  monto,
  cuenta: 'BCP Soles',
  ...more,
})

/** Monthly expenses, by working day of the month. The administrator approves what is above the limit. */
const DEL_MES: Record<number, readonly Gasto[]> = {
  1: [
    soles('alquiler', 'Local de Lima Centro', '980.00', {
      proveedor: 'Inmobiliaria San Isidro Demo S.A.C.',
      ruc: '20999000038',
      comprobante: 'factura',
      serie_numero: 'E001-214',
      recurrente_dia: 28,
    }),
  ],
  4: [soles('servicios', 'Luz', '284.60', { comprobante: 'recibo', recurrente_dia: 5 })],
  6: [soles('servicios', 'Internet y telefonía', '219.90', { comprobante: 'recibo' })],
  9: [soles('planilla', 'Adelanto de quincena', '850.00')],
  12: [
    {
      codigo: 'servicios',
      descripcion: 'Alojamiento del sistema',
      monto: '24.90',
      cuenta: 'BCP Dólares',
    },
  ],
  13: [soles('otros', 'Extintores y señales de seguridad', '1020.00')],
  15: [soles('impuestos', 'Arbitrios municipales', '412.00', { comprobante: 'recibo' })],
  18: [soles('utiles', 'Rollos térmicos para tickets', '96.00', { comprobante: 'boleta' })],
  21: [soles('otros', 'Mantenimiento de la contadora de billetes', '180.00')],
  23: [soles('planilla', 'Planilla del mes', '7450.00')],
  25: [
    soles('alquiler', 'Local de Arequipa', '3200.00', {
      proveedor: 'Rentas del Sur Demo E.I.R.L.',
    }),
  ],
}

/** The expense of every day: a trip to the bank, sometimes also to get change. */
const diario = (n: number): Gasto =>
  n % 3 === 0
    ? soles('bancarios', 'Comisión por transferencia', `${(n % 4) + 3}.50`)
    : soles('movilidad', 'Taxi al banco', `${12 + (n % 5)}.00`, {
        cuenta: 'Bóveda Lima PEN',
        comprobante: 'boleta',
        serie_numero: `B001-${300 + n}`,
      })

const SENCILLO = soles('movilidad', 'Taxi por sencillo', '9.00', { cuenta: 'Bóveda Lima PEN' })
const diarios = (n: number) => [diario(n), ...(n % 6 === 1 ? [SENCILLO] : [])]

export async function presupuestar(admin: Llamar): Promise<void> {
  const rows = await admin(categorias.listar, {})
  for (const { id, nombre, codigo, version } of rows) {
    const presupuesto = PRESUPUESTOS[codigo]
    if (!presupuesto) continue
    await admin(categorias.editar, {
      params: { id },
      body: { nombre, codigo, presupuesto, version },
    })
  }
}

/** Ids of accounts by name and of categories by code. */
export interface Gastos {
  cuentas: ReadonlyMap<string, number>
  codigos: ReadonlyMap<string, number>
}

const APRUEBA = { nota: 'Conforme con el presupuesto del mes.' }

/** Registers the expenses of a day, and approves what another person must. */
export async function gastarDia(
  { supervisora, admin }: { supervisora: Llamar; admin: Llamar },
  o: Gastos & { fecha: string; n: number },
): Promise<void> {
  for (const gasto of [...(DEL_MES[o.n] ?? []), ...diarios(o.n)]) {
    const { id, estado } = await gastar(supervisora, o, o.fecha, gasto)
    if (estado === 'pendiente')
      await tolerant(() => admin(contrato.aprobar, { params: { id }, body: APRUEBA }))
  }
}

/** What the calendar proposes on a day is paid on that day, as in a house where nothing is left lying. */
export async function pagarPropuestos(
  { db }: App,
  { supervisora, admin }: { supervisora: Llamar; admin: Llamar },
  fecha: string,
): Promise<void> {
  await sql`SELECT gastos_proponer()`.execute(db)
  const query = { estado: 'pendiente', limite: '200' } as never
  const { items } = await supervisora(contrato.listar, { query })
  for (const { id: propuesta_id, numero, confirmado } of items) {
    if (confirmado) continue
    const propuesto = await supervisora(contrato.obtener, { params: { id: propuesta_id } })
    const { categoria_id, cuenta_id, proveedor, ruc, descripcion, monto, comprobante } = propuesto
    const serie_numero = comprobante === 'sin' ? null : `E001-${numero.slice(-6)}`
    const body = { categoria_id, cuenta_id, proveedor, ruc, descripcion, monto, comprobante }
    const { id, estado } = await supervisora(contrato.crear, {
      body: { ...body, fecha, serie_numero, propuesta_id },
    })
    if (estado === 'pendiente')
      await tolerant(() => admin(contrato.aprobar, { params: { id }, body: APRUEBA }))
  }
}

/** Registers one expense on a business day. */
export async function gastar(
  supervisora: Llamar,
  { cuentas, codigos }: Gastos,
  fecha: string,
  { codigo, cuenta, ...rest }: Gasto,
): Promise<{ id: number; estado: string }> {
  return supervisora(contrato.crear, {
    body: {
      comprobante: 'sin',
      ...rest,
      fecha,
      categoria_id: codigos.get(codigo) ?? 0,
      cuenta_id: cuentas.get(cuenta) ?? 0,
    },
  })
}
