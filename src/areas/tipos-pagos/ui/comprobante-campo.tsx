import { ActionIcon } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { FichaSubida } from '../../../web/comprobantes/ficha.tsx'
import { useSoltar } from '../../../web/comprobantes/soltar.ts'
import { ACEPTA } from '../../../web/comprobantes/subir.ts'
import type { LineaDePago } from '../rules/linea-pago.ts'
import type { Comprobantes } from './comprobantes.ts'
import pago from './linea.module.css'

interface Props {
  linea: LineaDePago
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
        accept={ACEPTA}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) comprobantes.poner(linea.id, file)
          currentTarget.value = ''
        }}
      />
    </>
  )
}

/** The voucher of a line and how far it is. */
export function FichaComprobante({ linea, comprobantes }: Omit<Props, 'pide'>) {
  return (
    <FichaSubida
      subida={linea.comprobante}
      reintentar={() => comprobantes.reintentar(linea.id)}
      quitar={() => comprobantes.quitar(linea.id)}
    />
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
  const soltar = useSoltar((file) => comprobantes.poner(linea, file))
  return (
    <div className={pago.linea} data-linea={linea} {...soltar}>
      {children}
    </div>
  )
}
