import { useAnswer } from '../../../web/api/query.ts'
import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato as monedasContrato } from '../../monedas/contract.ts'
import { columnasDe } from '../columnas.tsx'
import { contrato, type Fila } from '../contract.ts'

/** Who earns by an order, as far as one may see: on the order's page. */
export default function DeOrden({ id }: { id: number }) {
  const { data: currencies = [] } = useAnswer(monedasContrato.lista)
  const query = { orden_id: String(id), limite: 200 }
  const { data } = useAnswer(contrato.listar, { query })
  const ganancia = usePuede('ganancia:ver')
  const monedas = new Map(currencies.map((m) => [m.id, m]))
  // What the page says already.
  const sin = ['numero', 'cliente', 'moneda', 'monto', 'tasa', 'tipo', 'par']
  return (
    <Tabla<Fila>
      titulo="Comisiones de la orden"
      columnas={columnasDe(monedas, ganancia).filter(({ clave }) => !sin.includes(clave))}
      filas={data?.items}
      id={({ id: row }) => row}
      esperadas={2}
      nombreFila={({ nombre }) => `la comisión de ${nombre}`}
      vacio={
        <p>Esta orden no dio comisiones. Se devengan al completarla, si hay una regla vigente.</p>
      }
    />
  )
}
