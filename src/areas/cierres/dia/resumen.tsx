import type { ReactNode } from 'react'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Monto } from '../../../web/crud/valores.tsx'
import classes from '../cierres.module.css'
import type { Resumen } from '../contract.ts'
import { CAJAS, CONTADO, COSTOS, CUENTAS, POSICIONES, TASAS } from './columnas.tsx'

const cuantas = (n: number, una: string, varias: string) => `${n} ${n === 1 ? una : varias}`

/** The summary of a day, as tables for screen and paper; a branch has neither positions nor rates of its own. */
export function ResumenDia({ resumen: r, deSucursal }: { resumen: Resumen; deSucursal: boolean }) {
  const { compra, venta, canje, orden, anulada } = r.operaciones
  const costos = r.posiciones.some(({ costo }) => costo !== undefined)
  return (
    <div className="pila hueco-16">
      <ul className="tira" aria-label="Cifras del día">
        {r.ganancia !== undefined && (
          <Cifra titulo="Ganancia cambiaria realizada" valor={r.ganancia} />
        )}
        {r.margen !== undefined && <Cifra titulo="Margen de las operaciones" valor={r.margen} />}
        {r.resultado !== undefined && <Cifra titulo="Resultado del día" valor={r.resultado} />}
        <li>
          Operaciones
          <strong>{compra + venta + canje + orden}</strong>
          {[
            cuantas(compra, 'compra', 'compras'),
            cuantas(venta, 'venta', 'ventas'),
            cuantas(canje, 'canje', 'canjes'),
            cuantas(orden, 'orden', 'órdenes'),
            ...(anulada ? [cuantas(anulada, 'anulada', 'anuladas')] : []),
          ].join(' · ')}
        </li>
      </ul>
      {!deSucursal && (
        <Cuadro titulo="Posiciones al cierre">
          <Tabla
            titulo="Posiciones al cierre"
            filas={r.posiciones}
            id={({ moneda_id }) => moneda_id}
            columnas={costos ? [...POSICIONES, ...COSTOS] : POSICIONES}
            vacio={<p>Sin divisas.</p>}
          />
        </Cuadro>
      )}
      <div className={classes.tablas}>
        <Cuadro titulo="Saldos por cuenta">
          <Tabla
            titulo="Saldos por cuenta"
            filas={r.cuentas}
            id={({ cuenta_id }) => cuenta_id}
            columnas={deSucursal ? [...CUENTAS, CONTADO] : CUENTAS}
          />
        </Cuadro>
        <div className="pila hueco-16">
          <Cuadro titulo="Cajas">
            <Tabla
              titulo="Cajas"
              filas={r.cajas}
              id={({ turno_id }) => turno_id}
              columnas={CAJAS}
              vacio={<p>Ninguna caja abrió turno este día.</p>}
            />
          </Cuadro>
          {!deSucursal && (
            <Cuadro titulo="Tasas vigentes">
              <Tabla
                titulo="Tasas vigentes"
                filas={r.tasas}
                id={({ base, cotizacion, pais, segmento }) =>
                  `${pais} ${base} ${cotizacion} ${segmento}`
                }
                columnas={TASAS}
                vacio={<p>Sin tasas.</p>}
              />
            </Cuadro>
          )}
        </div>
      </div>
    </div>
  )
}

function Cifra({ titulo, valor }: { titulo: string; valor: string }) {
  return (
    <li>
      {titulo}
      <strong>
        <Monto valor={valor} moneda={monedaFuncional()} />
      </strong>
    </li>
  )
}

function Cuadro({ titulo, children }: { titulo: string; children: ReactNode }) {
  return (
    <section className={classes.tabla}>
      <h2>{titulo}</h2>
      {children}
    </section>
  )
}
