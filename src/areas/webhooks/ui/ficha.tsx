import { Button } from '@mantine/core'
import { formatFechaHora } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { Ficha } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { contrato, type EventoElegible, type Webhook } from '../contract.ts'
import classes from '../webhooks.module.css'
import { ReenviarDesde } from './reenviar-desde.tsx'

interface Props {
  webhook: Webhook
  eventos: readonly EventoElegible[]
  /** Shows a new secret. */
  mostrar: (secreto: string) => void
  /** Left out for who may only look. */
  editar?: () => void
}

/** One receiver: where to, what it receives, and how it goes. */
export function FichaWebhook({ webhook, eventos, mostrar, editar }: Props) {
  const { id, nombre, url, activo, apagado_por, fallando_desde, pendientes } = webhook
  const suyos = eventos.filter(({ evento }) => webhook.eventos.includes(evento))
  return (
    <section className={classes.webhook} aria-label={nombre}>
      <div className={classes.cabecera}>
        <div className={classes.titulo}>
          <h2>{nombre}</h2>
          <Ficha tono={activo ? 'positivo' : 'neutro'}>{activo ? 'Activo' : 'Inactivo'}</Ficha>
          {activo && fallando_desde && <Ficha tono="negativo">Falla</Ficha>}
        </div>
        {editar && <Acciones webhook={webhook} mostrar={mostrar} editar={editar} />}
      </div>
      <p className={classes.direccion}>{url}</p>
      {apagado_por && (
        <p className="malo">
          El programa lo apagó: {apagado_por}. Arréglelo con quien recibe, actívelo y reenvíe lo que
          falló.
        </p>
      )}
      {activo && fallando_desde && (
        <p className="malo">
          No se le entrega nada desde el {formatFechaHora(fallando_desde)}. A los cinco días se
          apaga.
        </p>
      )}
      {!webhook.legible && (
        <p className="malo">Su secreto se guardó con otra clave de la casa: genere uno nuevo.</p>
      )}
      {webhook.anterior_hasta && (
        <p className="tenue">
          El secreto anterior vale hasta el {formatFechaHora(webhook.anterior_hasta)}.
        </p>
      )}
      <p className="tenue">Recibe: {suyos.map((each) => each.nombre).join(', ')}.</p>
      <p>
        <Enlace a="webhooks-envios" search={{ webhook_id: String(id) }}>
          {pendientes === 0
            ? `Envíos a ${nombre}`
            : `Envíos a ${nombre}, ${pendientes} por entregar`}
        </Enlace>
      </p>
    </section>
  )
}

function Acciones({ webhook, mostrar, editar }: Required<Omit<Props, 'eventos'>>) {
  const { id, nombre, activo } = webhook
  const prueba = useSave(contrato.probar)
  const otro = useSave(contrato.rotar)
  const params = { id }
  return (
    <div className="seguidos">
      <Button
        variant="default"
        loading={prueba.saving}
        disabled={!activo}
        aria-label={`Probar ${nombre}`}
        onClick={() => void prueba.save({ params })}
      >
        Probar
      </Button>
      {activo && <ReenviarDesde webhook={webhook} />}
      <BotonConfirmar
        titulo={`¿Generar otro secreto para ${nombre}?`}
        boton="Otro secreto"
        accion="Generar"
        ocupado={otro.saving}
        alConfirmar={async () => {
          const answer = await otro.save({ params })
          if (answer) mostrar(answer.secreto)
          return answer
        }}
      >
        El anterior vale un día más: cámbielo antes en el programa que recibe.
      </BotonConfirmar>
      <Button variant="default" aria-label={`Editar ${nombre}`} onClick={editar}>
        Editar
      </Button>
    </div>
  )
}
