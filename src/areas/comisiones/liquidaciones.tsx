import { formatFechaHora } from '../../core/formato.ts'
import { ListaPaginada } from '../../web/crud/lista-paginada.tsx'
import { Pagina } from '../../web/crud/pagina.tsx'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Fecha, Monto, Vacio } from '../../web/crud/valores.tsx'
import { useIr } from '../../web/navegacion.tsx'
import { useAnswer } from '../../web/query.ts'
import { contrato, ESTADOS_LIQUIDACION, type Liquidacion } from './contract.ts'
import { FichaLiquidacion } from './fichas.tsx'
import { opcionesDe, SOLES } from './palabras.ts'

const COLUMNAS: Columna<Liquidacion>[] = [
  {
    clave: 'numero',
    titulo: 'N.º',
    celda: ({ numero }) => numero,
    texto: ({ numero }) => numero,
    principal: true,
  },
  {
    clave: 'fecha',
    titulo: 'Fecha',
    celda: ({ fecha }) => <Fecha valor={fecha} hora />,
    texto: ({ fecha }) => formatFechaHora(fecha),
  },
  {
    clave: 'nombre',
    titulo: 'Beneficiario',
    celda: ({ nombre }) => nombre,
    texto: ({ nombre }) => nombre,
    amplia: true,
  },
  {
    clave: 'filas',
    titulo: 'Comisiones',
    alinear: 'right',
    celda: ({ filas }) => filas,
    texto: ({ filas }) => String(filas),
  },
  {
    clave: 'total',
    titulo: 'Total',
    alinear: 'right',
    celda: ({ total }) => <Monto valor={total} moneda={SOLES} />,
    numero: ({ total }) => total,
  },
  {
    clave: 'estado',
    titulo: 'Estado',
    celda: ({ estado }) => <FichaLiquidacion estado={estado} />,
    texto: ({ estado }) => ESTADOS_LIQUIDACION[estado],
  },
  {
    clave: 'cuenta',
    titulo: 'Pagada de',
    celda: ({ cuenta }) => cuenta ?? <Vacio />,
    texto: ({ cuenta }) => cuenta ?? '',
  },
  {
    clave: 'pagada_en',
    titulo: 'Pagada el',
    celda: ({ pagada_en }) => <Fecha valor={pagada_en} hora />,
    texto: ({ pagada_en }) => (pagada_en ? formatFechaHora(pagada_en) : ''),
  },
]

/** What was settled, and what of it still has to be paid. */
export default function Liquidaciones() {
  const { data: opciones } = useAnswer(contrato.opciones)
  const ir = useIr()
  return (
    <Pagina titulo="Liquidaciones" migas={[{ texto: 'Comisiones', ruta: 'reporte-comisiones' }]}>
      <ListaPaginada<Liquidacion>
        lista="liquidaciones-comisiones"
        titulo="Liquidaciones de comisiones"
        endpoint={contrato.liquidaciones}
        columnas={COLUMNAS}
        id={({ id }) => id}
        abrir={({ id }) => ir('detalle-liquidacion-comisiones', { id })}
        nombreFila={({ numero }) => numero}
        filtros={[
          { tipo: 'fechas' },
          {
            tipo: 'opciones',
            clave: 'beneficiario',
            titulo: 'Beneficiario',
            opciones: opciones?.beneficiarios ?? [],
          },
          {
            tipo: 'opciones',
            clave: 'estado',
            titulo: 'Estado',
            opciones: opcionesDe(ESTADOS_LIQUIDACION),
          },
        ]}
        vacio={<p>Todavía no hay liquidaciones. Elija comisiones en el reporte y liquídelas.</p>}
      />
    </Pagina>
  )
}
