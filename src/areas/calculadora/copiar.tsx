import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { notify, toast } from '../../web/notify.ts'
import classes from './calculadora.module.css'

/** Puts a text on the clipboard and says so. */
export async function copiar(texto: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(texto)
    toast('Copiado.')
  } catch {
    notify('warning', 'El navegador no permite copiar.')
  }
}

/** Copies the quote for the client's chat. */
export function Copiar({ texto }: { texto: string }) {
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<IconCopy size={14} aria-hidden="true" />}
      rightSection={<kbd className={classes.tecla}>Enter</kbd>}
      onClick={() => void copiar(texto)}
    >
      Copiar para WhatsApp
    </Button>
  )
}
