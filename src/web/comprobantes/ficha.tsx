import { Button, CloseButton } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import type { Subida } from '../../core/documento/comprobante.ts'
import classes from './comprobante.module.css'

/** A voucher being sent: its picture, its name, how far it is, and what is wrong with it. */
export function FichaSubida(props: {
  subida: Subida | null
  reintentar: () => void
  quitar: () => void
}) {
  const { subida, reintentar, quitar } = props
  if (!subida) return null
  const { nombre, vista, id, avance, error, repetido } = subida
  return (
    <div className={classes.ficha} data-error={error !== null || undefined}>
      {vista ? (
        <img src={vista} alt="" className={classes.vista} />
      ) : (
        <IconFileTypePdf size={28} aria-hidden="true" />
      )}
      <span className={classes.nombre}>{nombre}</span>
      <span role="status">
        {error ?? (id === null ? 'Subiendo…' : 'Comprobante listo')}
        {repetido && (
          <strong className={classes.repetido}>{` Ya se usó en ${repetido.numero}.`}</strong>
        )}
      </span>
      {id === null && !error && (
        <progress value={avance} max={1} aria-label={`Subiendo ${nombre}`} />
      )}
      {error && (
        <Button size="compact-xs" variant="light" onClick={reintentar}>
          Reintentar
        </Button>
      )}
      <CloseButton size="sm" aria-label="Quitar el comprobante" onClick={quitar} />
    </div>
  )
}
