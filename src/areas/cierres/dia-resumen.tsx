import type { ReactNode } from 'react'
import { type Columna, Tabla } from '../../web/crud/tabla.tsx'
import { Monto, Numero, TasaTexto } from '../../web/crud/valores.tsx'
import { SOLES } from '../cuentas/contract.ts'
import classes from './cierres.module.css'
import type { Resumen } from './contract.ts'
import { conDiferencia, Diferencia } from './fichas.tsx'

type De<K extends 'posiciones' | 'cuentas' | 'tasas' | 'cajas'> = Resumen[K][number]

const POSICIONES: Columna<De<'posiciones'>>[] = [
  { clave: 'iso', titulo: 'Divisa', principal: true, celda: ({ iso }) => iso },
  {
    clave: 'cantidad',
    titulo: 'Cantidad',
    alinear: 'right',
    celda: (p) => <Monto valor={p.cantidad} moneda={p} />,
  },
  {
    clave: 'precio',
    titulo: 'Precio',
    alinear: 'right',
    celda: ({ precio }) => (
      <Numero valor={precio} decimales={Math.max(3, precio?.split('.')[1]?.length ?? 0)} />
    ),
  },
  {
    clave: 'valor',
    titulo: 'Valor',
    alinear: 'right',
    celda: ({ valor }) => <Monto valor={valor} moneda={SOLES} />,
  },
]

const COSTOS: Columna<De<'posiciones'>>[] = [
  {
    clave: 'costo',
    titulo: 'Costo',
    alinear: 'right',
    celda: ({ costo }) => <Monto valor={costo} moneda={SOLES} />,
  },
  {
    clave: 'promedio',
    titulo: 'Promedio',
    alinear: 'right',
    celda: ({ promedio }) => <Numero valor={promedio} decimales={6} />,
  },
  {
    clave: 'ganancia',
    titulo: 'Ganancia del día',
    alinear: 'right',
    celda: ({ ganancia }) => <Monto valor={ganancia} moneda={SOLES} />,
  },
]

const CUENTAS: Columna<De<'cuentas'>>[] = [
  { clave: 'nombre', titulo: 'Cuenta', principal: true, celda: ({ nombre }) => nombre },
  {
    clave: 'saldo',
    titulo: 'Saldo',
    alinear: 'right',
    celda: (c) => <Monto valor={c.saldo} moneda={c} />,
  },
]

const TASAS: Columna<De<'tasas'>>[] = [
  {
    clave: 'de',
    titulo: 'Tipo de cambio',
    principal: true,
    celda: ({ base, cotizacion, pais, segmento }) =>
      `${base} → ${cotizacion} (${pais})${segmento === 'publico' ? '' : ` ${segmento}`}`,
  },
  {
    clave: 'tasa',
    titulo: 'Tasa',
    alinear: 'right',
    celda: ({ tasa, precision }) => <TasaTexto tasa={tasa} precision={precision} />,
  },
]

const CAJAS: Columna<De<'cajas'>>[] = [
  { clave: 'numero', titulo: 'Turno', principal: true, celda: ({ numero }) => numero },
  { clave: 'cajero', titulo: 'Cajero', celda: ({ cajero }) => cajero },
  {
    clave: 'diferencia',
    titulo: 'Diferencia',
    alinear: 'right',
    celda: ({ cuentas }) => {
      const off = conDiferencia(cuentas)
      if (off.length === 0) return 'Cuadra'
      return off.map((c) => (
        <div key={c.nombre}>
          <Diferencia de={c} />
        </div>
      ))
    },
  },
]

/** What is kept of a day, as tables that print. */
export function ResumenDia({ resumen: r }: { resumen: Resumen }) {
  const { compra, venta, canje, orden, anulada } = r.operaciones
  const costos = r.posiciones.some(({ costo }) => costo !== undefined)
  return (
    <div className={classes.pila}>
      <ul className={classes.cifras} aria-label="Cifras del día">
        {r.ganancia !== undefined && (
          <Cifra titulo="Ganancia cambiaria realizada" valor={r.ganancia} />
        )}
        {r.margen !== undefined && <Cifra titulo="Margen de las operaciones" valor={r.margen} />}
        {r.resultado !== undefined && <Cifra titulo="Resultado del día" valor={r.resultado} />}
        <li>
          Operaciones
          <strong>{compra + venta + canje + orden}</strong>
          {`${compra} compras · ${venta} ventas · ${canje} canjes · ${orden} órdenes${anulada ? ` · ${anulada} anuladas` : ''}`}
        </li>
      </ul>
      <Cuadro titulo="Posiciones al cierre">
        <Tabla
          titulo="Posiciones al cierre"
          filas={r.posiciones}
          id={({ moneda_id }) => moneda_id}
          columnas={costos ? [...POSICIONES, ...COSTOS] : POSICIONES}
          vacio={<p>Sin divisas.</p>}
        />
      </Cuadro>
      <div className={classes.tablas}>
        <Cuadro titulo="Saldos por cuenta">
          <Tabla
            titulo="Saldos por cuenta"
            filas={r.cuentas}
            id={({ cuenta_id }) => cuenta_id}
            columnas={CUENTAS}
          />
        </Cuadro>
        <div className={classes.pila}>
          <Cuadro titulo="Cajas">
            <Tabla
              titulo="Cajas"
              filas={r.cajas}
              id={({ turno_id }) => turno_id}
              columnas={CAJAS}
              vacio={<p>Ninguna caja abrió turno este día.</p>}
            />
          </Cuadro>
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
        <Monto valor={valor} moneda={SOLES} />
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
