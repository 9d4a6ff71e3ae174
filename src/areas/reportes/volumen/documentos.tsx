import { SEGMENTOS, type Segmento } from '../../../core/dinero/tramos.ts'
import { formatDecimal, type Simbolo } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { columnaHora, columnaMonto, columnaTexto } from '../../../web/crud/lista/columna.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { useSucursales } from '../../../web/crud/sucursal.tsx'
import { Monto } from '../../../web/crud/valores.tsx'
import { aporte } from '../../../web/marco/aportes.ts'
import { useBusqueda, useIr } from '../../../web/marco/navegacion.tsx'
import { useMonedas } from '../../monedas/ui/uso.ts'
import { TIPOS } from '../contract/partes.ts'
import type { DocumentoVolumen } from '../contract/volumen.ts'
import { contrato } from '../contract.ts'
import { columnaDolares, DOLARES, FilaSumas } from '../partes/cifras.tsx'
import { BarraPeriodo } from '../partes/periodo.tsx'
import { anotarExportacion, PaginaReporte, useFiltrado, useFiltros } from '../partes/reporte.tsx'
import { SEGMENTO } from './volumen.tsx'

type Fila = DocumentoVolumen

/** The columns; amounts are written as everywhere, with the currencies by their code. */
const columnasDe = (monedas: ReadonlyMap<string, Simbolo>): Columna<Fila>[] => [
  columnaHora('fecha', 'Fecha', ({ fecha }) => fecha),
  columnaTexto('numero', 'N.º', ({ numero }) => numero, { principal: true }),
  columnaTexto('tipo', 'Tipo', ({ tipo }) => TIPOS[tipo]),
  columnaTexto('corredor', 'Corredor', ({ de, a }) => `${de} → ${a}`, { oculta: true }),
  columnaTexto('segmento', 'Segmento', ({ segmento }) => SEGMENTOS[segmento as Segmento]),
  columnaTexto('cliente', 'Cliente', ({ cliente }) => cliente ?? 'Ocasional', {
    amplia: 'corta',
    tarjeta: 'fija',
  }),
  columnaTexto('cajero', 'Cajero', ({ cajero }) => cajero),
  columnaTexto('moneda', 'Divisa', ({ moneda }) => moneda, { oculta: true }),
  columnaMonto('monto', 'Monto', (f) => [f.monto, monedas.get(f.moneda)]),
  columnaTexto('contramoneda', 'Divisa del contravalor', (f) => f.contramoneda, { oculta: true }),
  columnaMonto('contravalor', 'Contravalor', (f) => [f.contravalor, monedas.get(f.contramoneda)], {
    tarjeta: 'fija',
  }),
  columnaDolares('usd', 'Equivalente', ({ usd }) => usd),
]

const PASO = [{ texto: 'Volumen', ruta: 'reporte-volumen' }] as const

/** The operations behind a figure of volume. */
export default function DocumentosVolumen() {
  const filtrado = useFiltrado(contrato.documentosVolumen)
  const [{ limite = '50', cursor }] = useBusqueda()
  const filtros = [...useFiltros(), SEGMENTO]
  const ir = useIr()
  const monedas = useMonedas()
  const columnas = columnasDe(new Map([...monedas.values()].map((each) => [each.iso, each])))
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
      nota={`${formatDecimal(String(data?.sumas.operaciones ?? 0), 0)} operaciones`}
      filtros={filtros}
    >
      <BarraPeriodo actual={data?.periodo} />
      <ListaPaginada
        lista="documentos-volumen"
        titulo="Operaciones del volumen"
        endpoint={contrato.documentosVolumen}
        espera={monedas.size === 0}
        columnas={[...columnas, ...sucursal]}
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
