import { useAnswer } from '../../web/api/query.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { Fallo } from '../../web/crud/lista/lista.tsx'
import { Cargando } from '../../web/crud/pagina/cargando.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Ficha } from '../../web/crud/valores.tsx'
import { BotTelegram } from './bot.tsx'
import { ChatsTelegram } from './chats.tsx'
import { contrato } from './contract.ts'
import { EventosTelegram } from './eventos.tsx'
import { PersonasTelegram } from './personal/personas.tsx'

/** The bot, its chats, and the events that each chat receives. */
export default function Telegram() {
  const { data, error, refetch } = useAnswer(contrato.configuracion)
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  const { activo, token, chats, eventos } = data
  return (
    <Pagina
      titulo="Telegram"
      estado={
        <Ficha tono={activo ? 'positivo' : 'neutro'}>{activo ? 'Encendido' : 'Apagado'}</Ficha>
      }
      nota={
        activo
          ? 'Los mensajes se envían a medida que ocurre lo que anuncian.'
          : 'No se envía nada: lo que ocurre queda anotado como omitido. Se enciende con el interruptor de la barra.'
      }
      acciones={
        <BotonEnlace a="telegram-envios" variant="default">
          Ver envíos
        </BotonEnlace>
      }
    >
      <BotTelegram token={token} />
      <ChatsTelegram chats={chats} />
      <PersonasTelegram />
      <EventosTelegram eventos={eventos} chats={chats} />
    </Pagina>
  )
}
