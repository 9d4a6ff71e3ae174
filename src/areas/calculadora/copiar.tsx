import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { copiar } from '../../web/navegador.ts'

/** Copies the quote for the client's chat. */
export function Copiar({ texto }: { texto: string }) {
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<IconCopy size={14} aria-hidden="true" />}
      rightSection={<kbd>Enter</kbd>}
      onClick={() => void copiar(texto)}
    >
      Copiar para WhatsApp
    </Button>
  )
}
