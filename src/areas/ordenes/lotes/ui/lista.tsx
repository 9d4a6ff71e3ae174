import { BotonEnlace } from '../../../../web/crud/boton-enlace.tsx'
import { columnaHora, columnaMonto, columnaTexto } from '../../../../web/crud/lista/columna.tsx'
import { filtroDe } from '../../../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../../../web/crud/lista/lista-paginada.tsx'
import type { Columna } from '../../../../web/crud/lista/tabla.tsx'
import { Pagina } from '../../../../web/crud/pagina/pagina.tsx'
import { useIr } from '../../../../web/marco/navegacion.tsx'
import { type MonedaEscrita, useMonedas } from '../../../monedas/ui/uso.ts'
import { contratoLotes, ESTADOS_LOTE, type FilaLote } from '../contract.ts'
import { EstadoLote } from './estado-lote.tsx'

/** All batches of payouts, newest first. */
export default function ListaLotes() {
  const byId = useMonedas()
  const ir = useIr()
  return (
    <Pagina
      titulo="Lotes de pago"
      nota="Cada lote es un archivo que el banco paga de una vez. Se hace en Órdenes, con las que usted marca."
      acciones={
        <BotonEnlace a="ordenes" variant="default">
          Ver órdenes
        </BotonEnlace>
      }
    >
      <ListaPaginada
        lista="ordenes-lotes"
        titulo="Lista de lotes"
        endpoint={contratoLotes.listar}
        espera={byId.size === 0}
        columnas={columnasDe(byId)}
        id={({ id }) => id}
        abrir={({ id }) => ir('detalle-lote', { id })}
        ficha="detalle-lote"
        nombreFila={({ numero }) => numero}
        filtros={[{ tipo: 'fechas' }, filtroDe('estado', 'Estado', ESTADOS_LOTE)]}
        buscar="Buscar por lote, orden o cuenta"
        vacio={
          <p>
            Todavía no hay lotes. En Órdenes, marque las que tomó y elija «Archivo para el banco».
          </p>
        }
      />
    </Pagina>
  )
}

function columnasDe(byId: ReadonlyMap<number, MonedaEscrita>): Columna<FilaLote>[] {
  return [
    columnaTexto('numero', 'N.º', ({ numero }) => numero, { principal: true }),
    columnaHora('fecha', 'Fecha', ({ fecha }) => fecha, { orden: ({ fecha }) => fecha }),
    columnaTexto('cuenta', 'Cuenta', ({ cuenta }) => cuenta),
    columnaTexto('ordenes', 'Órdenes', ({ ordenes, pendientes }) =>
      pendientes > 0 && pendientes < ordenes ? `${ordenes} (${pendientes} esperan)` : `${ordenes}`,
    ),
    columnaMonto('total', 'Total', (fila) => [fila.total, byId.get(fila.moneda_id)]),
    columnaTexto('usuario', 'Hecho por', ({ usuario }) => usuario),
    columnaTexto('estado', 'Estado', ({ estado }) => ESTADOS_LOTE[estado], {
      celda: ({ estado }) => <EstadoLote estado={estado} />,
      tarjeta: 'cabecera',
    }),
  ]
}
