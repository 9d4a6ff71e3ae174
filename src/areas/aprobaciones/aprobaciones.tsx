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
import { parte } from '../../web/sin-linea/parte.tsx'
import { tarde } from '../../web/tarde.ts'
import classes from './aprobaciones.module.css'
import { contrato, type Espera } from './contract.ts'
import { Detalle } from './detalle.tsx'
import { Propias, Que } from './propias.tsx'
import { clave, type FilaProps, Rechazar, Responder } from './responder.tsx'
import { APARTE, nombreDe, siguenIgual } from './rules.ts'

const Juntas = parte(tarde(() => import('./juntas.tsx')))

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
  // A mark is of what was read: it goes with any change of its request.
  const [puestas, setPuestas] = useState<readonly Espera[]>([])
  const marcadas = siguenIgual(puestas, data ?? [])
  const quitar = (those: readonly Espera[]) => {
    const gone = new Set(those.map(clave))
    setPuestas((before) => before.filter((each) => !gone.has(clave(each))))
  }
  // The bar stays with what came of each, after its last mark is gone.
  const [marco, setMarco] = useState(false)
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  const posibles = data.filter(({ aparte }) => aparte === null)
  const marcar = (those: readonly Espera[]) => {
    setMarco(true)
    setPuestas([...marcadas.filter((each) => !those.includes(each)), ...those])
  }
  return (
    <Pagina titulo="Aprobaciones">
      {posibles.length > 1 && (
        <label className={classes.todas}>
          <input
            type="checkbox"
            checked={marcadas.length === posibles.length}
            ref={(box) => {
              if (box) box.indeterminate = marcadas.length > 0 && marcadas.length < posibles.length
            }}
            onChange={() =>
              marcadas.length === posibles.length ? quitar(marcadas) : marcar(posibles)
            }
          />
          Marcar las que se pueden aprobar juntas
        </label>
      )}
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
              marcada={posibles.length > 1 ? siguenIgual(marcadas, [espera]).length > 0 : undefined}
              alternar={(yes) => (yes ? marcar([espera]) : quitar([espera]))}
              rechazar={() => setRechaza({ espera, abierto: true })}
            />
          ))}
        </ul>
      )}
      <Suspense>{marco && <Juntas esperas={data} marcadas={marcadas} quitar={quitar} />}</Suspense>
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

function Fila({
  espera: e,
  marcada,
  alternar,
  rechazar,
}: FilaProps & { marcada: boolean | undefined; alternar: (marcada: boolean) => void }) {
  const pantalla = aporte('aprueba')[e.tipo]?.pantalla
  const ahora = useAhora()
  return (
    <li className={classes.espera} data-marcable={marcada !== undefined || undefined}>
      {marcada !== undefined && (
        <input
          type="checkbox"
          aria-label={`Marcar ${nombreDe(e)}`}
          title={e.aparte ? `Se responde sola: ${APARTE[e.aparte]}` : undefined}
          disabled={e.aparte !== null}
          checked={marcada}
          onChange={(event) => alternar(event.currentTarget.checked)}
        />
      )}
      <Que espera={e} como="h2" />
      {e.motivo && <p>{e.motivo}</p>}
      <Detalle espera={e} />
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
