import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatDecimal } from '../../../core/formato.ts'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Monto } from '../../../web/crud/valores.tsx'
import { type GrupoArqueos, VISTAS_ARQUEOS, type VistaArqueos } from '../contract/arqueos.ts'
import { Cambio } from '../partes/cifras.tsx'

type Numero = 'conteos' | 'exactos' | 'recontados' | 'faltantes' | 'sobrantes'

const numero = (clave: Numero, titulo: string): Columna<GrupoArqueos> => ({
  clave,
  titulo,
  alinear: 'right',
  celda: (fila) => formatDecimal(String(fila[clave]), 0),
  orden: (fila) => fila[clave],
  numero: (fila) => String(fila[clave]),
})

const soles = (clave: 'faltante' | 'sobrante', titulo: string): Columna<GrupoArqueos> => ({
  clave,
  titulo,
  alinear: 'right',
  celda: (fila) => <Monto valor={fila[clave]} moneda={monedaFuncional()} />,
  orden: (fila) => Number(fila[clave]),
  numero: (fila) => fila[clave],
})

/** Columns of the closes of a cashier, or of a till with its counts in between. */
export const columnasDe = (por: VistaArqueos): Columna<GrupoArqueos>[] => [
  {
    clave: 'nombre',
    titulo: VISTAS_ARQUEOS[por],
    celda: ({ nombre }) => nombre,
    orden: ({ nombre }) => nombre,
    texto: ({ nombre }) => nombre,
    principal: true,
    amplia: true,
  },
  numero('conteos', 'Cierres'),
  numero('exactos', 'Cuadraron'),
  numero('recontados', 'Con recuento'),
  numero('faltantes', 'Con faltante'),
  soles('faltante', 'Faltó'),
  numero('sobrantes', 'Con sobrante'),
  soles('sobrante', 'Sobró'),
  {
    clave: 'neto',
    titulo: 'Neto',
    alinear: 'right',
    celda: ({ neto }) => <Cambio valor={neto} />,
    orden: ({ neto }) => Number(neto),
    numero: ({ neto }) => neto,
    tarjeta: 'importe',
  },
  ...(por === 'cuenta'
    ? [
        {
          clave: 'arqueos',
          titulo: 'Arqueos',
          alinear: 'right' as const,
          celda: ({ arqueos }: GrupoArqueos) => arqueos ?? 0,
          orden: ({ arqueos }: GrupoArqueos) => arqueos ?? 0,
          numero: ({ arqueos }: GrupoArqueos) => String(arqueos ?? 0),
        },
      ]
    : []),
]
