import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { formatFecha, formatFechaHora } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { useBusqueda } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import classes from '../cierres.module.css'
import { contrato, type Dia } from '../contract.ts'
import { EstadoDia } from '../fichas.tsx'
import { CerrarDia, ReabrirDia } from './cerrar.tsx'
import { Pendientes } from './pendientes.tsx'
import { ResumenDia } from './resumen.tsx'
import { Sucursales } from './sucursales.tsx'
import { Versiones } from './versiones.tsx'

/** A day: what is pending before it can be closed, and its summary, stored or as a preview. */
export default function CierreDia() {
  const { fecha = '' } = useParams({ strict: false }) as { fecha?: string }
  const [{ version, sucursal_id }] = useBusqueda()
  const query = { ...(version && { version }), ...(sucursal_id && { sucursal_id }) }
  const { data, error, refetch } = useAnswer(contrato.dia, {
    params: { fecha },
    query,
  })
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  return <Hoja dia={data} vieja={version !== undefined} />
}

function Hoja({ dia, vieja }: { dia: Dia; vieja: boolean }) {
  const cierra = usePuede('cierres:cerrar')
  const reabre = usePuede('cierres:reabrir')
  const { fecha, cerrado, versiones, sucursal } = dia
  const estado = cerrado ? 'cerrado' : versiones.length > 0 ? 'reabierto' : 'abierto'
  return (
    <Pagina
      titulo={`Cierre del ${formatFecha(fecha)}${sucursal ? ` · ${sucursal.nombre}` : ''}`}
      migas={[{ texto: 'Caja y cierres', ruta: 'cierres' }, { texto: formatFecha(fecha) }]}
      estado={<EstadoDia estado={estado} />}
      nota={notaDe(dia)}
      acciones={
        <>
          {!cerrado && !vieja && cierra && <CerrarDia dia={dia} />}
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            onClick={() => print()}
          >
            Imprimir
          </Button>
          {cerrado && reabre && fecha === dia.ultimo_cerrado && <ReabrirDia dia={dia} />}
        </>
      }
    >
      <div className="pila hueco-16">
        <Sucursales dia={dia} />
        {!cerrado && <Pendientes dia={dia} />}
        <ResumenDia resumen={dia.resumen} deSucursal={sucursal !== null} />
        {versiones.length > 0 && <Versiones dia={dia} />}
        <div className={classes.firmas} aria-hidden="true">
          <span>{versiones[0]?.cerrado_por ?? 'Cerrado por'}</span>
          <span>Administración</span>
        </div>
      </div>
    </Pagina>
  )
}

function notaDe({ version, cerrado, resumen }: Dia): string {
  if (version) return `Versión ${version} del cierre, tal como quedó.`
  if (cerrado) return 'Lo cerró la casa, con todas sus sucursales.'
  return `Así está ahora; al cerrar queda guardado. Calculado ${formatFechaHora(resumen.hasta)}.`
}
