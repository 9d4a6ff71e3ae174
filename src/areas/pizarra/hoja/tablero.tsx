import { type CSSProperties, useEffect, useState } from 'react'
import { formatHora, formatTasa, sinCortar } from '../../../core/formato.ts'
import { Bandera } from '../../../web/bandera.tsx'
import type { CorredorPizarra, DivisaPizarra, Pizarra } from '../contract.ts'
import { desdeEnPalabras, ejemplo, fechaEnPalabras } from '../rules.ts'
import { Pie } from './pie.tsx'
import classes from './pizarra.module.css'
import tablas from './tablas.module.css'

interface Props extends Pizarra {
  /** When it came, by this machine's clock. */
  recibida: number
  /** Since when nothing more is heard; null while it lives. */
  corte: number | null
  /** Shown by a link: nobody is signed in. */
  visita: boolean
}

const VACIO = '—'
const precio = (text: string | null, precision: number) =>
  text === null ? VACIO : formatTasa(text, precision)

/** The board itself: as large as its rows allow, readable from across the shop. */
export function Tablero(props: Props) {
  const { casa, mercado, divisas, corredores, tema, corte } = props
  return (
    <div className={classes.pizarra} data-tema={tema} data-cortada={corte !== null}>
      <header className={classes.cabecera}>
        <h1>{casa}</h1>
        <Reloj {...props} />
      </header>
      <div className={classes.cuerpo} data-doble={divisas.length > 0 && corredores.length > 0}>
        {divisas.length > 0 && <Divisas filas={divisas} />}
        {corredores.length > 0 && <Envios filas={corredores} mercado={mercado} />}
        {divisas.length + corredores.length === 0 && (
          <p className={classes.vacia}>Todavía no hay tasas que mostrar.</p>
        )}
      </div>
      <Pie {...props} />
    </div>
  )
}

/** What a table's sizes come from: its rows, and the length of its longest number. */
function medidas(filas: number, cifras: readonly string[]): CSSProperties {
  const largo = Math.max(5, ...cifras.map((text) => text.length))
  return { '--filas': Math.max(filas, 3), '--cifras': largo } as CSSProperties
}

/** A number that lights up for a moment when it changes. */
function Cifra({ children }: { children: string }) {
  return (
    <span key={children} className={tablas.cifra}>
      {children === VACIO ? <span className={tablas.consultar}>Consulte</span> : children}
    </span>
  )
}

function Nombre(props: { imagen: string | null; titulo: string; children: string }) {
  return (
    <span className={tablas.nombre}>
      <Bandera imagen={props.imagen} />
      <span>
        <b>{props.titulo}</b>
        <small>{props.children}</small>
      </span>
    </span>
  )
}

function Divisas({ filas }: { filas: readonly DivisaPizarra[] }) {
  const cifras = filas.flatMap((d) => [precio(d.compra, d.precision), precio(d.venta, d.precision)])
  return (
    <table className={tablas.tabla} style={medidas(filas.length, cifras)}>
      <caption className="solo-lectores">Cambio de divisas</caption>
      <thead>
        <tr>
          <th scope="col">Divisa</th>
          <th scope="col">Compra</th>
          <th scope="col">Venta</th>
        </tr>
      </thead>
      <tbody>
        {filas.map(({ id, base, cotizacion, compra, venta, precision }) => (
          <tr key={id}>
            <th scope="row">
              <Nombre imagen={base.imagen} titulo={base.iso}>
                {`${base.nombre} en ${cotizacion.simbolo}`}
              </Nombre>
            </th>
            <td>
              <Cifra>{precio(compra, precision)}</Cifra>
            </td>
            <td>
              <Cifra>{precio(venta, precision)}</Cifra>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Envios({ filas, mercado }: { filas: readonly CorredorPizarra[]; mercado: string }) {
  const cifras = filas.map(({ tasa, precision }) => precio(tasa, precision))
  return (
    <table className={tablas.tabla} data-envios="true" style={medidas(filas.length, cifras)}>
      <caption className="solo-lectores">Envíos desde {mercado}</caption>
      <thead>
        <tr>
          <th scope="col">Envíos desde {mercado}</th>
          <th scope="col">Tasa</th>
        </tr>
      </thead>
      <tbody>
        {filas.map((corredor) => (
          <tr key={corredor.id}>
            <th scope="row">
              <Nombre
                imagen={corredor.cotizacion.imagen}
                titulo={`${corredor.cotizacion.nombre}${sinCortar(desdeEnPalabras(corredor))}`}
              >
                {ejemplo(corredor) ?? `Desde ${corredor.base.iso}`}
              </Nombre>
            </th>
            <td>
              <Cifra>{precio(corredor.tasa, corredor.precision)}</Cifra>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The house's time, second by second, and its day in words. */
function Reloj({ ahora, recibida }: Pick<Props, 'ahora' | 'recibida'>) {
  const [local, setLocal] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setLocal(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const now = Date.parse(ahora) + Math.max(local - recibida, 0)
  return (
    <div className={classes.reloj}>
      <span className={classes.fecha}>{fechaEnPalabras(now)}</span>
      <time className={classes.hora}>{formatHora(new Date(now).toISOString())}</time>
    </div>
  )
}
