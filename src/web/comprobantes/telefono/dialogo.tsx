import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  alcanzable,
  contratoTelefono as contrato,
  direccionDeTelefono,
} from '../../../core/documento/telefono.ts'
import { formatHora } from '../../../core/formato.ts'
import { callWith } from '../../api/api.ts'
import { bajar } from '../../api/archivos.ts'
import { Modal } from '../../crud/modal.tsx'
import { Qr } from '../../crud/papel/qr.tsx'
import classes from '../comprobante.module.css'
import { otraVez } from './espera.ts'

interface Abierto {
  id: number
  llave: string
  vence_en: string
}

/** A link that is closed takes nothing more. The house closes by itself one that this call does not reach. */
const cerrarEnlace = (id: number) =>
  callWith(contrato.cerrar, { params: { id } }).then(
    () => {},
    () => {},
  )

/** Shows the QR code of a link that takes one file, waits for it, hands it to `poner` and closes. */
export function DialogoTelefono(props: { poner: (file: File) => void; cerrar: () => void }) {
  const { poner, cerrar } = props
  const [enlace, setEnlace] = useState<Abierto | null>(null)
  const [error, setError] = useState<string | null>(null)
  const id = enlace?.id
  const { data, error: sinRespuesta } = useQuery({
    queryKey: [contrato.estado.path, id],
    queryFn: () => callWith(contrato.estado, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => otraVez(state),
    refetchIntervalInBackground: true,
    gcTime: 0,
  })
  // The link to close when the window closes or the page is left; `false` once that has happened.
  const abierta = useRef<number | false>(undefined)
  const salida = useRef<HTMLButtonElement>(null)
  async function abrir() {
    setError(null)
    setEnlace(null)
    try {
      if (abierta.current) await cerrarEnlace(abierta.current)
      const opened = await callWith(contrato.abrir, {})
      if (abierta.current === false) return await cerrarEnlace(opened.id)
      abierta.current = opened.id
      setEnlace(opened)
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause))
    }
  }
  const inicio = useEffectEvent(() => void abrir())
  useEffect(() => {
    abierta.current = undefined
    inicio()
    return () => {
      if (abierta.current) void cerrarEnlace(abierta.current)
      abierta.current = false
    }
  }, [])
  const traer = useEffectEvent(async (which: number, nombre: string) => {
    try {
      const blob = await bajar(contrato.archivo, { params: { id: which } })
      poner(new File([blob], nombre, { type: blob.type }))
      cerrar()
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause))
    }
  })
  const llego = data?.estado === 'llego' ? data.nombre : null
  useEffect(() => {
    if (id !== undefined && llego !== null) void traer(id, llego)
  }, [id, llego])

  return (
    <Modal opened onClose={cerrar} title="Foto con el teléfono" size="sm">
      <div className={classes.telefonos}>
        <Espera
          enlace={enlace}
          cerrado={data?.estado === 'cerrado'}
          error={error ?? sinRespuesta?.message ?? null}
          abrir={() => {
            // The button that was pressed goes away: with the focus on nothing, Escape would be the page's.
            salida.current?.focus()
            void abrir()
          }}
        />
        <Button ref={salida} data-autofocus variant="default" onClick={cerrar}>
          Cerrar
        </Button>
      </div>
    </Modal>
  )
}

function Espera(props: {
  enlace: Abierto | null
  cerrado: boolean
  error: string | null
  abrir: () => void
}) {
  const { enlace, cerrado, error, abrir } = props
  if (error || cerrado) {
    return (
      <>
        <p role="alert">{error ?? 'Este código ya no sirve.'}</p>
        <Button onClick={abrir}>Mostrar otro código</Button>
      </>
    )
  }
  if (!enlace) return <Loader size="sm" aria-label="Abriendo" />
  return (
    <>
      <p>
        Lea este código con la cámara del teléfono. No hace falta ingresar: tome la foto o elija la
        captura y aparecerá aquí.
      </p>
      <Qr
        className={classes.qr}
        texto={direccionDeTelefono(location.origin, enlace.llave)}
        titulo="Código QR para el teléfono"
      />
      {!alcanzable(location.hostname) && (
        <p className="banda">
          Esta pantalla abrió Cambista como {location.hostname}, y un teléfono no llega ahí. Ábralo
          con el nombre que tiene en la red.
        </p>
      )}
      <p role="status" className="nota">
        Esperando la foto. El código sirve una vez y hasta las {formatHora(enlace.vence_en)}.
      </p>
    </>
  )
}
