import { puedeAbrir } from '../barra/menu.ts'
import { BotonEnlace } from '../crud/boton-enlace.tsx'
import { Pagina } from '../crud/pagina/pagina.tsx'
import { usePuede, useSesion } from '../sesion/sesion.ts'

/** Instead of a form that needs a rate, where there is none: what to do about it, or whom to ask. */
export default function SinTasasDice({ titulo }: { titulo: string }) {
  const { usuario } = useSesion()
  const edita = usePuede('tipos-cambios:editar')
  const empieza = usuario && puedeAbrir('puesta-en-marcha', usuario)
  return (
    <Pagina titulo={titulo}>
      <p>
        Todavía no hay una tasa activa para esto.{' '}
        {edita || empieza
          ? 'Ponga los primeros precios y vuelva.'
          : 'Pídala a quien publica los precios.'}
      </p>
      {(edita || empieza) && (
        <p className="fila">
          {empieza && (
            <BotonEnlace a="puesta-en-marcha" search={{ paso: 'precios' }}>
              Poner los primeros precios
            </BotonEnlace>
          )}
          {edita && (
            <BotonEnlace a="tipos-cambios" variant="default">
              Ver T. Cambios
            </BotonEnlace>
          )}
        </p>
      )}
    </Pagina>
  )
}
