import type { ReactNode } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato as mostrador } from '../../compras-ventas/contract.ts'
import type { Paso } from '../../dashboard/contract.ts'
import { AvisoDeZona, useNegocio } from '../negocio.tsx'
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

/** Where the first operation is registered; a counter that has nothing to change yet says what it lacks. */
function Operar({ primera }: { primera: boolean }) {
  const negocio = useNegocio()
  const activa = usePuede('compras-ventas:crear') && negocio !== 'envios'
  const { data } = useAnswer(mostrador.opciones, undefined, { activa, fresca: true })
  // A house that turned out to have no counter may have asked before that was known.
  const vacio = activa && data?.tasas.length === 0
  const enviar = negocio === 'envios' || (vacio && negocio === 'ambos')
  return (
    <>
      {vacio && (
        <p>
          El mostrador todavía no tiene qué cambiar: ponga{' '}
          <Enlace a="puesta-en-marcha" search={{ paso: 'precios' }}>
            precio a otra moneda
          </Enlace>{' '}
          y abra{' '}
          <Enlace a="puesta-en-marcha" search={{ paso: 'cajas' }}>
            su caja
          </Enlace>
          .
        </p>
      )}
      <p className="fila">
        {enviar && (
          <BotonEnlace a="nueva-orden">
            {primera ? 'Registrar la primera orden' : 'Nueva orden'}
          </BotonEnlace>
        )}
        {!enviar && !vacio && (
          <BotonEnlace a="nueva-compra-venta" search={{ tipo: 'compra' }}>
            {primera ? 'Registrar la primera operación' : 'Nueva operación'}
          </BotonEnlace>
        )}
      </p>
    </>
  )
}

/** The end: the open till, the first operation, what of the way is missing, and what comes next. `hechos` null: all is done. */
export function Listo({ hechos }: { hechos: readonly Paso[] | null }) {
  const faltan = hechos
    ? PASOS_DE_CASA.filter(
        ({ clave, hecho }) => clave !== 'listo' && hecho !== null && !hechos.includes(hecho),
      )
    : []
  const turno = usePuede('cierres:turno')
  const operar = <Operar primera={hechos !== null} />
  return (
    <section className={classes.precios} aria-labelledby="listo">
      <h2 id="listo">{hechos ? 'Su primera operación' : '¡Felicitaciones! Su casa ya opera'}</h2>
      <AvisoDeZona />
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
