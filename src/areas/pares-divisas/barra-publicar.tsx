import { Button } from '@mantine/core'
import type { Edicion } from './edicion.tsx'
import classes from './pares.module.css'

/** What is about to be published, and the way to its review. */
export function BarraPublicar({ edicion }: { edicion: Edicion }) {
  const { cambiados, completo, revisando, publicando } = edicion
  const count = cambiados.length
  return (
    <form
      className={classes.barra}
      aria-label="Publicar precios"
      onSubmit={(event) => {
        event.preventDefault()
        if (completo) void edicion.revisar()
      }}
    >
      <p role="status">
        {count === 0
          ? 'Escriba los precios nuevos. Enter pasa al siguiente; las flechas, a otra fila.'
          : count === 1
            ? '1 par con precio nuevo'
            : `${count} pares con precio nuevo`}
      </p>
      <Button type="submit" disabled={!completo} loading={revisando} title="Ctrl+Enter">
        Revisar impacto
      </Button>
      <Button variant="default" disabled={publicando} onClick={edicion.descartar}>
        Descartar
      </Button>
    </form>
  )
}
