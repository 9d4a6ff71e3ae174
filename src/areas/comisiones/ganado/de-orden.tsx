import { useAnswer } from '../../../web/api/query.ts'
import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { useMonedas } from '../../monedas/ui/uso.ts'
import { columnasDe } from '../columnas.tsx'
import { contrato, type Fila } from '../contract.ts'

/** The commissions of an order that the user may see, on the order's page. */
export default function DeOrden({ id }: { id: number }) {
  const monedas = useMonedas()
  const query = { orden_id: String(id), limite: 200 }
  const { data } = useAnswer(contrato.listar, { query })
  const ganancia = usePuede('ganancia:ver')
  // Columns that repeat data of the order's page.
  const sin = ['numero', 'cliente', 'moneda', 'monto', 'tasa', 'tipo', 'par']
  return (
    <Tabla<Fila>
      titulo="Comisiones de la orden"
      columnas={columnasDe(monedas, ganancia).filter(({ clave }) => !sin.includes(clave))}
      filas={monedas.size > 0 ? data?.items : undefined}
      id={({ id: row }) => row}
      esperadas={2}
      nombreFila={({ nombre }) => `la comisión de ${nombre}`}
      vacio={
        <p>Esta orden no dio comisiones. Se devengan al completarla, si hay una regla vigente.</p>
      }
    />
  )
}
