import type { ReactNode } from 'react'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import type { Paso } from '../../dashboard/contract.ts'
import { useNegocio } from '../negocio.tsx'
import classes from '../puesta-en-marcha.module.css'
import { PASOS_DE_CASA } from '../rules/pasos.ts'
import { Turno } from './turno.tsx'

const SIGUE: readonly (readonly [clave: string, que: ReactNode])[] = [
  [
    'turno',
    <>
      Al terminar el día, cuente su caja y ciérrela en <Enlace a="mi-caja">Mi caja</Enlace>; mañana
      ábrala antes de atender.
    </>,
  ],
  [
    'pizarra',
    <>
      Muestre sus precios en un televisor: cree su enlace en{' '}
      <Enlace a="administrar-pizarra">Pizarra</Enlace>.
    </>,
  ],
  [
    'importar',
    <>
      Traiga sus clientes de una hoja de cálculo en <Enlace a="importar">Importar</Enlace>.
    </>,
  ],
  [
    'ajustes',
    <>
      Revise límites, umbrales y quién aprueba qué en <Enlace a="ajustes">Ajustes</Enlace>.
    </>,
  ],
]

/** The end: the open till, the first operation, what of the way is missing, and what comes next. `hechos` null: all is done. */
export function Listo({ hechos }: { hechos: readonly Paso[] | null }) {
  const faltan = hechos
    ? PASOS_DE_CASA.filter(
        ({ clave, hecho }) => clave !== 'listo' && hecho !== null && !hechos.includes(hecho),
      )
    : []
  const negocio = useNegocio()
  const turno = usePuede('cierres:turno')
  const operar = (
    <p className="fila">
      {negocio === 'envios' ? (
        <BotonEnlace a="nueva-orden">
          {hechos ? 'Registrar la primera orden' : 'Nueva orden'}
        </BotonEnlace>
      ) : (
        <BotonEnlace a="nueva-compra-venta" search={{ tipo: 'compra' }}>
          {hechos ? 'Registrar la primera operación' : 'Nueva operación'}
        </BotonEnlace>
      )}
    </p>
  )
  return (
    <section className={classes.precios} aria-labelledby="listo">
      <h2 id="listo">{hechos ? 'Su primera operación' : '¡Felicitaciones! Su casa ya opera'}</h2>
      {faltan.length > 0 && (
        <p>
          {'Todavía falta: '}
          {faltan.map(({ clave, titulo }, n) => (
            <span key={clave}>
              {n > 0 && ', '}
              <Enlace a="puesta-en-marcha" search={{ paso: clave }}>
                {titulo}
              </Enlace>
            </span>
          ))}
          . Puede volver cuando quiera.
        </p>
      )}
      {turno && hechos ? <Turno>{operar}</Turno> : operar}
      <h3>Lo que sigue</h3>
      <ul className={classes.sigue}>
        {SIGUE.map(([clave, que]) => (
          <li key={clave}>{que}</li>
        ))}
      </ul>
    </section>
  )
}
