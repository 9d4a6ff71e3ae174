import { ActionIcon, Button, CloseButton } from '@mantine/core'
import { IconFileTypePdf, IconPaperclip } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { COMPROBANTE } from '../../core/comprobante.ts'
import classes from './comprobante.module.css'
import type { Comprobantes } from './comprobante-linea.tsx'
import pago from './linea-pago.module.css'
import type { Linea } from './mostrador-tipos.ts'

interface Props {
  linea: Linea
  comprobantes: Comprobantes
  /** The way of paying asks for a voucher. */
  pide: boolean
}

/** Opens the file picker; a capture is pasted with Ctrl+V, a file dropped on the line. */
export function BotonComprobante({ linea, comprobantes, pide }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const words = pide ? 'Adjuntar comprobante (obligatorio)' : 'Adjuntar comprobante'
  return (
    <>
      <ActionIcon
        id={`campo-pago-${linea.id}-comprobante`}
        variant={pide && !linea.comprobante ? 'light' : 'subtle'}
        size="lg"
        aria-label={words}
        title={`${words}. Ctrl+V pega una captura.`}
        onClick={() => input.current?.click()}
      >
        <IconPaperclip size={18} aria-hidden="true" />
      </ActionIcon>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Archivo del comprobante"
        accept={['image/*', ...COMPROBANTE.tipos].join(',')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) comprobantes.poner(linea.id, file)
          currentTarget.value = ''
        }}
      />
    </>
  )
}

/** The voucher of a line: its picture, its name, how far it is, and what is wrong with it. */
export function FichaComprobante({ linea, comprobantes }: Omit<Props, 'pide'>) {
  const { comprobante } = linea
  if (!comprobante) return null
  const { nombre, vista, id, avance, error, repetido } = comprobante
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
        <Button size="compact-xs" variant="light" onClick={() => comprobantes.reintentar(linea.id)}>
          Reintentar
        </Button>
      )}
      <CloseButton
        size="sm"
        aria-label="Quitar el comprobante"
        onClick={() => comprobantes.quitar(linea.id)}
      />
    </div>
  )
}

/** A payment line: a file dropped anywhere on it is its voucher. */
export function Soltar({
  linea,
  comprobantes,
  children,
}: {
  linea: number
  comprobantes: Comprobantes
  children: ReactNode
}) {
  const [over, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the button is everybody's.
    <div
      className={pago.linea}
      data-linea={linea}
      data-soltar={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        const file = event.dataTransfer.files[0]
        if (!file) return
        event.preventDefault()
        comprobantes.poner(linea, file)
      }}
    >
      {children}
    </div>
  )
}
