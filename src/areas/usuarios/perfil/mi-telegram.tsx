import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatHora } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Qr } from '../../../web/crud/papel/qr.tsx'
import { Fecha } from '../../../web/crud/valores.tsx'
import { contrato } from '../../telegram/contract.ts'
import { ConPassword } from '../ui/con-password.tsx'
import classes from '../usuarios.module.css'

/** The user's own chat on Telegram: links it by a code that he sends to the bot, and unlinks it. */
export function MiTelegram() {
  const { data, error, refetch } = useAnswer(contrato.mio)
  const vincular = useSave(contrato.vincular)
  const quitar = useSave(contrato.desvincular)
  const [pide, setPide] = useState(false)
  const [dado, setDado] = useState<{ codigo: string; vence_en: string }>()
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  const { disponible, vinculado_en, chat, espera_hasta, bot } = data
  function leave() {
    vincular.clear()
    setPide(false)
  }
  return (
    <div className="pila hueco-16">
      <p>
        En su chat recibe solo lo suyo: una solicitud que espera su respuesta, una orden que ya no
        está a su cargo, el cierre de su caja, un ingreso desde un equipo nuevo, un cambio de su
        contraseña o de su cuenta. Nunca ganancias, ni números de cuenta o documentos completos.
      </p>
      {vinculado_en && (
        <p>
          Su chat <strong>{chat}</strong> está vinculado desde el{' '}
          <Fecha valor={vinculado_en} hora />. Si no lo vinculó usted, quítelo y cambie su
          contraseña.
        </p>
      )}
      {!disponible && !vinculado_en && (
        <p className="tenue">
          Telegram está apagado o la casa no tiene un bot. Lo configura quien administra.
        </p>
      )}
      {dado && espera_hasta && <Codigo {...dado} bot={bot} />}
      <div className="fila">
        {disponible && (
          <Button variant={vinculado_en ? 'default' : 'filled'} onClick={() => setPide(true)}>
            {vinculado_en
              ? 'Vincular otro chat'
              : espera_hasta
                ? 'Pedir otro código'
                : 'Vincular mi chat'}
          </Button>
        )}
        {vinculado_en && (
          <BotonConfirmar
            titulo="¿Desvincular su chat?"
            boton="Desvincular"
            accion="Desvincular"
            ocupado={quitar.saving}
            alConfirmar={() => quitar.save({})}
          >
            Deja de recibir lo suyo en Telegram.
          </BotonConfirmar>
        )}
      </div>
      <ConPassword
        abierto={pide}
        titulo="Vincular mi chat de Telegram"
        accion="Ver el código"
        ocupado={vincular.saving}
        error={vincular.error}
        alConfirmar={(prueba) => {
          void vincular.save({ body: prueba }).then((answer) => {
            if (!answer) return
            setDado(answer)
            leave()
          })
        }}
        alCancelar={leave}
      >
        <p>Quien tenga ese chat leerá lo que se le avisa a usted.</p>
      </ConPassword>
    </div>
  )
}

/** What to send to the bot, and a QR code that does it from a phone. */
function Codigo({
  codigo,
  vence_en,
  bot,
}: {
  codigo: string
  vence_en: string
  bot: string | null
}) {
  const link = bot && `https://t.me/${bot}?start=${codigo}`
  return (
    <section
      className="recuadro pila hueco-8"
      data-tono="info"
      aria-label="Código para vincular el chat"
    >
      <p>
        {bot ? (
          <>
            Abra la cámara de su teléfono o envíe este código a <strong>@{bot}</strong>:
          </>
        ) : (
          'Envíe este código al bot de la casa:'
        )}
      </p>
      <p>
        <strong>
          <code>{codigo}</code>
        </strong>{' '}
        <span className="tenue">sirve una vez, hasta las {formatHora(vence_en)}</span>
      </p>
      {link && <Qr className={classes.qr} texto={link} titulo="Enlace al bot con el código" />}
    </section>
  )
}
