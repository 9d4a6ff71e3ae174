import { Button } from '@mantine/core'
import { formatDecimal } from '../../../../core/formato.ts'
import { bajar } from '../../../../web/api/archivos.ts'
import { useSave } from '../../../../web/api/save.ts'
import { notify } from '../../../../web/avisos/notify.ts'
import { BotonConfirmar } from '../../../../web/crud/boton-confirmar.tsx'
import { BotonEnlace } from '../../../../web/crud/boton-enlace.tsx'
import { download } from '../../../../web/crud/exportar/descargar.ts'
import { usePuede } from '../../../../web/sesion/sesion.ts'
import { contratoLargas, type Importacion } from '../contract.ts'

const DETENER: Partial<Record<Importacion['estado'], readonly [accion: string, dice: string]>> = {
  revisando: ['Detener', 'No se habrá importado nada.'],
  revisada: ['Descartar', 'No se habrá importado nada.'],
  importando: ['Detener', 'Lo que ya se creó queda; lo demás no se crea.'],
}

async function descargar({ id, nombre }: Importacion) {
  try {
    const file = await bajar(contratoLargas.rechazadas, { params: { id } })
    download(`${nombre.replace(/\.\w+$/, '')} - por corregir.csv`, file)
  } catch (cause) {
    notify('warning', cause instanceof Error ? cause.message : String(cause))
  }
}

/** What may be done next with a file: import it, stop it, take its refused rows. */
export function Acciones({ larga }: { larga: Importacion }) {
  const may = usePuede('importar:crear')
  const { id, que, estado, totales } = larga
  const importar = useSave(contratoLargas.importar, { stale: [que] })
  const cancelar = useSave(contratoLargas.cancelar, { stale: [que] })
  const [accion, dice] = DETENER[estado] ?? []
  const nuevas = `${formatDecimal(String(totales.nueva), 0)} ${totales.nueva === 1 ? 'fila' : 'filas'}`
  return (
    <>
      {totales.rechazada > 0 && (
        <Button variant="default" onClick={() => void descargar(larga)}>
          Descargar las que no se pueden
        </Button>
      )}
      {accion && dice && (
        <BotonConfirmar
          titulo={`${accion} ${larga.nombre}`}
          accion={accion}
          cancelar="Volver"
          peligro
          alConfirmar={() => cancelar.save({ params: { id } })}
        >
          {dice}
        </BotonConfirmar>
      )}
      {estado === 'revisada' && totales.nueva > 0 && may && (
        <Button loading={importar.saving} onClick={() => void importar.save({ params: { id } })}>
          {`Importar ${nuevas}`}
        </Button>
      )}
      {estado === 'terminada' && <BotonEnlace a="clientes">Ver clientes</BotonEnlace>}
    </>
  )
}
