import type { ConteoDeCajaProps } from '../../../web/marco/aportes.ts'
import { ALaVista } from './a-la-vista.tsx'
import { ConteoEntero } from './conteo-entero.tsx'

/** What the user's own till last counted: whole, or in one line that opens. */
export default function UltimoConteo({ breve = false, ...props }: ConteoDeCajaProps) {
  return breve ? <ALaVista {...props} /> : <ConteoEntero {...props} />
}
