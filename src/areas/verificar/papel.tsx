import { useRouterState } from '@tanstack/react-router'
import { papelDelEnlace, parteDelEnlace } from '../../core/documento/papel.ts'
import { Formulario } from '../../web/crud/formulario/formulario.tsx'
import { type campos, contrato } from './contract.ts'
import { Resultado } from './resultado.tsx'
import { usePapel } from './use-papel.tsx'
import classes from './verificar.module.css'

interface Palabras {
  titulo: string
  guia: string
  accion: string
  otro: string
  /** Heading of a refusal. */
  fallo: string
  /** What is said where number and code are no paper's; by default the server's words. */
  ajeno?: string
  /** Said where the address does not hold both number and code. */
  incompleto: string
  /** The page of the client himself, who wants to know of his remittance, and not of whoever was shown a paper. */
  propio?: boolean
  /** What is asked for, in the words of the page. */
  campos: typeof campos
}

/**
 * What the house's books say of a document, for anybody who holds it: opened by its link, or with number and code typed.
 * While it is on its way it is asked for again by itself. Another link in the same tab is another document: only what
 * follows `#` changes, and the browser loads nothing. What a link lacks is typed, and it says so.
 */
export function PapelDeLaCasa(palabras: Palabras) {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const enlace = papelDelEnlace(hash)
  const parte = hash && !enlace ? parteDelEnlace(hash) : null
  return <Papel key={hash} {...palabras} enlace={enlace} parte={parte} />
}

function Papel({
  enlace,
  parte,
  ...palabras
}: Palabras & {
  enlace: ReturnType<typeof papelDelEnlace>
  /** What the address has of both, when it lacks some. */
  parte: ReturnType<typeof parteDelEnlace> | null
}) {
  const { papel, pedido, error, asking, viejo, verificar, otro } = usePapel(enlace, palabras.ajeno)
  return (
    <div className={classes.pagina}>
      <div className={classes.hoja}>
        <h1 className={classes.titulo}>{palabras.titulo}</h1>
        {papel ? (
          <Resultado
            papel={papel}
            propio={palabras.propio ?? false}
            palabra={palabras.otro}
            viejo={viejo}
            otro={otro}
          />
        ) : (
          <>
            {parte && !error ? (
              <p className={classes.incompleto} role="status">
                {palabras.incompleto}
              </p>
            ) : (
              <p className={classes.guia}>{palabras.guia}</p>
            )}
            <Formulario
              campos={palabras.campos}
              schema={contrato.verificar.body}
              inicial={{ ...(pedido ?? parte) }}
              guardar={verificar}
              guardando={asking}
              error={error}
              fallo={palabras.fallo}
              accion={palabras.accion}
            />
          </>
        )}
      </div>
    </div>
  )
}
