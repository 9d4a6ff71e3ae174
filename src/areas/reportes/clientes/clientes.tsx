import { formatDecimal, formatFecha } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import type { FiltroDe } from '../../../web/crud/lista/filtros.tsx'
import { filtroDe } from '../../../web/crud/lista/filtros.tsx'
import { Lista } from '../../../web/crud/lista/lista.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { useSucursales } from '../../../web/crud/sucursal.tsx'
import { Fecha, Monto } from '../../../web/crud/valores.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { contrato, type FilaCliente, MAXIMO_CLIENTES } from '../contract/clientes.ts'
import { TIPOS } from '../contract/partes.ts'
import {
  Cambio,
  Cifras,
  cambio,
  columnaDolares,
  cuenta,
  DOLARES,
  dolares,
  FilaSumas,
} from '../partes/cifras.tsx'
import { BarraPeriodo } from '../partes/periodo.tsx'
import { anotarExportacion, PaginaReporte, useFechas, useFiltrado } from '../partes/reporte.tsx'

const { compra, venta, canje, orden } = TIPOS
const TIPO: FiltroDe<typeof contrato.clientes> = filtroDe('tipo', 'Tipo', {
  compra,
  venta,
  canje,
  orden,
})
const nombre = ({ cliente }: FilaCliente) => cliente ?? 'Sin cliente'

const usd = (clave: 'usd' | 'ticket' | 'antes', titulo: string): Columna<FilaCliente> =>
  columnaDolares(clave, titulo, (fila) => fila[clave], { orden: (fila) => Number(fila[clave]) })

const COLUMNAS: Columna<FilaCliente>[] = [
  {
    clave: 'cliente',
    titulo: 'Cliente',
    celda: nombre,
    orden: nombre,
    texto: nombre,
    principal: true,
    amplia: true,
  },
  {
    clave: 'operaciones',
    titulo: 'Operaciones',
    alinear: 'right',
    celda: ({ operaciones }) => formatDecimal(String(operaciones), 0),
    orden: ({ operaciones }) => operaciones,
    numero: ({ operaciones }) => String(operaciones),
  },
  { ...usd('usd', 'Equivalente'), tarjeta: 'importe' },
  {
    clave: 'parte',
    titulo: 'Del total',
    alinear: 'right',
    celda: ({ parte }) => parte && `${formatDecimal(parte, 1)} %`,
    orden: ({ parte }) => Number(parte),
    numero: ({ parte }) => parte,
  },
  usd('ticket', 'Promedio'),
  usd('antes', 'Período anterior'),
  columnaDolares('cambio', 'Cambio', ({ usd, antes }) => cambio(usd, antes), {
    celda: (f) => <Cambio valor={cambio(f.usd, f.antes)} formato={dolares} />,
    orden: (f) => Number(cambio(f.usd, f.antes)),
  }),
  {
    clave: 'ultima',
    titulo: 'Última operación',
    celda: ({ ultima }) => <Fecha valor={ultima} />,
    orden: ({ ultima }) => ultima,
    texto: ({ ultima }) => formatFecha(ultima),
  },
]

/** Who moved most in the period, beside what he moved in the one before. */
export default function Clientes() {
  const filtrado = useFiltrado(contrato.clientes)
  const filtros = [...useFechas(), TIPO, ...useSucursales().filtros]
  const { data, error, refetch } = useAnswer(
    contrato.clientes,
    { query: filtrado },
    { conserva: true },
  )
  const ir = useIr()
  const { total, total_antes: antes } = data ?? {}
  return (
    <PaginaReporte
      titulo="Mejores clientes"
      datos={data}
      nota={`Los ${MAXIMO_CLIENTES} que más movieron, sin las anuladas`}
      filtros={filtros}
    >
      <BarraPeriodo actual={data?.periodo} />
      <Cifras
        cifras={[
          {
            titulo: 'Clientes',
            valor: total && String(total.clientes),
            antes: antes && String(antes.clientes),
            formato: cuenta,
          },
          {
            titulo: 'Operaciones',
            valor: total && String(total.operaciones),
            antes: antes && String(antes.operaciones),
            formato: cuenta,
          },
          { titulo: 'Equivalente', valor: total?.usd, antes: antes?.usd, formato: dolares },
        ]}
      />
      <Lista<FilaCliente>
        lista="reporte-clientes"
        titulo="Clientes que más movieron"
        columnas={COLUMNAS}
        filas={data?.filas}
        id={({ cliente_id }) => cliente_id ?? 0}
        abrir={({ cliente_id }) => cliente_id && ir('detalle-cliente', { id: cliente_id })}
        nombreFila={nombre}
        filtros={filtros}
        error={error}
        reintentar={() => void refetch()}
        pie={(_, visibles) =>
          total && (
            <FilaSumas
              visibles={visibles}
              sumas={{
                operaciones: <>{formatDecimal(String(total.operaciones), 0)}</>,
                usd: <Monto valor={total.usd} moneda={DOLARES} />,
              }}
            />
          )
        }
        alExportar={() => anotarExportacion('clientes', filtrado)}
        vacio={<p>Sin operaciones en este período. Elija otro, o quite algún filtro.</p>}
      />
    </PaginaReporte>
  )
}
