import { Button } from '@mantine/core'
import { IconFileTypePdf, IconPaperclip, IconPhoto } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { COMPROBANTE } from '../../core/comprobante.ts'
import { subir } from '../../web/archivos.ts'
import { prepararComprobante } from '../../web/comprobante.ts'
import { notify } from '../../web/notify.ts'
import { invalidate } from '../../web/query.ts'
import classes from './comprobante.module.css'
import { useArchivo, VisorComprobantes } from './comprobante-visor.tsx'
import { contrato, type PagoDetalle } from './contract.ts'
import type { Comprobante } from './contract-comprobantes.ts'

/** The vouchers of a payment: small, opened large; more can be added by who may verify. */
export function ComprobantesPago({
  operacion_id,
  pago,
  puede,
}: {
  operacion_id: number
  pago: PagoDetalle
  /** May add one. */
  puede: boolean
}) {
  const [abierto, setAbierto] = useState<number | null>(null)
  const { comprobantes } = pago
  return (
    <div className={classes.miniaturas}>
      {comprobantes.map((c, index) => (
        <Miniatura key={c.id} comprobante={c} abrir={() => setAbierto(index)} />
      ))}
      {puede && comprobantes.length < 5 && <Adjuntar operacion_id={operacion_id} pago={pago} />}
      {abierto !== null && (
        <VisorComprobantes
          comprobantes={comprobantes}
          indice={abierto}
          mover={setAbierto}
          cerrar={() => setAbierto(null)}
        />
      )}
    </div>
  )
}

function Miniatura({ comprobante: c, abrir }: { comprobante: Comprobante; abrir: () => void }) {
  const picture = c.tipo.startsWith('image/')
  const { data } = useArchivo(c.id, picture)
  const warning = c.repetidos.length > 0 ? `, también usado en ${numeros(c)}` : ''
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

export function numeros({ repetidos }: Comprobante): string {
  return repetidos.map(({ numero }) => numero).join(', ')
}

function Adjuntar({ operacion_id, pago }: { operacion_id: number; pago: PagoDetalle }) {
  const input = useRef<HTMLInputElement>(null)
  const [avance, setAvance] = useState<number | null>(null)
  async function send(file: File) {
    setAvance(0)
    try {
      const { archivo, nombre } = await prepararComprobante(file)
      const { message } = await subir(
        contrato.adjuntarComprobante,
        { params: { id: operacion_id, pago_id: pago.id }, query: { nombre } },
        archivo,
        { signal: new AbortController().signal, alAvanzar: setAvance },
      )
      notify('success', message)
    } catch (cause) {
      notify('warning', cause instanceof Error ? cause.message : String(cause))
    }
    setAvance(null)
    await invalidate(['compras-ventas'])
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant={pago.pide_comprobante && pago.comprobantes.length === 0 ? 'light' : 'subtle'}
        leftSection={<IconPaperclip size={16} aria-hidden="true" />}
        loading={avance !== null}
        onClick={() => input.current?.click()}
      >
        Adjuntar
      </Button>
      {avance !== null && <progress value={avance} max={1} aria-label="Subiendo el comprobante" />}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`Archivo del comprobante de ${pago.tipo_pago}`}
        accept={['image/*', ...COMPROBANTE.tipos].join(',')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) void send(file)
          currentTarget.value = ''
        }}
      />
    </>
  )
}
