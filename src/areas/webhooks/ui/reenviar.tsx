import { Button } from '@mantine/core'
import { useSave } from '../../../web/api/save.ts'
import { contrato, type Envio } from '../contract.ts'

/** Sends one message again. */
export function Reenviar({ envio, chico = false }: { envio: Envio; chico?: boolean }) {
  const { save, saving } = useSave(contrato.reenviar)
  return (
    <Button
      variant="default"
      {...(chico && { size: 'compact-sm' })}
      loading={saving}
      aria-label={`Reenviar ${envio.nombre} a ${envio.webhook}`}
      onClick={() => void save({ params: { id: envio.id } })}
    >
      Reenviar
    </Button>
  )
}
