import type { IconPrinter } from '@tabler/icons-react'
import classes from '../lista.module.css'

/** Icon and text of a list's tool. Where space is short the text is only for screen readers and on hover. */
export function Herramienta({ icono: Icono, texto }: { icono: typeof IconPrinter; texto: string }) {
  return (
    <span className={classes.herramienta} title={texto}>
      <Icono size={16} aria-hidden="true" />
      <span>{texto}</span>
    </span>
  )
}
