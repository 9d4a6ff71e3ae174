import { monedaFuncional } from '../../dinero/moneda.ts'
import { type Campo, seleccion } from '../../fields.ts'
import { TIPOS_DOCUMENTO, type TipoDocumento } from '../documentos.ts'
import { documentosDe } from './tipos.ts'

/** What a document of Peru is called in another country. */
const DEL_PERU: Partial<Record<TipoDocumento, string>> = {
  DNI: 'DNI del Perú',
  CE: 'Carné de extranjería del Perú',
  PTP: 'PTP del Perú',
  CPP: 'CPP del Perú',
  RUC: 'RUC del Perú',
}

/** The types that a house of this country is offered: in Peru its own, elsewhere those of the country first. */
export function tiposOfrecidos(pais: string): TipoDocumento[] {
  const own = documentosDe(pais)
  if (pais === 'pe') return own
  const all = Object.keys(TIPOS_DOCUMENTO) as TipoDocumento[]
  return [...new Set<TipoDocumento>([...own, 'PAS', 'OTR', ...all])]
}

const base = seleccion('Tipo de documento', TIPOS_DOCUMENTO)

/** The type of a client's or a worker's document; the form offers what the house's country uses. */
export const tipoDocumento: Campo<typeof base.schema> = {
  ...base,
  get control() {
    const { pais } = monedaFuncional()
    return {
      ...base.control,
      opciones: tiposOfrecidos(pais).map((valor) => ({
        valor,
        etiqueta: (pais !== 'pe' && DEL_PERU[valor]) || TIPOS_DOCUMENTO[valor],
      })),
    }
  },
}
