import { DomainError } from '../../core/errors.ts'
import { catalogArea } from '../../server/catalog.ts'
import { contrato, paises, REFERENCIA } from './contract.ts'

/** A way to say who one is stands once in the list of a country. */
function repetido(documentos: unknown): boolean {
  const types = (documentos as { tipo: string }[]).map(({ tipo }) => tipo)
  return new Set(types).size < types.length
}

export const servidor = catalogArea<typeof contrato, string>(
  { ...paises, contrato },
  {
    antes: async (_, body, previa) => {
      if (previa?.id === REFERENCIA && body.moneda_id !== null) {
        const msg = 'La referencia internacional no es un país: no tiene moneda propia.'
        throw new DomainError('VALIDACION', {}, [{ msg, campo: 'moneda_id' }])
      }
      if (repetido(body.documentos)) {
        const msg = 'Hay un documento repetido.'
        throw new DomainError('VALIDACION', {}, [{ msg, campo: 'documentos' }])
      }
    },
    duplicados: {
      paises_pkey: ['un país con ese código', 'id'],
      paises_nombre_key: ['un país con ese nombre', 'nombre'],
    },
  },
)
