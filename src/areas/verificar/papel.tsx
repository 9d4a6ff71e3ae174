import { useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { papelDelEnlace } from '../../core/documento/papel.ts'
import { callWith } from '../../web/api/api.ts'
import { ApiError } from '../../web/api/http.ts'
import { notify } from '../../web/avisos/notify.ts'
import { Formulario } from '../../web/crud/formulario/formulario.tsx'
import { type campos, contrato, type Verificado } from './contract.ts'
import { Resultado } from './resultado.tsx'
import classes from './verificar.module.css'

interface Palabras {
  titulo: string
  guia: string
  accion: string
  otro: string
  /** What is asked for, in the words of the page. */
  campos: typeof campos
}

/** How often what is still on its way is asked for again. */
const CADA_MS = 20_000

/**
 * What the house's books say of a document, for anybody who holds it: opened by its link, or with number and code typed.
 * While it is on its way it is asked for again by itself. Another link in the same tab is another document: only what
 * follows `#` changes, and the browser loads nothing.
 */
export function PapelDeLaCasa(palabras: Palabras) {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  return <Papel key={hash} {...palabras} enlace={papelDelEnlace(hash)} />
}

function Papel({
  titulo,
  guia,
  accion,
  otro,
  campos,
  enlace,
}: Palabras & { enlace: ReturnType<typeof papelDelEnlace> }) {
  const [papel, setPapel] = useState<Verificado | null>(null)
  const [pedido, setPedido] = useState(enlace)
  const [error, setError] = useState<ApiError | null>(null)
  const [asking, setAsking] = useState(false)
  /** Nothing newer came at the last turn. */
  const [viejo, setViejo] = useState(false)
  const verificar = async (body: { numero: string; codigo: string }) => {
    setPedido(body)
    setError(null)
    setAsking(true)
    try {
      const found = await callWith(contrato.verificar, { body })
      setViejo(false)
      setPapel(found)
      return found
    } catch (cause) {
      // A refusal stands in the form; whoever has no line is told in passing.
      if (cause instanceof ApiError) setError(cause)
      if (!(cause instanceof ApiError) || cause.status >= 500)
        notify('warning', String((cause as Error).message))
      return null
    } finally {
      setAsking(false)
    }
  }
  const opened = useEffectEvent(() => enlace && void verificar(enlace))
  useEffect(() => {
    opened()
  }, [])
  const again = useEffectEvent(() => {
    if (!pedido || document.hidden) return
    callWith(contrato.verificar, { body: pedido }).then(
      (found) => {
        setPapel(found)
        setViejo(false)
      },
      (cause: unknown) => {
        // Without an answer what is shown stays, as old as it is, and the next turn asks again.
        setViejo(true)
        if (!(cause instanceof ApiError && cause.body.codigo === 'PAPEL_AJENO')) return
        setPapel(null)
        setError(cause)
      },
    )
  })
  const sigue = papel?.sigue === true
  useEffect(() => {
    if (!sigue) return
    const turn = setInterval(() => again(), CADA_MS)
    return () => clearInterval(turn)
  }, [sigue])
  return (
    <div className={classes.pagina}>
      <div className={classes.hoja}>
        <h1 className={classes.titulo}>{titulo}</h1>
        {papel ? (
          <Resultado
            papel={papel}
            palabra={otro}
            viejo={viejo}
            otro={() => {
              setPapel(null)
              setPedido(enlace)
              setError(null)
            }}
          />
        ) : (
          <>
            <p className={classes.guia}>{guia}</p>
            <Formulario
              campos={campos}
              schema={contrato.verificar.body}
              inicial={pedido ?? {}}
              guardar={verificar}
              guardando={asking}
              error={error}
              fallo="No se pudo verificar:"
              accion={accion}
            />
          </>
        )}
      </div>
    </div>
  )
}
