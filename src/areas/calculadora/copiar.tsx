import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { copiar } from '../../web/navegador.ts'
import classes from './calculadora.module.css'

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
