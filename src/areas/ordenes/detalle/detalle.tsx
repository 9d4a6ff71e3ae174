import { useState } from 'react'
import { AsientoTabla } from '../../../web/crud/pagina/asiento-tabla.tsx'
import { Detalle, type Pestana } from '../../../web/crud/pagina/detalle.tsx'
import { Historial } from '../../../web/crud/pagina/historial.tsx'
import { UnaFila } from '../../../web/crud/pagina/una-fila.tsx'
import { Estrenada } from '../../../web/estrenada.tsx'
import { FalloTicket } from '../../../web/impresora/ticketera.tsx'
import { usePestanas } from '../../../web/marco/pestanas.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { useTeclas } from '../../../web/marco/teclas.ts'
import { useMonedas } from '../../monedas/ui/uso.ts'
import { useAcciones } from '../acciones/uso-acciones.tsx'
import { contrato, type DetalleOrden } from '../contract.ts'
import { AccionAbierta } from '../dialogos/accion-abierta.tsx'
import { EstadoOrden } from '../estado-orden.tsx'
import { HECHOS } from '../palabras.ts'
import { AccionesDetalle } from './acciones-detalle.tsx'
import { DatosOrden } from './datos-orden.tsx'
import { ReciboListo, useImprimirRecibo } from './recibo.tsx'

export const empieza: Empieza = { fila: contrato.obtener }

/** One order: what was agreed, payments, payouts, history and the present actions. */
export default function DetalleDeOrden() {
  return <UnaFila endpoint={contrato.obtener}>{(orden) => <Orden orden={orden} />}</UnaFila>
}

function Orden({ orden }: { orden: DetalleOrden }) {
  const acciones = useAcciones()
  const { papel, jurada, imprimir, descargar, fallo } = useImprimirRecibo(orden)
  const ajenas = usePestanas('detalle-orden', orden.id)
  const [cobrando, setCobrando] = useState(false)
  useTeclas([['F9', () => imprimir('ticket'), 'imprimir el ticket']])
  const pestanas: Pestana[] = [
    {
      clave: 'datos',
      titulo: 'Datos',
      contenido: () => (
        <DatosOrden orden={orden} acciones={acciones} cobrando={cobrando} cobrar={setCobrando} />
      ),
    },
  ]
  if (orden.apuntes) {
    const { apuntes } = orden
    pestanas.push({
      clave: 'asiento',
      titulo: 'Asientos',
      contenido: () => <Asientos apuntes={apuntes} />,
    })
  }
  pestanas.push(...ajenas, {
    clave: 'historial',
    titulo: 'Historial',
    contenido: () => <Historial filas={orden.historial} acciones={HECHOS} />,
  })
  return (
    <>
      <div className="pila no-imprime">
        <FalloTicket
          fallo={fallo}
          documento={`La orden ${orden.numero}`}
          repetir={() => imprimir('ticket')}
          porDialogo={() => imprimir('ticket', true)}
        />
        <Estrenada />
        <Detalle
          titulo={`Orden ${orden.numero}`}
          migas={[{ texto: 'Órdenes', ruta: 'ordenes' }, { texto: orden.numero }]}
          estado={<EstadoOrden orden={orden} />}
          acciones={
            <AccionesDetalle
              orden={orden}
              acciones={acciones}
              imprimir={imprimir}
              descargar={descargar}
              declarada={jurada !== undefined}
            />
          }
          pestanas={pestanas}
        />
      </div>
      {acciones.pedida && <AccionAbierta {...acciones.pedida} cerrar={acciones.cerrar} />}
      <ReciboListo orden={orden} papel={papel} jurada={jurada} />
    </>
  )
}

function Asientos({ apuntes }: { apuntes: NonNullable<DetalleOrden['apuntes']> }) {
  return <AsientoTabla apuntes={apuntes} monedas={[...useMonedas().values()]} />
}
