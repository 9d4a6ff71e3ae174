import { puedeAbrir } from '../barra/menu.ts'
import { BotonEnlace } from '../crud/boton-enlace.tsx'
import { Pagina } from '../crud/pagina/pagina.tsx'
import { usePuede, useSesion } from '../sesion/sesion.ts'
import type { SinTasasProps } from './sin-tasas.tsx'

/** Instead of a form that needs a rate, where there is none: what to do about it, or whom to ask. */
export default function SinTasasDice({ titulo, caja = false }: SinTasasProps) {
  const { usuario } = useSesion()
  const edita = usePuede('tipos-cambios:editar')
  const empieza = usuario && puedeAbrir('puesta-en-marcha', usuario)
  return (
    <Pagina titulo={titulo}>
      <p>
        Para esto hace falta una tasa activa{caja && ' y una caja en esa divisa'}.{' '}
        {edita || empieza ? 'Ponga lo que falta y vuelva.' : 'Pídala a quien publica los precios.'}
      </p>
      {(edita || empieza) && (
        <p className="fila">
          {empieza && (
            <BotonEnlace a="puesta-en-marcha" search={{ paso: 'precios' }}>
              Poner los primeros precios
            </BotonEnlace>
          )}
          {empieza && caja && (
            <BotonEnlace a="puesta-en-marcha" search={{ paso: 'cajas' }} variant="default">
              Abrir una caja
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
