import { Button } from '@mantine/core'
import type { Duda, Marca, Repartido } from '../rules/pegado/reparto.ts'
import classes from './beneficiario.module.css'

const nombreDe = ({ etiqueta, estado }: Marca) =>
  estado === 'leido' ? etiqueta : estado === 'duda' ? `¿${etiqueta}?` : `${etiqueta}, sin usar`

/** The whole pasted text, and in it what was read as what: in words, for colour alone tells nobody. */
export function TextoLeido({ leido: { texto, marcas } }: { leido: Repartido }) {
  return (
    <blockquote className={classes.leido} aria-label="Texto pegado, con lo que se leyó de él">
      {marcas.map((marca, i) => (
        <span key={marca.inicio}>
          {texto.slice(marcas[i - 1]?.fin ?? 0, marca.inicio)}
          <mark data-estado={marca.estado}>
            <small>{nombreDe(marca)}</small> {texto.slice(marca.inicio, marca.fin)}
          </mark>
        </span>
      ))}
      {texto.slice(marcas.at(-1)?.fin ?? 0)}
    </blockquote>
  )
}

/** What the text leaves in doubt, with what it may be: one press fills it in. */
export function Dudas({
  dudas,
  elegir,
}: {
  dudas: readonly Duda[]
  elegir: (valores: Duda['opciones'][number]['valores']) => void
}) {
  if (dudas.length === 0) return null
  return (
    <ul className={classes.dudas} aria-label="Datos dudosos, sin llenar">
      {dudas.map(({ campo, etiqueta, motivo, opciones }) => (
        <li key={campo}>
          <span>
            <strong>{etiqueta}</strong>: no se llenó, {motivo}.
          </span>
          {opciones.map((opcion) => (
            <Button
              key={opcion.etiqueta}
              size="compact-xs"
              variant="default"
              aria-label={`Usar ${opcion.etiqueta} como ${etiqueta.toLowerCase()}`}
              onClick={() => elegir(opcion.valores)}
            >
              Usar {opcion.etiqueta}
            </Button>
          ))}
        </li>
      ))}
    </ul>
  )
}
