import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { notify, toast } from '../../web/notify.ts'

/** Copies a sentence for the client's chat. */
export function Copiar({ texto }: { texto: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(texto)
      toast('Copiado.')
    } catch {
      notify('warning', 'El navegador no permite copiar.')
    }
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconCopy size={14} aria-hidden="true" />}
      onClick={() => void copy()}
    >
      Copiar
    </Button>
  )
}
