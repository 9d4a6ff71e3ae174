import { IconPaperclip } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { EntradaArchivo } from '../../../web/comprobantes/entrada.tsx'
import { FichaSubida } from '../../../web/comprobantes/ficha.tsx'
import { useSoltar } from '../../../web/comprobantes/soltar.ts'
import { ACEPTA } from '../../../web/comprobantes/subir.ts'
import { BotonTelefono } from '../../../web/comprobantes/telefono/boton.tsx'
import { Icono } from '../../../web/operacion/partes.tsx'
import type { LineaDePago } from '../rules/linea-pago.ts'
import type { Comprobantes } from './comprobantes.ts'
import pago from './linea.module.css'

interface Props {
  linea: LineaDePago
  comprobantes: Comprobantes
  /** The way of paying requires a voucher. */
  pide: boolean
}

/** Opens the file picker. A screenshot can also be pasted with Ctrl+V, and a file dropped on the line. */
export function BotonComprobante({ linea, comprobantes, pide }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const words = pide ? 'Adjuntar comprobante (obligatorio)' : 'Adjuntar comprobante'
  return (
    <>
      <Icono
        id={`campo-pago-${linea.id}-comprobante`}
        variant={pide && !linea.comprobante ? 'light' : 'subtle'}
        size="lg"
        aria-label={words}
        title={`${words}. Ctrl+V pega una captura.`}
        onClick={() => input.current?.click()}
      >
        <IconPaperclip size={18} aria-hidden="true" />
      </Icono>
      <EntradaArchivo
        ref={input}
        etiqueta="Archivo del comprobante"
        accept={ACEPTA}
        alElegir={(file) => comprobantes.poner(linea.id, file)}
      />
      <BotonTelefono poner={(file) => comprobantes.poner(linea.id, file)} />
    </>
  )
}

/** The voucher of a line and the state of its upload. */
export function FichaComprobante({ linea, comprobantes }: Omit<Props, 'pide'>) {
  return (
    <FichaSubida
      subida={linea.comprobante}
      reintentar={() => comprobantes.reintentar(linea.id)}
      quitar={() => comprobantes.quitar(linea.id)}
    />
  )
}

/** Makes a payment line a drop target: the file becomes its voucher. */
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
