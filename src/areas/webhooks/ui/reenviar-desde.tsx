import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { DialogoCampos } from '../../../web/crud/dialogo-campos.tsx'
import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import { contrato, type Webhook } from '../contract.ts'

const DESDE = [
  { valor: '1', etiqueta: 'Hace una hora' },
  { valor: '24', etiqueta: 'Hace un día' },
  { valor: '168', etiqueta: 'Hace siete días' },
  { valor: '720', etiqueta: 'Hace treinta días' },
]

/** Sends again whatever failed of one receiver since some time ago. */
export function ReenviarDesde({ webhook: { id, nombre } }: { webhook: Webhook }) {
  const envio = useSave(contrato.reenviarDesde)
  const [abierto, setAbierto] = useState(false)
  const [horas, setHoras] = useState('24')
  function cerrar() {
    envio.clear()
    setAbierto(false)
  }
  return (
    <>
      <Button variant="default" onClick={() => setAbierto(true)}>
        Reenviar lo que falló
      </Button>
      {abierto && (
        <DialogoCampos
          titulo={`Reenviar a ${nombre}`}
          accion="Reenviar"
          ancho="sm"
          impedido={false}
          envio={envio}
          enviar={async () => {
            const desde = new Date(Date.now() - Number(horas) * 3_600_000).toISOString()
            if (await envio.save({ params: { id }, body: { desde } })) cerrar()
          }}
          cerrar={cerrar}
        >
          <p>
            Cada mensaje que falló y no se volvió a enviar sale otra vez, con su mismo
            identificador.
          </p>
          <Seleccion
            etiqueta="Desde"
            opciones={DESDE}
            valor={horas}
            alElegir={(valor) => setHoras(valor ?? '24')}
          />
        </DialogoCampos>
      )}
    </>
  )
}
