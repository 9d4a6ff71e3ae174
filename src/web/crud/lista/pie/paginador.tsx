import { Button } from '@mantine/core'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { PRIMERA, useBusqueda } from '../../../marco/navegacion.tsx'
import { type MontoDe, montosEnTexto } from '../../totales/sumas.ts'
import { Seleccion } from '../seleccion.tsx'
import classes from './paginador.module.css'

const TAMANOS = [25, 50, 100]
const SIZES = TAMANOS.map((filas) => ({ valor: String(filas), etiqueta: `${filas} filas` }))

/** One sum of what is filtered, of each currency for itself: `Compramos US$ 200.00, € 40.00`. */
export interface Suma {
  titulo: string
  /** Amounts of nothing are left out. */
  montos: readonly MontoDe[]
}

interface Props {
  data: { items: unknown[]; siguiente: string | null; total?: number | undefined } | undefined
  limite: string
  /** The number of rows in the table while all are shown for printing. */
  impresas: number | undefined
  /** Of all that is filtered; null while they are on their way. */
  sumas?: readonly Suma[] | null | undefined
}

/** Which page it is, the sums of all pages, and the buttons to the others, where there are others. */
export function Paginador({ data, limite, impresas, sumas }: Props) {
  const [{ cursor, pagina = '1' }, cambiar] = useBusqueda()
  const { history } = useRouter()
  const steps = useRouterState({ select: (state) => state.location.state.__TSR_index ?? 0 })
  const next = data?.siguiente
  const page = Number(pagina) || 1
  const varias = Boolean(cursor || next)
  return (
    <nav aria-label="Páginas" className={classes.paginador} data-paginador>
      <div className={classes.linea} data-pega={sumas !== undefined || undefined}>
        <p role="status" className="nota entero">
          {impresas !== undefined
            ? enFilas(impresas)
            : data && `Página ${page} · ${enFilas(data.items.length)}${totalText(data.total)}`}
        </p>
        {sumas && <Sumas sumas={sumas} />}
      </div>
      <div className={classes.botones}>
        {(varias || (data?.items.length ?? 0) > Math.min(...TAMANOS)) && (
          <Seleccion
            etiqueta="Filas por página"
            className={classes.tamano}
            opciones={SIZES}
            valor={SIZES.some(({ valor }) => valor === limite) ? limite : '50'}
            alElegir={(valor) => cambiar({ limite: valor, ...PRIMERA })}
          />
        )}
        {varias && (
          <>
            <Button
              variant="default"
              disabled={!cursor}
              onClick={() => cambiar({ ...PRIMERA }, 'push')}
            >
              Primera
            </Button>
            <Button
              variant="default"
              disabled={!cursor || steps === 0}
              onClick={() => history.back()}
            >
              Anterior
            </Button>
            <Button
              variant="default"
              disabled={!next}
              onClick={() => next && cambiar({ cursor: next, pagina: String(page + 1) }, 'push')}
            >
              Siguiente
            </Button>
          </>
        )}
      </div>
    </nav>
  )
}

/** One line, cut where it is too long: the whole of it is its title, and stands above the list. */
function Sumas({ sumas }: { sumas: readonly Suma[] }) {
  const said = sumas.flatMap(({ titulo, montos }) => {
    const some = montosEnTexto(montos)
    return some.length > 0 ? [[titulo, some.join(', ')] as const] : []
  })
  if (said.length === 0) return null
  return (
    <p
      className={classes.sumas}
      data-sumas
      title={said.map(([titulo, montos]) => `${titulo} ${montos}`).join(' · ')}
    >
      {said.map(([titulo, montos]) => (
        <span key={titulo}>
          <span className="tenue">{titulo}</span> {montos}
        </span>
      ))}
    </p>
  )
}

function enFilas(count: number): string {
  return `${new Intl.NumberFormat('es-PE').format(count)} ${count === 1 ? 'fila' : 'filas'}`
}

function totalText(total: number | undefined): string {
  return total === undefined ? '' : ` de ${new Intl.NumberFormat('es-PE').format(total)}`
}
