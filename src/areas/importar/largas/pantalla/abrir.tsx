import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { formatDecimal } from '../../../../core/formato.ts'
import { subir } from '../../../../web/api/archivos.ts'
import { ApiError } from '../../../../web/api/http.ts'
import { invalidate } from '../../../../web/api/query.ts'
import { sentenciaDe } from '../../../../web/api/save.ts'
import { useBusqueda } from '../../../../web/marco/navegacion.tsx'
import { nuevoUuid } from '../../../../web/navegador.ts'
import type { Larga } from '../../contract/columnas.ts'
import classes from '../../pantalla/importar.module.css'
import type { Decimales } from '../../rules.ts'
import { contratoLargas } from '../contract.ts'

interface Props {
  que: Larga
  filas: number
  pedido: () => { nombre: string; texto: string; decimales: Decimales | undefined }
  /** Required columns that are not there. */
  falta: readonly string[]
  alEnviar: () => void
}

/** Sends a file of many rows, which the server checks while its person does something else. */
export function Abrir({ que, filas, pedido, falta, alEnviar }: Props) {
  const [, cambiar] = useBusqueda()
  const [parte, setParte] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  // The same file that is sent again is the same request.
  const clave = useRef<{ texto: string; uuid: string }>(undefined)
  if (falta.length > 0) return <p>{`Diga cuál columna es: ${falta.join(', ')}.`}</p>
  async function send() {
    const { nombre, texto, decimales } = pedido()
    setError(null)
    setParte(0)
    alEnviar()
    if (clave.current?.texto !== texto) clave.current = { texto, uuid: nuevoUuid() }
    try {
      const { id } = await subir(
        contratoLargas.abrir,
        { params: { que }, query: { nombre, decimales } },
        new Blob([texto], { type: 'text/csv' }),
        {
          signal: new AbortController().signal,
          alAvanzar: setParte,
          clave: clave.current.uuid,
        },
      )
      await invalidate(['importar'])
      cambiar({ larga: String(id), ver: undefined })
    } catch (cause) {
      setParte(null)
      if (cause instanceof ApiError && cause.status === 401) return
      setError(
        (cause instanceof ApiError && sentenciaDe(cause)) ||
          (cause instanceof Error ? cause.message : String(cause)),
      )
    }
  }
  return (
    <>
      <p>{`${formatDecimal(String(filas), 0)} filas: el servidor las revisa por partes y usted puede dejar esta página.`}</p>
      {parte === null ? (
        <Button onClick={() => void send()}>Revisar</Button>
      ) : (
        <>
          <span role="status">Enviando…</span>
          <progress className={classes.barra} aria-label="Enviando" max={1} value={parte} />
        </>
      )}
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </>
  )
}
