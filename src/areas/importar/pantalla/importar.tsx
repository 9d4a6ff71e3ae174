import { Button, SegmentedControl } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useAnswer } from '../../../web/api/query.ts'
import { csvBlob, csvCell, download } from '../../../web/crud/exportar/exportar.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { useBusqueda } from '../../../web/marco/navegacion.tsx'
import { QUE, type Que } from '../contract/columnas.ts'
import { contrato } from '../contract.ts'
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

/** Loads what the house kept elsewhere: choose what, give the file, look at each row, import. */
export default function Importar() {
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
    </Pagina>
  )
}

/** The titles and a row that shows how each is written; what must be there carries a star. */
function bajarPlantilla(que: Que, columnas: readonly Columna[]): void {
  const titles = columnas.map(({ titulo, requerida }) => `${titulo}${requerida ? ' *' : ''}`)
  const rows = [titles, columnas.map(({ ejemplo }) => ejemplo)]
  const text = rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
  download(`plantilla ${que}.csv`, csvBlob(text))
}
