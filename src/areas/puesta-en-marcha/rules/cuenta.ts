import type { AnswerOf } from '../../../core/contract.ts'
import type { CuentaFila } from '../../cuentas/contract.ts'
import type { entidades } from '../../entidades-financieras/contract.ts'

type EntidadDeCasa = AnswerOf<typeof entidades.contrato.listar>[number]

/** What an account at an entity is, by the kind of the entity. */
const TIPO_EN: Readonly<Record<EntidadDeCasa['tipo'], CuentaFila['tipo']>> = {
  banco: 'banco',
  caja: 'banco',
  billetera: 'billetera',
  cripto: 'cripto',
  etf: 'corresponsal',
}
export const tipoEn = ({ tipo }: Pick<EntidadDeCasa, 'tipo'>): CuentaFila['tipo'] => TIPO_EN[tipo]

/** The currencies in which an entity has accounts, of these; it names none where it has all. */
export const monedasEn = <M extends { id: number }>(
  { monedas }: Pick<EntidadDeCasa, 'monedas'>,
  todas: readonly M[],
): readonly M[] =>
  monedas.length === 0
    ? todas
    : todas.filter(({ id }) => monedas.some(({ moneda_id }) => moneda_id === id))

const NUMEROS: Partial<Record<EntidadDeCasa['algoritmo'], string>> = {
  cci: 'El CCI: 20 dígitos.',
  ve20: 'Los 20 dígitos.',
}

/** What is typed as the number of an account there. */
export const numeroEn = ({ algoritmo, tipo }: Pick<EntidadDeCasa, 'algoritmo' | 'tipo'>): string =>
  NUMEROS[algoritmo] ??
  (tipo === 'billetera'
    ? 'El celular o el correo con que la abrió.'
    : tipo === 'cripto'
      ? 'La dirección de la billetera.'
      : 'Como lo escribe su entidad.')

/** What is typed of a new account before anything is. */
export const VACIO = {
  entidad: 0,
  moneda: 0,
  numero: '',
  /** Null until it is typed: entity and currency name it. */
  nombre: null as string | null,
  saldo: null as string | null,
  /** Undefined until it is typed: today's price. */
  costo: undefined as string | null | undefined,
}

/** Whether anything of a new account is typed that its step would leave behind. */
export const hayEscrito = ({ entidad, numero, nombre, saldo }: typeof VACIO): boolean =>
  entidad > 0 || numero !== '' || !!nombre || saldo !== null
