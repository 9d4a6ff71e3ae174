import { Button } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { notify } from '../../../web/avisos/notify.ts'
import { tarde } from '../../../web/tarde.ts'
import type { DetalleOrden } from '../contract.ts'
import { ESTADOS_CLIENTE } from '../rules.ts'

const dibujo = tarde(() => import('./recibo.tsx'))

/** The receipt as a picture for the client. */
export function CompartirImagen({ orden, texto }: { orden: DetalleOrden; texto: string }) {
  const [busy, setBusy] = useState(false)
  async function share() {
    setBusy(true)
    try {
      await (await dibujo()).enviarImagen(orden, ESTADOS_CLIENTE[orden.estado], texto)
    } catch (cause) {
      notify('warning', cause instanceof Error ? cause.message : String(cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={busy}
      leftSection={<IconPhoto size={14} aria-hidden="true" />}
      onClick={() => void share()}
    >
      Enviar imagen
    </Button>
  )
}
