import { formatFechaHora } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { columnaValor } from '../../../web/crud/lista/columna.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { useSucursales } from '../../../web/crud/sucursal.tsx'
import { Fecha } from '../../../web/crud/valores.tsx'
import { aporte } from '../../../web/marco/aportes.ts'
import { useBusqueda, useIr } from '../../../web/marco/navegacion.tsx'
import { TIPOS } from '../contract/partes.ts'
import { CONCEPTOS, contrato, type MovimientoGanancia } from '../contract.ts'
import { clienteDe } from '../palabras.ts'
import { FilaSumas } from '../partes/cifras.tsx'
import { BarraPeriodo } from '../partes/periodo.tsx'
import { anotarExportacion, PaginaReporte, useFiltrado, useFiltros } from '../partes/reporte.tsx'

const texto = (
  clave: string,
  titulo: string,
  of: (fila: MovimientoGanancia) => string,
): Columna<MovimientoGanancia> => ({ clave, titulo, celda: of, texto: of })

const COLUMNAS: Columna<MovimientoGanancia>[] = [
  {
    clave: 'fecha',
    titulo: 'Fecha',
    celda: ({ fecha }) => <Fecha valor={fecha} hora />,
    texto: ({ fecha }) => formatFechaHora(fecha),
  },
  { ...texto('numero', 'N.º', ({ numero }) => numero ?? '—'), principal: true },
  texto('tipo', 'Tipo', ({ tipo }) => TIPOS[tipo]),
  { ...texto('concepto', 'Concepto', ({ concepto }) => CONCEPTOS[concepto]), tarjeta: 'fija' },
  texto('moneda', 'Divisa', ({ moneda }) => moneda ?? '—'),
  { ...texto('cliente', 'Cliente', clienteDe), amplia: 'corta', tarjeta: 'fija' },
  texto('cajero', 'Cajero', ({ cajero }) => cajero),
  { ...texto('glosa', 'Glosa', ({ glosa }) => glosa), oculta: true },
  columnaValor('importe', 'Monto', ({ importe }) => importe),
]

const PASO = [{ texto: 'Ganancia', ruta: 'reporte-ganancia' }] as const
const CONCEPTO = {
  tipo: 'opciones',
  clave: 'concepto',
  titulo: 'Concepto',
  opciones: Object.entries(CONCEPTOS).map(([valor, etiqueta]) => ({ valor, etiqueta })),
} as const

/** The ledger legs behind a figure of profit, each with its document. */
export default function MovimientosGanancia() {
  const filtrado = useFiltrado(contrato.movimientosGanancia, ['concepto'])
  const [{ limite = '50', cursor }] = useBusqueda()
  const filtros = [...useFiltros(), CONCEPTO]
  const ir = useIr()
  const { columnas: sucursal } = useSucursales<MovimientoGanancia>('oculta')
  const { data } = useAnswer(
    contrato.movimientosGanancia,
    { query: { ...filtrado, limite, ...(cursor && { cursor }) } },
    { conserva: true },
  )
  return (
    <PaginaReporte
      titulo="Movimientos de la ganancia"
      migas={PASO}
      datos={data}
      compara={false}
      nota="Lo que costó va en negativo; una anulación, en el día en que se hizo"
      filtros={filtros}
    >
      <BarraPeriodo actual={data?.periodo} />
      <ListaPaginada
        lista="movimientos-ganancia"
        titulo="Movimientos de la ganancia"
        endpoint={contrato.movimientosGanancia}
        columnas={[...COLUMNAS, ...sucursal]}
        id={({ id }) => id}
        abrir={({ origen, origen_id }) => {
          const screen = aporte('documentos')[origen]?.ruta
          if (screen) ir(screen, { id: origen_id })
        }}
        nombreFila={({ numero, glosa }) => numero ?? glosa}
        filtros={filtros}
        pie={({ suma }, visibles) => <FilaSumas visibles={visibles} sumas={{ importe: suma }} />}
        alExportar={() => anotarExportacion('movimientos-ganancia', filtrado)}
        vacio={<p>Nada movió la ganancia en este período. Elija otro.</p>}
      />
    </PaginaReporte>
  )
}
