import { Button } from '@mantine/core'
import { useState } from 'react'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatMonto } from '../../../core/formato.ts'
import { Ficha } from '../../../web/crud/valores.tsx'
import { type Busqueda, Enlace } from '../../../web/marco/navegacion.tsx'
import classes from './excepciones.module.css'

interface Linea {
  clave: string
  texto: string
  explica?: string | undefined
  cuantas: number
  solas: number
  valor: string
  elegida: boolean
  search: Busqueda
}

/** Lines shown at first; the rest opens with a button. */
const PRIMERAS = 8

/** Sums of one grouping: each line narrows the list to itself, and again widens it. */
export function Sumas({ titulo, lineas }: { titulo: string; lineas: readonly Linea[] }) {
  const [todas, setTodas] = useState(false)
  const shown = todas ? lineas : lineas.filter(({ elegida }, n) => n < PRIMERAS || elegida)
  return (
    <section className="pila tarjeta" aria-label={titulo}>
      <h2 className={classes.titulo}>{titulo}</h2>
      {lineas.length === 0 && <p className="nota">Ninguna.</p>}
      <ul className={classes.sumas}>
        {shown.map(({ clave, texto, explica, cuantas, solas, valor, elegida, search }) => (
          <li key={clave} data-elegida={elegida || undefined}>
            <Enlace
              a="excepciones"
              search={search}
              title={explica}
              aria-current={elegida || undefined}
            >
              {texto}
            </Enlace>
            {solas > 0 && <Ficha tono="negativo">{`${solas} sin otra persona`}</Ficha>}
            <span className={classes.cuantas}>{cuantas}</span>
            <span className={classes.valor}>
              {Number(valor) > 0 && formatMonto(valor, monedaFuncional())}
            </span>
          </li>
        ))}
      </ul>
      {lineas.length > PRIMERAS && (
        <Button
          className="no-imprime"
          variant="subtle"
          size="compact-sm"
          aria-expanded={todas}
          onClick={() => setTodas(!todas)}
        >
          {todas ? 'Ver menos' : `Ver las ${lineas.length}`}
        </Button>
      )}
    </section>
  )
}
