import { SEGMENTOS, type Segmento } from '../../../core/dinero/tramos.ts'
import { formatDecimal, formatFechaHora } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { useSucursales } from '../../../web/crud/sucursal.tsx'
import { Fecha, Monto } from '../../../web/crud/valores.tsx'
import { aporte } from '../../../web/marco/aportes.ts'
import { useBusqueda, useIr } from '../../../web/marco/navegacion.tsx'
import { TIPOS } from '../contract/partes.ts'
import type { DocumentoVolumen } from '../contract/volumen.ts'
import { contrato } from '../contract.ts'
import { columnaDolares, DOLARES, FilaSumas } from '../partes/cifras.tsx'
import { BarraPeriodo } from '../partes/periodo.tsx'
import { anotarExportacion, PaginaReporte, useFiltrado, useFiltros } from '../partes/reporte.tsx'
import { SEGMENTO } from './volumen.tsx'

type Fila = DocumentoVolumen

const texto = (clave: string, titulo: string, of: (fila: Fila) => string): Columna<Fila> => ({
  clave,
  titulo,
  celda: of,
  texto: of,
})

const decimales = (monto: string) => monto.split('.')[1]?.length ?? 0

/** An amount with the ISO code, because symbols do not tell all currencies apart. */
const monto = (clave: 'monto' | 'contravalor', titulo: string, de: 'moneda' | 'contramoneda') =>
  ({
    clave,
    titulo,
    alinear: 'right',
    celda: (fila) => (
      <Monto
        valor={fila[clave]}
        moneda={{ simbolo: fila[de], decimales: decimales(fila[clave]) }}
      />
    ),
    numero: (fila) => fila[clave],
  }) satisfies Columna<Fila>

const COLUMNAS: Columna<Fila>[] = [
  {
    clave: 'fecha',
    titulo: 'Fecha',
    celda: ({ fecha }) => <Fecha valor={fecha} hora />,
    texto: ({ fecha }) => formatFechaHora(fecha),
  },
  { ...texto('numero', 'N.º', ({ numero }) => numero), principal: true },
  texto('tipo', 'Tipo', ({ tipo }) => TIPOS[tipo]),
  { ...texto('corredor', 'Corredor', ({ de, a }) => `${de} → ${a}`), oculta: true },
  texto('segmento', 'Segmento', ({ segmento }) => SEGMENTOS[segmento as Segmento]),
  texto('cliente', 'Cliente', ({ cliente }) => cliente ?? 'Ocasional'),
  texto('cajero', 'Cajero', ({ cajero }) => cajero),
  { ...texto('moneda', 'Divisa', ({ moneda }) => moneda), oculta: true },
  monto('monto', 'Monto', 'moneda'),
  { ...texto('contramoneda', 'Divisa del contravalor', (f) => f.contramoneda), oculta: true },
  monto('contravalor', 'Contravalor', 'contramoneda'),
  columnaDolares('usd', 'Equivalente', ({ usd }) => usd),
]

const PASO = [{ texto: 'Volumen', ruta: 'reporte-volumen' }] as const

/** The operations behind a figure of volume. */
export default function DocumentosVolumen() {
  const filtrado = useFiltrado(contrato.documentosVolumen)
  const [{ limite = '50', cursor }] = useBusqueda()
  const filtros = [...useFiltros(), SEGMENTO]
  const ir = useIr()
  const { columnas: sucursal } = useSucursales<Fila>('oculta')
  const { data } = useAnswer(
    contrato.documentosVolumen,
    { query: { ...filtrado, limite, ...(cursor && { cursor }) } },
    { conserva: true },
  )
  return (
    <PaginaReporte
      titulo="Operaciones del volumen"
      migas={PASO}
      datos={data}
      compara={false}
      nota={data ? `${formatDecimal(String(data.sumas.operaciones), 0)} operaciones` : ''}
      filtros={filtros}
    >
      <BarraPeriodo actual={data?.periodo} />
      <ListaPaginada
        lista="documentos-volumen"
        titulo="Operaciones del volumen"
        endpoint={contrato.documentosVolumen}
        columnas={[...COLUMNAS, ...sucursal]}
        id={({ origen, id }) => `${origen}-${id}`}
        abrir={({ origen, id }) =>
          ir(aporte('documentos')[origen]?.ruta ?? 'detalle-compra-venta', { id })
        }
        nombreFila={({ numero }) => numero}
        filtros={filtros}
        pie={({ sumas }, visibles) => (
          <FilaSumas
            visibles={visibles}
            sumas={{ usd: <Monto valor={sumas.usd} moneda={DOLARES} /> }}
          />
        )}
        alExportar={() => anotarExportacion('documentos-volumen', filtrado)}
        vacio={<p>Sin operaciones en este período. Elija otro.</p>}
      />
    </PaginaReporte>
  )
}
