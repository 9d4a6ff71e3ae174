import { Button, TextInput } from '@mantine/core'
import type { Edicion } from './edicion.tsx'
import classes from './pares.module.css'

/** What is about to be published, why, and the button. */
export function BarraPublicar({ edicion }: { edicion: Edicion }) {
  const { cambiados, completo, motivo, publicando } = edicion
  const count = cambiados.length
  return (
    <form
      className={classes.barra}
      aria-label="Publicar precios"
      onSubmit={(event) => {
        event.preventDefault()
        if (completo) edicion.intentar()
      }}
    >
      <p role="status">
        {count === 0
          ? 'Escriba los precios nuevos.'
          : count === 1
            ? '1 par con precio nuevo'
            : `${count} pares con precio nuevo`}
      </p>
      <TextInput
        aria-label="Motivo"
        placeholder="Motivo"
        required
        maxLength={200}
        value={motivo}
        error={motivo.trim().length < 5 && 'Escriba al menos 5 caracteres.'}
        onChange={({ currentTarget }) => edicion.setMotivo(currentTarget.value)}
      />
      <Button type="submit" disabled={!completo} loading={publicando}>
        Publicar
      </Button>
      <Button variant="default" disabled={publicando} onClick={edicion.descartar}>
        Descartar
      </Button>
    </form>
  )
}
