import { useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { papelDelEnlace } from '../../core/documento/papel.ts'
import { callWith } from '../../web/api/api.ts'
import { ApiError } from '../../web/api/http.ts'
import { useSave } from '../../web/api/save.ts'
import { Formulario } from '../../web/crud/formulario/formulario.tsx'
import { campos, contrato, type Verificado } from './contract.ts'
import { Resultado } from './resultado.tsx'
import classes from './verificar.module.css'

interface Palabras {
  titulo: string
  guia: string
  accion: string
  otro: string
}

/** How often what is still on its way is asked for again. */
const CADA_MS = 20_000

/**
 * What the house's books say of a document, for anybody who holds it: opened by its link, or with number and code typed.
 * While it is on its way it is asked for again by itself.
 */
export function PapelDeLaCasa({ titulo, guia, accion, otro }: Palabras) {
  const enlace = papelDelEnlace(useRouterState({ select: ({ location }) => location.hash }))
  const { save, saving, error, clear } = useSave(contrato.verificar, { silencio: true })
  const [papel, setPapel] = useState<Verificado | null>(null)
  const [pedido, setPedido] = useState(enlace)
  /** Why what was shown no longer is; and since when nothing newer came. */
  const [ajeno, setAjeno] = useState<ApiError | null>(null)
  const [viejo, setViejo] = useState(false)
  const verificar = async (body: { numero: string; codigo: string }) => {
    setPedido(body)
    setAjeno(null)
    setViejo(false)
    const found = await save({ body })
    setPapel(found)
    return found
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
        setAjeno(cause)
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
              clear()
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
              guardando={saving}
              error={error ?? ajeno}
              fallo="No se pudo verificar:"
              accion={accion}
            />
          </>
        )}
      </div>
    </div>
  )
}
