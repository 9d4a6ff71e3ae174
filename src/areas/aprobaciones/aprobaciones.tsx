import { Suspense, useEffect, useState } from 'react'
import { formatVence, sinCortar } from '../../core/formato.ts'
import { onEvento } from '../../web/api/events.ts'
import { invalidate, useAnswer } from '../../web/api/query.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { Fallo } from '../../web/crud/lista/lista.tsx'
import { Cargando } from '../../web/crud/pagina/cargando.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Ficha, Hace } from '../../web/crud/valores.tsx'
import { aporte } from '../../web/marco/aportes.ts'
import { useAhora } from '../../web/reloj.ts'
import classes from './aprobaciones.module.css'
import { contrato, type Espera } from './contract.ts'
import { Propias, Que } from './propias.tsx'
import { clave, type FilaProps, Rechazar, Responder } from './responder.tsx'

/**
 * Every request that the user may answer, answered from here by keyboard: Tab to a button, Enter, the reason, Enter.
 */
export default function Aprobaciones() {
  const { data, error, refetch } = useAnswer(contrato.listar)
  // Who is writing why he refuses keeps his dialog when the request is withdrawn or replaced, and is told.
  const [rechaza, setRechaza] = useState<{ espera: Espera; abierto: boolean } | null>(null)
  useEffect(
    () =>
      onEvento((area) => {
        if (area === 'cierres') void invalidate(['aprobaciones'])
      }),
    [],
  )
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  return (
    <Pagina titulo="Aprobaciones">
      {data.length === 0 ? (
        <p className={classes.vacio}>
          No hay nada por aprobar. Lo que llegue aparecerá aquí y en la campana.
        </p>
      ) : (
        <ul className="pila" aria-label="Lo que espera su aprobación">
          {data.map((espera) => (
            <Fila
              key={clave(espera)}
              espera={espera}
              rechazar={() => setRechaza({ espera, abierto: true })}
            />
          ))}
        </ul>
      )}
      <Propias />
      <Suspense>
        {rechaza && (
          <Rechazar
            key={clave(rechaza.espera)}
            {...rechaza}
            sigue={data.some((espera) => clave(espera) === clave(rechaza.espera))}
            cerrar={() => setRechaza({ ...rechaza, abierto: false })}
          />
        )}
      </Suspense>
    </Pagina>
  )
}

function Fila({ espera: e, rechazar }: FilaProps) {
  const pantalla = aporte('aprueba')[e.tipo]?.pantalla
  const ahora = useAhora()
  return (
    <li className={classes.espera}>
      <Que espera={e} como="h2" />
      {e.motivo && <p>{e.motivo}</p>}
      {e.aviso && <p className="alerta">{sinCortar(e.aviso)}</p>}
      <p className={classes.quien}>
        <span>{e.solicitante}</span>
        <Hace momento={e.fecha} />
        {e.sola && <Ficha tono="negativo">Nadie más puede: responde usted solo</Ficha>}
        {e.vence_en && <span>{formatVence(e.vence_en, ahora)}</span>}
      </p>
      {e.confirma === null && pantalla ? (
        <div className={classes.botones}>
          <BotonEnlace a={pantalla} params={{ id: e.id }} variant="light">
            Revisar
          </BotonEnlace>
        </div>
      ) : (
        <Responder espera={e} rechazar={rechazar} />
      )}
    </li>
  )
}
