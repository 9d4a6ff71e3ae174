import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAnswer } from '../../web/api/query.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { Fallo } from '../../web/crud/lista/lista.tsx'
import { Cargando } from '../../web/crud/pagina/cargando.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Secreto } from '../../web/crud/secreto/secreto.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import { contrato, type Webhook } from './contract.ts'
import { FichaWebhook } from './ui/ficha.tsx'
import { DialogoWebhook } from './ui/formulario.tsx'

/** Who outside of the house receives events, and which. */
export default function Webhooks() {
  const { data, error, refetch } = useAnswer(contrato.configuracion)
  const edita = usePuede('webhooks:editar')
  const [abierto, setAbierto] = useState<Webhook | 'nuevo'>()
  const [secreto, setSecreto] = useState<string | null>(null)
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  const { webhooks, eventos } = data
  return (
    <Pagina
      titulo="Webhooks"
      nota="Un programa de fuera recibe, firmado, cada evento que se elija. Nunca nombres, montos ni ganancias: solo qué pasó y su número."
      acciones={
        <>
          {edita && <Button onClick={() => setAbierto('nuevo')}>Agregar webhook</Button>}
          <BotonEnlace a="webhooks-envios" variant="default">
            Ver envíos
          </BotonEnlace>
        </>
      }
    >
      {webhooks.length === 0 && (
        <p className="tenue">
          Todavía nadie recibe eventos fuera de la casa. Agregue la dirección https del programa que
          los recibirá.
        </p>
      )}
      {webhooks.map((webhook) => (
        <FichaWebhook
          key={webhook.id}
          webhook={webhook}
          eventos={eventos}
          mostrar={setSecreto}
          {...(edita && { editar: () => setAbierto(webhook) })}
        />
      ))}
      {abierto && (
        <DialogoWebhook
          webhook={abierto === 'nuevo' ? null : abierto}
          eventos={eventos}
          mostrar={setSecreto}
          cerrar={() => setAbierto(undefined)}
        />
      )}
      <Secreto
        titulo="Secreto del webhook"
        secreto={secreto}
        copiado="Copiado."
        guardado="Ya lo guardé"
        cerrar={() => setSecreto(null)}
      >
        Póngalo en el programa que recibe: con él comprueba que cada mensaje es de esta casa. No se
        vuelve a mostrar; si se pierde, se genera otro.
      </Secreto>
    </Pagina>
  )
}
