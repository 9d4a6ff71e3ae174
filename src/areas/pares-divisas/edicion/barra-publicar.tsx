import { Button } from '@mantine/core'
import { useEffect } from 'react'
import classes from '../pares.module.css'
import { faltas, nombrePar } from './borrador.ts'
import type { Edicion } from './edicion.tsx'

/** What is about to be published, and the way to its review. */
export function BarraPublicar({ edicion }: { edicion: Edicion }) {
  const { cambiados, completo, revisando, publicando } = edicion
  // Whoever opened this came to write; the button that opened it is gone.
  useEffect(() => document.querySelector<HTMLInputElement>('input[data-lado]')?.select(), [])
  return (
    <form
      className={classes.barra}
      aria-label="Publicar precios"
      onSubmit={(event) => {
        event.preventDefault()
        if (completo) void edicion.revisar()
      }}
    >
      <p role="status">{estado(cambiados)}</p>
      <Button type="submit" disabled={!completo} loading={revisando} title="Ctrl+Enter">
        Revisar impacto
      </Button>
      <Button variant="default" disabled={publicando} onClick={edicion.descartar}>
        Descartar
      </Button>
    </form>
  )
}

/** What there is to review, or what is still in its way. */
function estado(cambiados: Edicion['cambiados']): string {
  const wrong = cambiados.filter(({ par, borrador }) => Object.keys(faltas(par, borrador)).length)
  const count = cambiados.length
  if (count === 0)
    return 'Escriba los precios nuevos: Enter pasa al siguiente; las flechas, a otra fila. Entonces podrá revisar su impacto.'
  const said = count === 1 ? '1 par con precio nuevo' : `${count} pares con precio nuevo`
  if (wrong.length === 0) return `${said}. Ctrl+Enter revisa su impacto.`
  const names = wrong.map(({ par }) => nombrePar(par)).join(', ')
  return `${said}. Para revisar el impacto corrija antes: ${names}.`
}
