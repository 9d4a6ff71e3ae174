import { Checkbox } from '@mantine/core'
import { monedaFuncional } from '../../core/dinero/moneda.ts'
import { useBusqueda } from '../../web/marco/navegacion.tsx'
import { useNegocio } from './negocio.tsx'
import classes from './puesta-en-marcha.module.css'
import { JUEGOS } from './rules/juegos.ts'

/** The last choice of this browser: whoever leaves the way and comes back finds it. */
const ELEGIDOS = 'puesta-en-marcha:paises'

/**
 * The countries whose sets are shown, of the address or as they were chosen last; at first the house's own, and of a
 * counter alone no other.
 */
export function usePaises(): readonly string[] {
  const [{ paises = localStorage.getItem(ELEGIDOS) }] = useBusqueda()
  const { pais } = monedaFuncional()
  return useNegocio() === 'mostrador' ? [pais] : (paises ?? pais).split(',')
}

/** Where the house receives and pays. */
export function Paises() {
  const elegidos = usePaises()
  const [, cambiar] = useBusqueda()
  if (useNegocio() === 'mostrador') return null
  const alternar = (pais: string) => {
    const paises = JUEGOS.map((juego) => juego.pais)
      .filter((each) => elegidos.includes(each) !== (each === pais))
      .join()
    localStorage.setItem(ELEGIDOS, paises)
    cambiar({ paises })
  }
  return (
    <fieldset className={classes.paises}>
      <legend>¿Dónde recibe y dónde paga la casa?</legend>
      <ul>
        {JUEGOS.map(({ pais, nombre }) => (
          <li key={pais}>
            <Checkbox
              label={nombre}
              checked={elegidos.includes(pais)}
              onChange={() => alternar(pais)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
