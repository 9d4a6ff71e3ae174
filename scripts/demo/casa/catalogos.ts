import { contrato as clientes } from '../../../src/areas/clientes/contract.ts'
import { contrato as cuentas } from '../../../src/areas/cuentas/contract.ts'
import { entidades } from '../../../src/areas/entidades-financieras/contract.ts'
import { monedas } from '../../../src/areas/monedas/contract.ts'
import { contrato as pares } from '../../../src/areas/pares-divisas/contract.ts'
import { PERU } from '../../../src/areas/puesta-en-marcha/rules/juegos/pe.ts'
import { JUEGOS } from '../../../src/areas/puesta-en-marcha/rules/juegos.ts'
import { contrato as tiposCambio } from '../../../src/areas/tipos-cambios/contract.ts'
import { contrato as tiposPago } from '../../../src/areas/tipos-pagos/contract.ts'
import type { Llamar } from '../llamada.ts'
import { BLOQUEADO, CLIENTES, CLIENTES_PLENA } from './clientes.ts'
import {
  type Cuenta,
  EMPRESA,
  ENTIDADES,
  PARES,
  SIN_USO,
  TIPOS_CAMBIO,
  TIPOS_PAGO,
  TIPOS_POR_MONTO,
} from './datos.ts'

/** Ids of the pairs, by the text `market base quote`. */
export type Pares = ReadonlyMap<string, number>

export async function crearPares(llamar: Llamar): Promise<Pares> {
  const made = new Map<string, number>()
  for (const [pais, base_id, cotizacion_id, compra, venta, precision] of PARES) {
    const body = { pais, base_id, cotizacion_id, compra, venta, precision }
    const { id } = await llamar(pares.crear, { body })
    made.set(`${pais} ${base_id} ${cotizacion_id}`, id)
  }
  return made
}

/** `vigenciaFuera`: for how many minutes a rate is kept for who pays from another country; null: as for all. */
export async function crearTiposCambio(
  llamar: Llamar,
  known: Pares,
  vigenciaFuera: number | null,
): Promise<void> {
  for (const [
    pais,
    base_id,
    cotizacion_id,
    metodo_calculo,
    precision,
    margen,
    from,
    to,
    manual,
  ] of TIPOS_CAMBIO) {
    const pair = (key: string | null) => (key ? (known.get(key) ?? null) : null)
    const body = {
      pais,
      base_id,
      cotizacion_id,
      metodo_calculo,
      precision,
      margen,
      par_origen_id: pair(from),
      par_destino_id: pair(to),
      tasa_manual: manual !== null,
      tasa: manual,
      ...(pais !== 'pe' && { bloqueo_minutos: vigenciaFuera }),
    }
    const { id } = await llamar(tiposCambio.crear, { body })
    // Other kinds of dollar are quoted but not sold at the counter, so their rates are switched off.
    if (pais === 'pe' && cotizacion_id === 7) await llamar(tiposCambio.estatus, { params: { id } })
  }
  for (const row of TIPOS_POR_MONTO) {
    const [pais, base_id, cotizacion_id, metodo_calculo, precision, margen, from, to, ...step] = row
    const [segmento, monto_min] = step
    const pairs = {
      par_origen_id: known.get(from) ?? null,
      par_destino_id: known.get(to) ?? null,
    }
    const rule = { metodo_calculo, precision, margen, ...pairs, segmento, monto_min }
    await llamar(tiposCambio.crear, { body: { pais, base_id, cotizacion_id, ...rule } })
  }
}

/** The record of the starter sets with this name or code. @throws Error when there is none. */
function delJuego<T>(all: readonly T[], es: (one: T) => boolean, que: string): T {
  const found = all.find(es)
  if (!found) throw new Error(`demo: no set has ${que}`)
  return found
}

export async function crearEntidades(
  llamar: Llamar,
  otras: readonly string[],
): Promise<Map<string, number>> {
  const all = JUEGOS.flatMap((juego) => juego.entidades)
  const made = new Map<string, number>()
  for (const nombre of [...ENTIDADES, ...otras]) {
    const found = delJuego(all, (one) => one.nombre === nombre, nombre)
    const body = { ...found, servicio: 'operativo' as const }
    const { id } = await llamar(entidades.contrato.crear, { body })
    made.set(nombre, id)
  }
  return made
}

export async function crearDenominaciones(llamar: Llamar): Promise<void> {
  for (const { moneda_id: id, billetes, metalicas } of PERU.piezas) {
    const { id: _, estatus, ...moneda } = await llamar(monedas.contrato.obtener, { params: { id } })
    const body = { ...moneda, billetes, metalicas }
    await llamar(monedas.contrato.editar, { params: { id }, body })
  }
}

export async function crearTiposPago(
  llamar: Llamar,
  otros: readonly string[],
  entran: readonly string[],
): Promise<void> {
  const all = JUEGOS.flatMap((juego) => juego.pagos)
  for (const codigo of [...TIPOS_PAGO, ...otros]) {
    const one = delJuego(all, (one) => one.codigo === codigo, codigo)
    const body = entran.includes(codigo) ? { ...one, sentido: 'ambos' as const } : one
    const { id } = await llamar(tiposPago.crear, { body })
    if (codigo === SIN_USO) await llamar(tiposPago.estatus, { params: { id } })
  }
}

export async function crearCuentas(
  llamar: Llamar,
  rows: readonly Cuenta[],
  known: ReadonlyMap<string, number>,
  gente: ReadonlyMap<string, number>,
  minimos: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const [
    nombre,
    tipo,
    moneda_id,
    pais,
    entidad,
    numero,
    saldo_inicial,
    tasa_costo,
    suya,
    sucursal_id = 1,
  ] of rows) {
    const body = {
      nombre,
      tipo,
      moneda_id,
      pais,
      entidad_id: entidad ? (known.get(entidad) ?? null) : null,
      numero,
      titular: EMPRESA.razon_social,
      sucursal_id,
      responsable_id: gente.get(suya ?? '') ?? null,
      saldo_inicial,
      tasa_costo,
      saldo_min: minimos[nombre] ?? null,
    }
    await llamar(cuentas.crear, { body })
  }
}

/** Creates all clients and returns those who may operate at the counter. */
export async function crearClientes(
  llamar: Llamar,
  plena: boolean,
): Promise<{ id: number; nombre: string }[]> {
  const active: { id: number; nombre: string }[] = []
  for (const body of plena ? CLIENTES_PLENA : CLIENTES) {
    const { id } = await llamar(clientes.crear, { body: body as never })
    const nombre = String(body.razon_social ?? `${body.nombres} ${body.apellidos}`)
    if (body.num_doc === BLOQUEADO) {
      const motivo = 'Documento reportado como perdido'
      await llamar(clientes.estado, { params: { id }, body: { estado: 'bloqueado', motivo } })
    } else active.push({ id, nombre })
    if (body.pep || body.tipo_persona === 'juridica') {
      const nota = 'Se revisaron documento, cargo, accionistas y origen de los fondos.'
      await llamar(clientes.aprobar, { params: { id }, body: { nota, version: 1 } })
    }
  }
  return active
}
