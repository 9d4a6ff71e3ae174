import type { AnswerOf } from '../../../core/contract.ts'
import { formatFechaHora } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { contratoRestauracion } from '../contract/restauracion.ts'
import classes from '../usuarios.module.css'

type Pendiente = NonNullable<AnswerOf<typeof contratoRestauracion.obtener>['pendiente']>

/** After a restore: who may sign in since and which keys wait, until somebody says that he looked at them. */
export function Restaurada() {
  const { data } = useAnswer(contratoRestauracion.obtener)
  const { save, saving } = useSave(contratoRestauracion.revisar, {
    stale: ['notificaciones', 'claves-api'],
  })
  const pendiente = data?.pendiente
  if (!pendiente) return null
  const { id, hasta } = pendiente
  return (
    <section className={classes.restaurada} aria-label="Casa restaurada">
      <p role="alert">
        <strong>La casa volvió a como estaba el {formatFechaHora(hasta)}.</strong> Lo que se cambió
        después ya no está: quien se desactivó, o cambió de rol o de contraseña, está como entonces.
        Todas las sesiones terminaron, y las claves de API, los webhooks y los chats de Telegram
        esperan a que usted los revise.
      </p>
      <Quienes {...pendiente} />
      <div>
        <BotonConfirmar
          titulo="Dar por revisado"
          boton="Ya lo revisé"
          accion="Está revisado"
          ocupado={saving}
          alConfirmar={() => save({ params: { id } })}
        >
          Desde ahora valen las claves de API, los webhooks y los chats de Telegram que siguen
          activos, y este aviso se va. Desactive antes a quien no deba ingresar, y lo que no deba
          estar.
        </BotonConfirmar>
      </div>
    </section>
  )
}

function Quienes({ usuarios, claves, afuera }: Pendiente) {
  return (
    <ul className="puntos">
      <li>
        Pueden ingresar {usuarios.length}:{' '}
        {usuarios.map(({ id, nombre, rol }, at) => (
          <span key={id}>
            {at > 0 && ', '}
            <Enlace a="detalle-usuario" params={{ id }}>
              {nombre}
            </Enlace>{' '}
            ({rol})
          </span>
        ))}
      </li>
      <li>
        {claves.length === 0
          ? 'Claves de API: ninguna.'
          : `Claves de API que esperan: ${claves.map(({ nombre, creada_por }) => `${nombre}, de ${creada_por}`).join('; ')}. Se revocan en Claves de API.`}
      </li>
      {afuera.length > 0 && (
        <li>
          Avisos que esperan:{' '}
          {afuera.map(({ clase, nombre, adonde }) => `${clase} ${nombre}, a ${adonde}`).join('; ')}.
          Se apagan en Webhooks y en Telegram.
        </li>
      )}
    </ul>
  )
}
