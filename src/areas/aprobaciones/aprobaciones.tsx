import { Button } from '@mantine/core'
import { use, useEffect, useState } from 'react'
import { formatHora, sinCortar } from '../../core/formato.ts'
import { onEvento } from '../../web/api/events.ts'
import { invalidate, useAnswer } from '../../web/api/query.ts'
import { useSave } from '../../web/api/save.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { Confirmar } from '../../web/crud/dialogo.tsx'
import { Fallo } from '../../web/crud/lista/lista.tsx'
import { Cargando } from '../../web/crud/pagina/cargando.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Ficha, Hace } from '../../web/crud/valores.tsx'
import { aporte } from '../../web/marco/aportes.ts'
import classes from './aprobaciones.module.css'
import { camposRechazo, contrato, type Espera } from './contract.ts'
import { llamadasDe } from './llamadas.tsx'
import { Propias, Que } from './propias.tsx'

/**
 * Every request that the user may answer, answered from here by keyboard: Tab to a button, Enter, the reason, Enter.
 */
export default function Aprobaciones() {
  const { data, error, refetch } = useAnswer(contrato.listar)
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
          Nada espera su aprobación. Lo que llegue aparecerá aquí y en la campana.
        </p>
      ) : (
        <ul className="pila" aria-label="Lo que espera su aprobación">
          {data.map((espera) => (
            <Fila key={`${espera.tipo}-${espera.id}`} espera={espera} />
          ))}
        </ul>
      )}
      <Propias />
    </Pagina>
  )
}

function Fila({ espera: e }: { espera: Espera }) {
  const pantalla = aporte('aprueba')[e.tipo]?.pantalla
  return (
    <li className={classes.espera}>
      <Que espera={e} como="h2" />
      {e.motivo && <p>{e.motivo}</p>}
      {e.aviso && <p className="alerta">{sinCortar(e.aviso)}</p>}
      <p className={classes.quien}>
        <span>{e.solicitante}</span>
        <Hace momento={e.fecha} />
        {e.sola && <Ficha tono="negativo">Nadie más puede: responde usted solo</Ficha>}
        {e.vence_en && <span>{`vence a las ${formatHora(e.vence_en)}`}</span>}
      </p>
      {e.confirma === null && pantalla ? (
        <div className={classes.botones}>
          <BotonEnlace a={pantalla} params={{ id: e.id }} variant="light">
            Revisar
          </BotonEnlace>
        </div>
      ) : (
        <Responder espera={e} />
      )}
    </li>
  )
}

/** Approves in one step, refuses with a reason. */
function Responder({ espera: e }: { espera: Espera }) {
  const [no, setNo] = useState(false)
  const { aprobar, rechazar } = use(llamadasDe(e.tipo))
  const titulo = aporte('aprueba')[e.tipo]?.titulo ?? e.tipo
  const stale = { stale: ['aprobaciones', 'notificaciones', 'posiciones'] } as const
  const yes = useSave(aprobar, stale)
  const nay = useSave(rechazar, stale)
  const params = { id: e.id }
  const what = `${titulo} de ${e.solicitante}`
  return (
    <div className={classes.botones}>
      <Button
        aria-label={`Aprobar: ${what}`}
        loading={yes.saving}
        onClick={() => void yes.save({ params, body: e.confirma } as never)}
      >
        Aprobar
      </Button>
      <Button
        variant="default"
        aria-label={`Rechazar: ${what}`}
        disabled={yes.saving}
        onClick={() => setNo(true)}
      >
        Rechazar
      </Button>
      <Confirmar
        abierto={no}
        titulo={`Rechazar: ${titulo.toLowerCase()}`}
        accion="Rechazar"
        motivo={camposRechazo.nota}
        peligro
        ocupado={nay.saving}
        alConfirmar={(nota) =>
          void nay.save({ params, body: { nota } } as never).then((done) => done && setNo(false))
        }
        alCancelar={() => setNo(false)}
      >
        {sinCortar(
          `${[e.titulo, e.importe].filter(Boolean).join(', ')}. ${e.solicitante} verá el motivo.`,
        )}
      </Confirmar>
    </div>
  )
}
