import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { useSave } from '../../../web/api/save.ts'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { Modal } from '../../../web/crud/modal.tsx'
import { campos, contrato, type EventoElegible, type Webhook } from '../contract.ts'
import classes from '../webhooks.module.css'

const { nombre, url } = campos
const NUEVO = { nombre, url }

interface Props {
  /** Null: a new one. */
  webhook: Webhook | null
  eventos: readonly EventoElegible[]
  /** Shows the secret of a new one. */
  mostrar: (secreto: string) => void
  cerrar: () => void
}

/** Adds or changes a receiver of events. */
export function DialogoWebhook(props: Props) {
  const { webhook, cerrar } = props
  return (
    <Modal
      opened
      onClose={cerrar}
      size="lg"
      title={webhook ? `Editar ${webhook.nombre}` : 'Agregar webhook'}
    >
      {webhook ? <Editar {...props} webhook={webhook} /> : <Nuevo {...props} />}
    </Modal>
  )
}

const VACIO = { eventos: [] }

function Nuevo({ eventos, mostrar, cerrar }: Props) {
  const { save, saving, error } = useSave(contrato.crear)
  return (
    <Formulario
      campos={NUEVO}
      schema={contrato.crear.body}
      inicial={VACIO}
      guardar={(body) => save({ body })}
      alGuardar={({ secreto }: { secreto: string }) => {
        cerrar()
        mostrar(secreto)
      }}
      guardando={saving}
      error={error}
      cancelar={cerrar}
    >
      <EventosCampo eventos={eventos} />
    </Formulario>
  )
}

function Editar({ webhook, eventos, cerrar }: Props & { webhook: Webhook }) {
  const { save, saving, error } = useSave(contrato.editar)
  const { id, nombre: llamado, url: direccion, activo, eventos: suyos, version } = webhook
  const [inicial] = useState({ nombre: llamado, url: direccion, activo, eventos: suyos, version })
  return (
    <Formulario
      campos={campos}
      schema={contrato.editar.body}
      inicial={inicial}
      guardar={(body) => save({ params: { id }, body })}
      alGuardar={cerrar}
      guardando={saving}
      error={error}
      cancelar={cerrar}
    >
      <EventosCampo eventos={eventos} />
    </Formulario>
  )
}

/** The events that it receives, with the type that each has in its messages. */
function EventosCampo({ eventos }: { eventos: readonly EventoElegible[] }) {
  const { control } = useFormContext()
  return (
    <fieldset className={classes.eventos}>
      <legend>Eventos que recibe</legend>
      <Controller
        name="eventos"
        control={control}
        render={({ field, fieldState }) => {
          const chosen = (field.value ?? []) as string[]
          const toggle = (evento: string) =>
            field.onChange(
              chosen.includes(evento)
                ? chosen.filter((each) => each !== evento)
                : [...chosen, evento],
            )
          return (
            <>
              {fieldState.error && <p className="malo">{fieldState.error.message}</p>}
              <ul>
                {eventos.map(({ evento, nombre: llamado, tipo }) => (
                  <li key={evento}>
                    <Checkbox
                      label={llamado}
                      description={tipo}
                      checked={chosen.includes(evento)}
                      onChange={() => toggle(evento)}
                    />
                  </li>
                ))}
              </ul>
            </>
          )
        }}
      />
    </fieldset>
  )
}
