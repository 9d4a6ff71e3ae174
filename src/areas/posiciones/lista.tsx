import { enPlural } from '../../core/dinero/moneda.ts'
import { useAnswer } from '../../web/api/query.ts'
import { useRefresco } from '../../web/api/refresco.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { Lista } from '../../web/crud/lista/lista.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { mueveDinero } from '../../web/marco/aportes.ts'
import { useIr } from '../../web/marco/navegacion.tsx'
import type { Empieza } from '../../web/marco/screens.ts'
import { usePuede } from '../../web/sesion/sesion.ts'
import { columnasDe } from './columnas.tsx'
import { contrato, type PosicionFila } from './contract.ts'
import { Resumen } from './resumen.tsx'

/** Areas whose changes affect a position: operations, balances and prices. */
const cambian = (area: string) =>
  mueveDinero(area) || area === 'cuentas' || area === 'pares-divisas'

export const empieza: Empieza = { todo: [contrato.listar] }

/** What the house holds of each foreign currency: quantity, cost, value today, profit. */
export default function Posiciones() {
  const { data, error, refetch } = useAnswer(contrato.listar)
  const ganancia = usePuede('ganancia:ver')
  const ir = useIr()
  useRefresco('posiciones', cambian)
  return (
    <Pagina
      titulo="Posiciones"
      nota={`Lo que hay de cada divisa, lo que se debe por órdenes y lo que queda. Los valores están en ${enPlural()}.`}
      acciones={
        <BotonEnlace a="cuentas" variant="default">
          Ver cuentas
        </BotonEnlace>
      }
    >
      {ganancia && !error && data?.length !== 0 && <Resumen filas={data} />}
      <Lista<PosicionFila>
        lista="posiciones"
        titulo="Posición por divisa"
        columnas={columnasDe(data ?? [], ganancia)}
        filas={data}
        id={({ moneda }) => moneda.id}
        abrir={({ moneda }) => ir('movimientos-cuenta', {}, { moneda_id: String(moneda.id) })}
        nombreFila={({ moneda }) => `los movimientos de ${moneda.nombre}`}
        error={error}
        reintentar={() => void refetch()}
        vacio={
          <p>Todavía no hay divisas: entran con el saldo inicial de una cuenta o una compra.</p>
        }
      />
    </Pagina>
  )
}
