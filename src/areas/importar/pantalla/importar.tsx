import { Button, SegmentedControl } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { escribirHoja } from '../../../core/texto/hoja.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { download } from '../../../web/crud/exportar/descargar.ts'
import { csvBlob } from '../../../web/crud/exportar/exportar.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { useBusqueda } from '../../../web/marco/navegacion.tsx'
import { QUE, type Que } from '../contract/columnas.ts'
import { contrato } from '../contract.ts'
import { Larga } from '../largas/pantalla/larga.tsx'
import { Largas } from '../largas/pantalla/lista.tsx'
import type { Columna } from '../rules/columnas.ts'
import { Carga } from './carga.tsx'
import classes from './importar.module.css'

const OPCIONES = Object.entries(QUE).map(([value, { titulo }]) => ({ value, label: titulo }))

const NOTAS: Record<Que, string> = {
  clientes: 'Se crean clientes con las mismas reglas de su ficha. Los que ya están no se cambian.',
  beneficiarios: 'Cada uno entra en la agenda de su cliente, que ya debe estar registrado.',
  cuentas:
    'Cada cuenta se crea con su saldo inicial y, si es moneda extranjera, lo que costó: queda el mismo asiento que al crearla a mano.',
}

/** Imports what the house kept elsewhere, or shows a file of many rows that is worked meanwhile. */
export default function Importar() {
  const [{ larga }] = useBusqueda()
  return /^[1-9]\d{0,14}$/.test(larga ?? '') ? <Larga id={Number(larga)} /> : <Traer />
}

/** Choose the kind, give the file, check each row, import. */
function Traer() {
  const [busqueda, cambiar] = useBusqueda()
  const que = (busqueda.que && busqueda.que in QUE ? busqueda.que : 'clientes') as Que
  const { data, error, refetch } = useAnswer(contrato.columnas, { params: { que } })
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  return (
    <Pagina
      titulo="Importar"
      nota={NOTAS[que]}
      acciones={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          disabled={!data}
          onClick={() => data && bajarPlantilla(que, data)}
        >
          Descargar plantilla
        </Button>
      }
    >
      <SegmentedControl
        aria-label="Qué se importa"
        className={classes.que}
        data={OPCIONES}
        value={que}
        onChange={(value) => cambiar({ que: value, ver: undefined })}
      />
      {data && <Carga key={que} que={que} columnas={data} />}
      <Largas />
    </Pagina>
  )
}

/** Downloads the template: titles and a sample row; required columns carry a star. */
function bajarPlantilla(que: Que, columnas: readonly Columna[]): void {
  const titles = columnas.map(({ titulo, requerida }) => `${titulo}${requerida ? ' *' : ''}`)
  const rows = [titles, columnas.map(({ ejemplo }) => ejemplo)]
  download(`plantilla ${que}.csv`, csvBlob(escribirHoja(rows)))
}
