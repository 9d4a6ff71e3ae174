import { Button } from '@mantine/core'
import { bajar } from '../../../../web/api/archivos.ts'
import { useSave } from '../../../../web/api/save.ts'
import { notify } from '../../../../web/avisos/notify.ts'
import { BotonConfirmar } from '../../../../web/crud/boton-confirmar.tsx'
import { download } from '../../../../web/crud/exportar/descargar.ts'
import { Datos, Detalle, type Pestana } from '../../../../web/crud/pagina/detalle.tsx'
import { Historial } from '../../../../web/crud/pagina/historial.tsx'
import { UnaFila } from '../../../../web/crud/pagina/una-fila.tsx'
import { Fecha, Monto } from '../../../../web/crud/valores.tsx'
import type { Empieza } from '../../../../web/marco/screens.ts'
import { usePuede } from '../../../../web/sesion/sesion.ts'
import { MUEVE } from '../../acciones/uso-acciones.tsx'
import { camposAccion } from '../../contract/acciones.ts'
import { contratoLotes, type DetalleLote } from '../contract.ts'
import { Comprobar } from './comprobar.tsx'
import { EstadoLote } from './estado-lote.tsx'
import { Lineas } from './lineas.tsx'
import classes from './lotes.module.css'
import { RespuestaDelBanco } from './respuesta-banco.tsx'

const ACCIONES: Record<string, string> = {
  crear: 'Hizo el archivo',
  rechazar: 'Registró lo que el banco no pagó',
  comprobar: 'Comprobó un archivo',
}

export const empieza: Empieza = { fila: contratoLotes.obtener }

/** One batch: its file, its orders, and what the bank answered. */
export default function DetalleDeLote() {
  return <UnaFila endpoint={contratoLotes.obtener}>{(lote) => <Hoja lote={lote} />}</UnaFila>
}

/** Downloads the file of a batch, as it was made. */
export async function descargar({ id, nombre_archivo }: { id: number; nombre_archivo: string }) {
  try {
    download(nombre_archivo, await bajar(contratoLotes.archivo, { params: { id } }))
  } catch (cause) {
    notify('warning', cause instanceof Error ? cause.message : String(cause))
  }
}

function Hoja({ lote }: { lote: DetalleLote }) {
  const paga = usePuede('ordenes:pagar')
  const open = lote.estado === 'abierto'
  const pestanas: Pestana[] = [
    {
      clave: 'lineas',
      titulo: 'Órdenes',
      contenido: () => (
        <div className="pila hueco-16">
          <Datos pares={pares(lote)} />
          {open && paga ? <RespuestaDelBanco lote={lote} /> : <Lineas lote={lote} />}
        </div>
      ),
    },
    {
      clave: 'historial',
      titulo: 'Historial',
      contenido: () => <Historial filas={lote.historial} acciones={ACCIONES} />,
    },
  ]
  return (
    <Detalle
      titulo={`Lote ${lote.numero}`}
      migas={[
        { texto: 'Órdenes', ruta: 'ordenes' },
        { texto: 'Lotes', ruta: 'lotes' },
        { texto: lote.numero },
      ]}
      estado={<EstadoLote estado={lote.estado} />}
      acciones={
        <>
          {paga && <Button onClick={() => void descargar(lote)}>Descargar archivo</Button>}
          <Comprobar lote={lote} />
          {open && paga && <NoPagado lote={lote} />}
        </>
      }
      pestanas={pestanas}
    />
  )
}

const pares = (lote: DetalleLote) =>
  [
    ['Fecha', <Fecha key="f" valor={lote.fecha} hora />],
    ['Sale de', lote.cuenta],
    ['Órdenes', String(lote.ordenes)],
    ['Total', <Monto key="t" valor={lote.total} moneda={lote.moneda} />],
    ['Hecho por', lote.usuario],
    [
      'Huella del archivo (SHA-256)',
      <code key="h" className={classes.huella}>
        {lote.huella}
      </code>,
    ],
  ] as const

/** Nothing of what still waits was paid: it all leaves the batch. */
function NoPagado({ lote }: { lote: DetalleLote }) {
  const { save, saving } = useSave(contratoLotes.rechazar, { stale: MUEVE })
  return (
    <BotonConfirmar
      apariencia="peligro"
      boton="El banco no lo pagó"
      titulo={`El banco no pagó lo que falta de ${lote.numero}`}
      accion="Sacar del lote"
      motivo={camposAccion.motivo}
      peligro
      ocupado={saving}
      alConfirmar={(motivo) => save({ params: { id: lote.id }, body: { linea_id: null, motivo } })}
    >
      {`${lote.pendientes === 1 ? 'Una orden sale' : `${lote.pendientes} órdenes salen`} del lote y se pueden pagar de otra manera. Hágalo solo si el banco lo rechazó o el archivo no se envió: si el banco lo paga después, se paga dos veces.`}
    </BotonConfirmar>
  )
}
