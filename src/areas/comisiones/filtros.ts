import { ESTADOS } from './contract.ts'
import { TIPOS } from './contract-reglas.ts'
import { opcionesDe } from './palabras.ts'

type Opciones = { beneficiarios: Opcion[]; corredores: Opcion[] } | undefined
type Opcion = { valor: string; etiqueta: string }

/** The filters of the report, with what there is to choose. */
export function filtrosDe(opciones: Opciones) {
  const one = (clave: string, titulo: string, data: readonly Opcion[]) =>
    ({ tipo: 'opciones', clave, titulo, opciones: data }) as const
  return [
    { tipo: 'fechas' } as const,
    one('beneficiario', 'Beneficiario', opciones?.beneficiarios ?? []),
    one('tipo', 'Tipo', opcionesDe(TIPOS)),
    one('corredor', 'Corredor', opciones?.corredores ?? []),
    one('estado', 'Estado', opcionesDe(ESTADOS)),
  ]
}
