import { Button } from '@mantine/core'
import { IconFileTypePdf, IconPaperclip, IconPhoto } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import type { CallOf, Endpoint } from '../../core/contract.ts'
import type { Comprobante } from '../../core/documento/comprobante.ts'
import { subir } from '../api/archivos.ts'
import { areaOf, invalidate } from '../api/query.ts'
import { notify } from '../avisos/notify.ts'
import { prepararComprobante } from '../comprobante.ts'
import classes from './comprobante.module.css'
import { EntradaArchivo } from './entrada.tsx'
import { ACEPTA } from './subir.ts'
import { BotonTelefono } from './telefono/boton.tsx'
import { type Fuente, useArchivo, VisorComprobantes } from './visor.tsx'

/** The vouchers of a payment as thumbnails that open large. The control that adds one is the child. */
export function Comprobantes({
  comprobantes,
  fuente,
  children,
}: {
  comprobantes: readonly Comprobante[]
  fuente: Fuente
  children?: ReactNode
}) {
  const [abierto, setAbierto] = useState<number | null>(null)
  return (
    <div className={classes.miniaturas}>
      {comprobantes.map((c, index) => (
        <Miniatura key={c.id} comprobante={c} fuente={fuente} abrir={() => setAbierto(index)} />
      ))}
      {children}
      {abierto !== null && (
        <VisorComprobantes
          comprobantes={comprobantes}
          fuente={fuente}
          indice={abierto}
          mover={setAbierto}
          cerrar={() => setAbierto(null)}
        />
      )}
    </div>
  )
}

function Miniatura(props: { comprobante: Comprobante; fuente: Fuente; abrir: () => void }) {
  const { comprobante: c, fuente, abrir } = props
  const picture = c.tipo.startsWith('image/')
  const { data } = useArchivo(fuente, c.id, picture)
  const numeros = c.repetidos.map(({ numero }) => numero).join(', ')
  const warning = numeros && `, también usado en ${numeros}`
  return (
    <button
      type="button"
      className={classes.miniatura}
      data-repetido={c.repetidos.length > 0 || undefined}
      aria-label={`Ver comprobante ${c.nombre}${warning}`}
      title={`${c.nombre}${warning}`}
      onClick={abrir}
    >
      {data ? (
        <img src={data.vista} alt="" />
      ) : picture ? (
        <IconPhoto size={20} aria-hidden="true" />
      ) : (
        <IconFileTypePdf size={24} aria-hidden="true" />
      )}
    </button>
  )
}

/** Adds a voucher to a registered payment line. */
export function Adjuntar<E extends Endpoint>({
  endpoint,
  params,
  de,
  falta,
}: {
  endpoint: E
  params: Record<string, number>
  /** Description of the line. */
  de: string
  /** The line requires a voucher and has none. */
  falta: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  const [avance, setAvance] = useState<number | null>(null)
  async function send(file: File) {
    setAvance(0)
    try {
      const { archivo, nombre } = await prepararComprobante(file)
      const given = { params, query: { nombre } } as unknown as Omit<CallOf<E>, 'body'>
      const { signal } = new AbortController()
      const answer = await subir(endpoint, given, archivo, { signal, alAvanzar: setAvance })
      notify('success', (answer as { message: string }).message)
    } catch (cause) {
      notify('warning', cause instanceof Error ? cause.message : String(cause))
    }
    setAvance(null)
    await invalidate([areaOf(endpoint.path)])
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant={falta ? 'light' : 'subtle'}
        leftSection={<IconPaperclip size={16} aria-hidden="true" />}
        loading={avance !== null}
        onClick={() => input.current?.click()}
      >
        Adjuntar
      </Button>
      {avance !== null && <progress value={avance} max={1} aria-label="Subiendo el comprobante" />}
      <BotonTelefono poner={(file) => void send(file)} de={de} />
      <EntradaArchivo
        ref={input}
        etiqueta={`Archivo del comprobante de ${de}`}
        accept={ACEPTA}
        alElegir={(file) => void send(file)}
      />
    </>
  )
}
