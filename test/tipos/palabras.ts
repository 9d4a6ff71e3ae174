import { entero, siNo, texto, textoVacio } from '../../src/areas/ajustes/contract/campos.ts'
import { REGLAS } from '../../src/areas/ajustes-saldo/rules/base.ts'
import type { Accion, Estado } from '../../src/areas/ordenes/rules.ts'
import type { Palabras } from '../../src/core/base.ts'
import { deColumna } from '../../src/core/contract.ts'
import { seleccionDe } from '../../src/core/fields.ts'
import type { Aportes } from '../../src/server/aportes.ts'

/** TypeScript's literal types hold exactly the words that the database admits. */
export const compilan = [
  deColumna<'turnos.apertura'>({ conteo: 1, ultimo_cierre: 1, saldo_inicial: 1 }),
  seleccionDe<'clientes.segmento'>('Segmento', { publico: 'Público', mayorista: 'Mayorista' }),
  { propone: 'Propone', publica: 'Publica' } satisfies Record<
    Palabras['pares_fuentes.modo'],
    string
  >,
  entero('bloqueo_minutos', 'tasas', 'Vigencia'),
  REGLAS.faltante.contra === 'sobrantes-faltantes',
]
export const acciones: readonly Accion[] = ['crear', 'relevar', 'vencer']
export const estados: readonly Estado[] = ['pendiente', 'en_proceso']

export const no_compilan = [
  // @ts-expect-error `ultimo_cierre` and `saldo_inicial` are missing
  deColumna<'turnos.apertura'>({ conteo: 1 }),
  // @ts-expect-error the column does not admit `otro`
  deColumna<'turnos.apertura'>({ conteo: 1, ultimo_cierre: 1, saldo_inicial: 1, otro: 1 }),
  // @ts-expect-error there is no such column
  deColumna<'turnos.aperura'>({ conteo: 1, ultimo_cierre: 1, saldo_inicial: 1 }),
  // @ts-expect-error clients have no state `preferente`
  seleccionDe<'clientes.segmento'>('Segmento', { publico: '', mayorista: '', preferente: '' }),
  // @ts-expect-error one of the column's words is missing
  { propone: 'Propone' } satisfies Record<Palabras['pares_fuentes.modo'], string>,
  // @ts-expect-error this setting is yes or no
  entero('exigir_turno', 'mostrador', 'Exigir turno'),
  // @ts-expect-error this setting is a number
  siNo('bloqueo_minutos', 'tasas', 'Vigencia', ''),
  // @ts-expect-error the house's name is never empty
  textoVacio('empresa.razon_social', 'empresa', 'Razón social'),
  // @ts-expect-error its address may be empty
  texto('empresa.direccion', 'empresa', 'Dirección'),
]
// @ts-expect-error orders have no such action
export const accion: Accion = 'devolver'
// @ts-expect-error orders have no such state
export const estado: Estado = 'completa'
export const aportes: Aportes = { avisos: { prueba: async () => [] } }
// @ts-expect-error no event has this name
export const mal: Aportes = { avisos: { pruebas: async () => [] } }
