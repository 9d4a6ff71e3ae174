import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { puede } from '../../core/permisos.ts'
import { useAnswer } from '../../web/api/query.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { Cargando } from '../../web/crud/pagina/cargando.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Enlace, useBusqueda } from '../../web/marco/navegacion.tsx'
import { useSesion } from '../../web/sesion/sesion.ts'
import { contrato as dashboard } from '../dashboard/contract.ts'
import { Paises, usePaises } from './paises.tsx'
import { Cajas } from './pasos/cajas.tsx'
import { Casa } from './pasos/casa.tsx'
import { Catalogos } from './pasos/catalogos.tsx'
import { Limites } from './pasos/limites.tsx'
import { Listo } from './pasos/listo.tsx'
import { Personas } from './pasos/personas.tsx'
import { Sucursales } from './pasos/sucursales.tsx'
import { Precios } from './precios.tsx'
import classes from './puesta-en-marcha.module.css'
import { type ClaveDePaso, PASOS_DE_CASA, type PasoDeCasa } from './rules/pasos.ts'
import { Siguiente } from './siguiente.tsx'

/**
 * From an empty house to its first ticket, step by step: each says why it is asked, can be left and resumed, and is done
 * when the database shows it.
 */
export default function PuestaEnMarcha() {
  const { usuario } = useSesion()
  const [{ paso, paises }, cambiar] = useBusqueda()
  const elegidos = usePaises()
  const { data, error } = useAnswer(dashboard.ver)
  const pasos = PASOS_DE_CASA.filter(({ permiso }) => puede(usuario?.permisos, permiso))
  // Null when all is done; unknown where the dashboard does not say it.
  const hechos = data?.hechos
  const done = ({ hecho }: PasoDeCasa) =>
    hecho !== null && (hechos === null || hechos?.includes(hecho) === true)
  const asked = pasos.findIndex(({ clave }) => clave === paso)
  const pending = pasos.findIndex((each) => each.hecho !== null && !done(each))
  const at = asked >= 0 ? asked : pending >= 0 ? pending : pasos.length - 1
  const actual = pasos[at]
  // The button leads to the next step that a house needs; one that it may leave out stands beside it.
  const next = pasos.slice(at + 1).find(({ hecho }) => hecho !== null)
  const optional = pasos[at + 1]?.hecho === null ? pasos[at + 1] : undefined
  // The step that comes first is written into the address: what is done in it does not turn the page to the next one.
  const fija = data && actual && asked < 0 ? actual.clave : undefined
  useEffect(() => {
    if (fija) cambiar({ paso: fija })
  })
  if (!data && !error) return <Cargando />
  if (!actual) return null
  const CONTENIDO: Record<ClaveDePaso, () => ReactNode> = {
    casa: () => <Casa />,
    sucursales: () => <Sucursales />,
    catalogos: () => (
      <>
        <Paises />
        <Catalogos paises={elegidos} />
      </>
    ),
    limites: () => <Limites />,
    precios: () => (
      <>
        <Paises />
        <Precios paises={elegidos} />
      </>
    ),
    cajas: () => <Cajas />,
    personas: () => <Personas />,
    listo: () => <Listo hechos={hechos ?? (hechos === null ? null : [])} />,
  }
  const search = (clave: string) => ({ paso: clave, ...(paises && { paises }) })
  return (
    <Pagina titulo="Puesta en marcha" nota="Puede dejarla y seguir después: cada paso queda hecho.">
      <div className={classes.camino}>
        <ol className={classes.pasos} aria-label="Pasos">
          {pasos.map((each, n) => {
            const Icono = done(each) ? IconCircleCheckFilled : IconCircleDashed
            return (
              <li
                key={each.clave}
                data-hecho={done(each) || undefined}
                aria-current={n === at ? 'step' : undefined}
              >
                <Icono size={18} aria-hidden="true" />
                <Enlace a="puesta-en-marcha" search={search(each.clave)}>
                  {each.titulo}
                </Enlace>
                {each.hecho === null && <small className="tenue">opcional</small>}
                {done(each) && <span className="solo-lectores">: hecho</span>}
              </li>
            )
          })}
        </ol>
        <section className="pila" key={actual.clave} aria-label={actual.titulo}>
          <p>{actual.porque}</p>
          <Siguiente
            enlaces={
              <>
                {next && (
                  <BotonEnlace
                    a="puesta-en-marcha"
                    search={search(next.clave)}
                    variant={done(actual) ? 'filled' : 'default'}
                  >
                    {`Siguiente: ${next.titulo}`}
                  </BotonEnlace>
                )}
                {optional && (
                  <Enlace a="puesta-en-marcha" search={search(optional.clave)}>
                    {`Opcional: ${optional.titulo}`}
                  </Enlace>
                )}
                <Enlace a="dashboard">{next ? 'Seguir otro día' : 'Ir al inicio'}</Enlace>
              </>
            }
          >
            {CONTENIDO[actual.clave]()}
          </Siguiente>
        </section>
      </div>
    </Pagina>
  )
}
