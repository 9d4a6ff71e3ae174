import { IconQrcode } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Icono } from '../../operacion/partes.tsx'
import { parte } from '../../sin-linea/parte.tsx'
import classes from '../comprobante.module.css'

const Dialogo = parte(() =>
  import('./dialogo.tsx').then((module) => ({ default: module.DialogoTelefono })),
)

/**
 * Takes a file from a phone: a window shows a QR code, and what the phone sends goes to `poner` as a chosen file does. On
 * a phone it is not shown, since the picker offers its own camera.
 */
export function BotonTelefono({ poner, de }: { poner: (file: File) => void; de?: string }) {
  const [abierto, setAbierto] = useState(false)
  const words = `Tomar la foto con el teléfono${de ? `: ${de}` : ''}`
  return (
    <>
      <Icono
        className={classes.telefono}
        variant="subtle"
        size="lg"
        aria-label={words}
        title={words}
        onClick={() => setAbierto(true)}
      >
        <IconQrcode size={18} aria-hidden="true" />
      </Icono>
      {abierto && (
        <Suspense>
          <Dialogo poner={poner} cerrar={() => setAbierto(false)} />
        </Suspense>
      )}
    </>
  )
}
