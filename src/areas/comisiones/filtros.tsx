import { type FiltroDe, filtroDe } from '../../web/crud/lista/filtros.tsx'
import { TIPOS } from './contract/reglas.ts'
import { type contrato, ESTADOS } from './contract.ts'

type Opciones = { beneficiarios: Opcion[]; corredores: Opcion[] } | undefined
type Opcion = { valor: string; etiqueta: string }

/** The filters of the report, with what there is to choose. */
export function filtrosDe(opciones: Opciones): FiltroDe<typeof contrato.listar>[] {
  const choice = (data: Opcion[] = []) => data.map((o) => [o.valor, o.etiqueta] as const)
  return [
    { tipo: 'fechas' },
    filtroDe('beneficiario', 'Beneficiario', choice(opciones?.beneficiarios)),
    filtroDe('tipo', 'Tipo', TIPOS),
    filtroDe('corredor', 'Corredor', choice(opciones?.corredores)),
    filtroDe('estado', 'Estado', ESTADOS),
  ]
}
