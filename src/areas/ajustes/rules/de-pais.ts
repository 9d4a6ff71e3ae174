import { nombreFiscal } from '../../../core/documento/fiscal.ts'
import type { Campos } from '../../../core/fields.ts'

/** The fields of settings in the words of a country: Peru's are those of the contract. */
export function camposDePais<C extends Campos>(campos: C, pais: string): C {
  if (!pais || pais === 'pe') return campos
  const dichos: Record<string, { etiqueta: string; ayuda: string }> = {
    ruc: { etiqueta: nombreFiscal(pais), ayuda: 'El de la casa. Sale en cada ticket.' },
    registro_sbs: {
      etiqueta: 'Registro de la casa',
      ayuda: 'El número que le dio quien la supervisa, si tiene uno.',
    },
  }
  const here = Object.entries(campos).map(([nombre, campo]) => [
    nombre,
    { ...campo, ...dichos[nombre] },
  ])
  return Object.fromEntries(here) as C
}
