import type { z } from 'zod'
import type { entidades } from '../../entidades-financieras/contract.ts'
import type { paises } from '../../paises/contract.ts'
import type { contrato as tiposPagos } from '../../tipos-pagos/contract.ts'

/** A bank, wallet or exchange as its country knows it. */
export type Entidad = Pick<
  z.output<typeof entidades.contrato.crear.body>,
  'nombre' | 'pais' | 'paises' | 'tipo' | 'codigo' | 'algoritmo' | 'patron' | 'formas' | 'monedas'
>

/** A way to pay, with what it asks of whoever is paid. */
export type FormaDePago = z.output<typeof tiposPagos.crear.body>

/** Notes and coins in use of a currency, by its id: the largest first, separated by spaces. */
export interface Piezas {
  moneda_id: number
  nombre: string
  billetes: string | null
  metalicas: string | null
}

/** What everybody in a country types alike: a house takes of it what it uses. */
export interface Juego {
  pais: string
  nombre: string
  /** What else is said of a country that a house does not begin with. */
  nuevo?: Omit<z.output<typeof paises.contrato.crear.body>, 'id' | 'nombre'>
  entidades: readonly Entidad[]
  pagos: readonly FormaDePago[]
  piezas: readonly Piezas[]
}

type Algoritmo = Entidad['algoritmo']

/** Entities of one kind of a country, each as code and name. */
export const entidadesDe = (
  pais: string,
  tipo: Entidad['tipo'],
  filas: readonly (readonly [codigo: string, nombre: string, patron?: string])[],
  algoritmo: Algoritmo = 'ninguno',
): Entidad[] =>
  filas.map(([codigo, nombre, patron = null]) => ({
    ...{ nombre, pais, paises: [], tipo, codigo, algoritmo, patron, formas: [], monedas: [] },
  }))

/** Whether the house's `una` is that entity: its code there, or its name where it serves that country too. */
export const esEntidad = (
  una: Pick<Entidad, 'pais' | 'codigo' | 'nombre' | 'paises'>,
  { pais, codigo, nombre }: Entidad,
): boolean =>
  (una.pais === pais && una.codigo === codigo) ||
  (una.nombre === nombre && una.paises.some((otro) => otro.pais === pais))

/** These entities with the ways to pay that they support, by code, and their currencies, by id; none for any. */
export const soportan = (
  entidades: readonly Entidad[],
  formas: readonly string[],
  monedas: readonly number[] = [],
): Entidad[] =>
  entidades.map((entidad) => ({
    ...entidad,
    formas: formas.map((forma) => ({ forma })),
    monedas: monedas.map((moneda_id) => ({ moneda_id })),
  }))

type Dato = FormaDePago['campos'][number]

/** A datum that a way to pay requires. */
export const dato = (
  tipo: Dato['tipo'],
  clave: string,
  etiqueta: string,
  patron: string | null = null,
  ejemplo: string | null = null,
): Dato => ({ ...{ clave, etiqueta, tipo, obligatorio: true, patron, ejemplo } })

const NADA: Omit<FormaDePago, 'codigo' | 'nombre' | 'sentido'> = {
  pais: null,
  moneda_id: null,
  efectivo: false,
  pide_referencia: false,
  pide_comprobante: false,
  requiere_verificacion: false,
  tarifa_pct: null,
  tarifa_fija: null,
  tarifa_min: null,
  tarifa_max: null,
  costo_pct: null,
  costo_fijo: null,
  costo_pago_pct: null,
  costo_pago_fijo: null,
  tope_op: null,
  tope_dia: null,
  tope_mes: null,
  cuentas: [],
  campos: [],
}

/** A way to pay of which only what differs from none is said. */
export const forma = (
  codigo: string,
  nombre: string,
  sentido: FormaDePago['sentido'],
  resto: Partial<FormaDePago> = {},
): FormaDePago => ({ ...NADA, codigo, nombre, sentido, ...resto })

export const BANCO = dato('entidad', 'banco', 'Banco')

/** Whether an account is a savings or a current one, as banks of most countries ask. */
export const TIPO_CUENTA = dato(
  'texto',
  'tipo_cuenta',
  'Tipo de cuenta',
  'Ahorros|Corriente',
  'Ahorros',
)
