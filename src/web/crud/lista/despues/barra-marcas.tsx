import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../../api/http.ts'
import { invalidate } from '../../../api/query.ts'
import { notify } from '../../../avisos/notify.ts'
import { download } from '../../exportar/descargar.ts'
import { csvBlob, toCsv } from '../../exportar/exportar.ts'
import { Montos } from '../../totales/montos.tsx'
import { sumadas } from '../../totales/sumas.ts'
import type { MarcadasProps } from '../arreglo/marcadas.tsx'
import type { AccionLote, Importe } from '../arreglo/marcas.tsx'
import classes from './barra-marcas.module.css'

interface Dicho {
  nombre: string
  ok: boolean
  frase: string
}

/** The bar below a list while rows are marked: count, sums by currency, actions, and what came of each row. */
export default function Barra<T>({
  nombre,
  columnas,
  marcas,
  lote,
  nombreFila = () => 'Fila',
}: MarcadasProps<T>) {
  const [pide, setPide] = useState<AccionLote<T>>()
  const [nota, setNota] = useState('')
  const [hecho, setHecho] = useState<number>()
  const [dichos, setDichos] = useState<readonly Dicho[]>([])
  const { filas } = marcas
  const busy = hecho !== undefined

  /** One after another, each by its own call: what the server refuses to one stops no other. */
  async function correr(accion: AccionLote<T>, words: string) {
    const those = filas.filter(accion.puede)
    setPide(undefined)
    const said: Dicho[] = []
    for (const fila of those) {
      setHecho(said.length)
      try {
        said.push({ nombre: nombreFila(fila), ok: true, frase: await accion.hacer(fila, words) })
      } catch (cause) {
        said.push({ nombre: nombreFila(fila), ok: false, frase: fraseDe(cause) })
      }
      setDichos([...said])
    }
    setHecho(undefined)
    setNota('')
    marcas.quitar(those.filter((_, at) => said[at]?.ok))
    const done = said.filter(({ ok }) => ok).length
    notify(
      done === said.length ? 'success' : 'warning',
      `${accion.texto}: ${done} de ${said.length}.`,
    )
    await invalidate(lote.mueve)
  }

  function pulsar(accion: AccionLote<T>) {
    if (accion.nota) setPide(pide === accion ? undefined : accion)
    else void correr(accion, '')
  }

  return (
    <section className={classes.barra} aria-label="Filas marcadas">
      <div className={classes.fila}>
        <strong role="status">
          {filas.length} {filas.length === 1 ? 'marcada' : 'marcadas'}
        </strong>
        {lote.importes && <Sumas importes={filas.flatMap(lote.importes)} />}
        <span className={classes.acciones}>
          {lote.acciones?.map((accion) => {
            const count = filas.filter(accion.puede).length
            return (
              <Button
                key={accion.clave}
                variant="default"
                disabled={busy || count === 0}
                onClick={() => pulsar(accion)}
              >
                {count === filas.length ? accion.texto : `${accion.texto} (${count})`}
              </Button>
            )
          })}
          <Button
            variant="default"
            disabled={busy}
            onClick={() => download(`${nombre}-marcadas.csv`, csvBlob(toCsv(columnas, filas)))}
          >
            Exportar
          </Button>
          <Button variant="subtle" disabled={busy} onClick={marcas.limpiar}>
            Quitar marcas
          </Button>
        </span>
      </div>
      {pide && (
        <form
          className={classes.fila}
          onSubmit={(event) => {
            event.preventDefault()
            if (nota.trim()) void correr(pide, nota.trim())
          }}
        >
          <TextInput
            autoFocus
            aria-label={pide.nota}
            placeholder={pide.nota}
            value={nota}
            onChange={(event) => setNota(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!nota.trim()}>
            {pide.texto}
          </Button>
        </form>
      )}
      {dichos.length > 0 && (
        <ul className={classes.dichos} aria-live="polite">
          {dichos.map(({ nombre: one, ok, frase }) => (
            <li key={one} data-ok={ok}>
              <strong>{one}</strong> {frase}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What asks for a password or another person is done on the page of the row: a set never confirms for many. */
function fraseDe(cause: unknown): string {
  if (!(cause instanceof ApiError)) return cause instanceof Error ? cause.message : ''
  const own = cause.body.errors?.map(({ msg }) => msg).join(' ') || cause.message
  return /CONFIRME$|VISTO_FALTA/.test(cause.body.codigo ?? '') ? `${own} Ábrala y hágalo ahí.` : own
}

function Sumas({ importes }: { importes: readonly Importe[] }) {
  return <Montos montos={sumadas(importes)} />
}
