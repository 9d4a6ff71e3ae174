import type { Que } from './contract/columnas.ts'

const NOMBRES: Record<Que, readonly [uno: string, varios: string, genero: 'o' | 'a']> = {
  clientes: ['cliente', 'clientes', 'o'],
  beneficiarios: ['beneficiario', 'beneficiarios', 'o'],
  cuentas: ['cuenta', 'cuentas', 'a'],
}

/** `1 cliente`, `2 clientes`. */
export const contados = (que: Que, n: number): string => `${n} ${NOMBRES[que][n === 1 ? 0 : 1]}`

/** What an import did, in a sentence. */
export function creados(que: Que, n: number): string {
  if (n === 0) return 'No había nada nuevo que importar.'
  return `${contados(que, n)} cread${NOMBRES[que][2]}${n === 1 ? '' : 's'}.`
}
