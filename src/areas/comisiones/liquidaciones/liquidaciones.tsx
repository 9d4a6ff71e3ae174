import { useAnswer } from '../../../web/api/query.ts'
import { columnaHora, columnaTexto, columnaValor } from '../../../web/crud/lista/columna.tsx'
import { filtroDe } from '../../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { contrato, ESTADOS_LIQUIDACION, type Liquidacion } from '../contract.ts'
import { FichaLiquidacion } from '../fichas.tsx'

const COLUMNAS: Columna<Liquidacion>[] = [
  columnaTexto('numero', 'N.º', ({ numero }) => numero, { principal: true }),
  columnaHora('fecha', 'Fecha', ({ fecha }) => fecha),
  columnaTexto('nombre', 'Beneficiario', ({ nombre }) => nombre, { amplia: true }),
  {
    clave: 'filas',
    titulo: 'Comisiones',
    alinear: 'right',
    celda: ({ filas }) => filas,
    texto: ({ filas }) => String(filas),
  },
  columnaValor('total', 'Total', ({ total }) => total),
  columnaTexto('estado', 'Estado', ({ estado }) => ESTADOS_LIQUIDACION[estado], {
    celda: ({ estado }) => <FichaLiquidacion estado={estado} />,
  }),
  columnaTexto('cuenta', 'Pagada de', ({ cuenta }) => cuenta),
  columnaHora('pagada_en', 'Pagada el', ({ pagada_en }) => pagada_en),
]

/** List of settlements, with the amounts still to pay. */
export default function Liquidaciones() {
  const { data: opciones } = useAnswer(contrato.opciones)
  const ir = useIr()
  return (
    <Pagina titulo="Liquidaciones" migas={[{ texto: 'Comisiones', ruta: 'reporte-comisiones' }]}>
      <ListaPaginada
        lista="liquidaciones-comisiones"
        titulo="Liquidaciones de comisiones"
        endpoint={contrato.liquidaciones}
        columnas={COLUMNAS}
        id={({ id }) => id}
        abrir={({ id }) => ir('detalle-liquidacion-comisiones', { id })}
        ficha="detalle-liquidacion-comisiones"
        nombreFila={({ numero }) => numero}
        filtros={[
          { tipo: 'fechas' },
          {
            tipo: 'opciones',
            clave: 'beneficiario',
            titulo: 'Beneficiario',
            opciones: opciones?.beneficiarios ?? [],
          },
          filtroDe('estado', 'Estado', ESTADOS_LIQUIDACION),
        ]}
        buscar="Buscar por número o beneficiario"
        vacio={<p>Todavía no hay liquidaciones. Elija comisiones en el reporte y liquídelas.</p>}
      />
    </Pagina>
  )
}
