import type { PreviaLote } from './contract.ts'

type Cuenta = Pick<PreviaLote['cuentas'][number], 'nombre' | 'formato' | 'entran' | 'fuera'>

/** An account of the dialog with how many of the orders its file carries or, for none, why where all share one reason. */
export function archivoEnPalabras({ nombre, formato, entran, fuera }: Cuenta, n: number): string {
  const [porque, ...others] = new Set(fuera.map((one) => one.porque))
  const lleva =
    entran.length > 0
      ? `${entran.length} de ${n}`
      : `ninguna${porque && others.length === 0 ? `: ${porque}` : ''}`
  return `${nombre} · ${formato} · ${lleva}`
}

/** The accounts of the dialog, first whose file carries most of the orders; otherwise as they came. */
export const porLoQueLlevan = <C extends Pick<Cuenta, 'entran'>>(cuentas: readonly C[]): C[] =>
  [...cuentas].sort((a, b) => b.entran.length - a.entran.length)
