import { useEffect, useRef, useState } from 'react'
import { formatTasa, sinCortar } from '../../../core/formato.ts'
import { onEvento } from '../../../web/api/events.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Bandera } from '../../../web/bandera.tsx'
import { contrato as ajustes } from '../../ajustes/contract.ts'
import { contrato } from '../contract.ts'
import { abrirCanal, type Cuadro, ponerPantalla } from './canal.ts'
import classes from './pantalla.module.css'
import { preciosDe } from './precios.ts'

/** How long the last amounts stay after they were registered. */
const GRACIAS_MS = 15_000

/** The second screen of the counter, turned to the client: what is typed there, and the prices in between. */
export default function Pantalla() {
  const { data: casa } = useAnswer(ajustes.casa)
  const { cuadro, gracias } = useCuadro()
  // A kiosk opens it by its address: no counter of this browser had opened it.
  useEffect(ponerPantalla, [])
  // Whoever leaves takes this window along: no client sees the form to sign in.
  useEffect(() => () => window.close(), [])
  return (
    <div className={classes.pantalla}>
      <header>
        <p>{casa?.razon_social}</p>
        <button
          type="button"
          className={classes.completa}
          onClick={() => void document.documentElement.requestFullscreen()}
        >
          Pantalla completa
        </button>
      </header>
      {cuadro?.manos ? <Operacion cuadro={cuadro} gracias={gracias} /> : <Precios />}
    </div>
  )
}

/** What the counter says. Thanks keep the last amounts in sight for a moment, whatever the counter does next. */
function useCuadro() {
  const [shown, setShown] = useState<{ cuadro: Cuadro | null; gracias: boolean }>({
    cuadro: null,
    gracias: false,
  })
  const until = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const rest = () => {
      until.current = undefined
      setShown({ cuadro: null, gracias: false })
    }
    const canal = abrirCanal((aviso) => {
      if ('gracias' in aviso) {
        clearTimeout(until.current)
        until.current = setTimeout(rest, GRACIAS_MS)
        setShown(({ cuadro }) => ({ cuadro, gracias: true }))
      } else if ('cuadro' in aviso) {
        // An empty counter waits for its turn, a new amount does not.
        if (until.current !== undefined && !aviso.cuadro?.manos) return
        clearTimeout(until.current)
        until.current = undefined
        setShown({ cuadro: aviso.cuadro, gracias: false })
      }
    })
    canal.decir({ hola: true })
    return () => {
      clearTimeout(until.current)
      canal.cerrar()
    }
  }, [])
  return shown
}

function Operacion({ cuadro, gracias }: { cuadro: Cuadro; gracias: boolean }) {
  return (
    <section className={classes.operacion} aria-live="polite">
      <h1>{gracias ? 'Gracias por su preferencia' : cuadro.titulo}</h1>
      <dl>
        <div>
          <dt>Usted entrega</dt>
          <dd>{sinCortar(cuadro.manos?.entrega ?? '')}</dd>
        </div>
        <div data-recibe>
          <dt>Usted recibe</dt>
          <dd>{sinCortar(cuadro.manos?.recibe ?? '')}</dd>
        </div>
      </dl>
      {cuadro.lineas.length === 0 ? (
        <p>Tipo de cambio {cuadro.tasa}</p>
      ) : (
        cuadro.lineas.map((linea, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <p key={n}>{sinCortar(linea)}</p>
        ))
      )}
    </section>
  )
}

/** The prices of the public, while nobody is served. */
function Precios() {
  const { data, refetch } = useAnswer(contrato.opciones)
  useEffect(
    () =>
      onEvento((area) => {
        if (area === 'tipos-cambios' || area === 'pares-divisas') void refetch()
      }),
    [refetch],
  )
  return (
    <section className={classes.precios}>
      <h1>Bienvenido</h1>
      <table>
        <thead>
          <tr>
            <th scope="col">Moneda</th>
            <th scope="col">Compramos</th>
            <th scope="col">Vendemos</th>
          </tr>
        </thead>
        <tbody>
          {data &&
            preciosDe(data).map(({ divisa, compra, venta }) => (
              <tr key={divisa.id}>
                <th scope="row">
                  <Bandera imagen={divisa.imagen} /> {divisa.nombre}
                </th>
                {[compra, venta].map((tasa, n) => (
                  <td key={n === 0 ? 'compra' : 'venta'}>
                    {tasa ? formatTasa(tasa.tasa, tasa.precision) : '—'}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}
