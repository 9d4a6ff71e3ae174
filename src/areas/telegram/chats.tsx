import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSave } from '../../web/api/save.ts'
import { Formulario } from '../../web/crud/formulario/formulario.tsx'
import { Modal } from '../../web/crud/modal.tsx'
import { Ficha } from '../../web/crud/valores.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import { type Chat, campos, contrato } from './contract.ts'
import classes from './telegram.module.css'

const { nombre, chat_id, gerencia } = campos
const NUEVO = { nombre, chat_id, gerencia }
const EDITADO = { ...NUEVO, estatus: campos.estatus }

/** The chats that the bot may write to. */
export function ChatsTelegram({ chats }: { chats: readonly Chat[] }) {
  const edita = usePuede('telegram:editar')
  const [abierto, setAbierto] = useState<Chat | 'nuevo'>()
  const cerrar = () => setAbierto(undefined)
  return (
    <section className={classes.seccion} aria-label="Chats de la casa">
      <div className={classes.cabecera}>
        <div className={classes.titulo}>
          <h2>Chats de la casa</h2>
        </div>
        {edita && (
          <Button variant="default" onClick={() => setAbierto('nuevo')}>
            Agregar chat
          </Button>
        )}
      </div>
      {chats.length === 0 && (
        <p className="tenue">
          Agregue el bot al grupo y escriba aquí el identificador del chat. Después elija abajo qué
          eventos recibe.
        </p>
      )}
      <ul className={classes.chats}>
        {chats.map((chat) => (
          <FilaChat key={chat.id} chat={chat} {...(edita && { editar: () => setAbierto(chat) })} />
        ))}
      </ul>
      <Modal
        opened={abierto !== undefined}
        onClose={cerrar}
        title={abierto === 'nuevo' ? 'Agregar chat' : 'Editar chat'}
      >
        {abierto === 'nuevo' && <Nuevo cerrar={cerrar} />}
        {abierto && abierto !== 'nuevo' && <Editar chat={abierto} cerrar={cerrar} />}
      </Modal>
    </section>
  )
}

function FilaChat({ chat, editar }: { chat: Chat; editar?: () => void }) {
  const { save, saving } = useSave(contrato.probar)
  return (
    <li>
      <strong>{chat.nombre}</strong>
      <span className="tenue">{chat.chat_id}</span>
      {chat.gerencia && <Ficha tono="info">Gerencia</Ficha>}
      {!chat.estatus && <Ficha>Inactivo</Ficha>}
      {editar && (
        <span className={classes.fin}>
          <Button
            variant="subtle"
            loading={saving}
            disabled={!chat.estatus}
            aria-label={`Probar ${chat.nombre}`}
            onClick={() => void save({ params: { id: chat.id } })}
          >
            Probar
          </Button>
          <Button variant="subtle" aria-label={`Editar ${chat.nombre}`} onClick={editar}>
            Editar
          </Button>
        </span>
      )}
    </li>
  )
}

function Nuevo({ cerrar }: { cerrar: () => void }) {
  const { save, saving, error } = useSave(contrato.crearChat)
  return (
    <Formulario
      campos={NUEVO}
      schema={contrato.crearChat.body}
      guardar={(body) => save({ body })}
      alGuardar={cerrar}
      guardando={saving}
      error={error}
      cancelar={cerrar}
    />
  )
}

function Editar({ chat, cerrar }: { chat: Chat; cerrar: () => void }) {
  const { save, saving, error } = useSave(contrato.editarChat)
  const { id, ...inicial } = chat
  const [valores] = useState(inicial)
  return (
    <Formulario
      campos={EDITADO}
      schema={contrato.editarChat.body}
      inicial={valores}
      guardar={(body) => save({ params: { id }, body })}
      alGuardar={cerrar}
      guardando={saving}
      error={error}
      cancelar={cerrar}
    />
  )
}
