import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { callWith } from '../../../../web/api/api.ts'
import { useAnswer } from '../../../../web/api/query.ts'
import { Tabla } from '../../../../web/crud/lista/tabla.tsx'
import { useBusqueda } from '../../../../web/marco/navegacion.tsx'
import type { Fila } from '../../contract/filas.ts'
import { contrato } from '../../contract.ts'
import { columnasDe } from '../../pantalla/resultado.tsx'
import { Totales, VISTAS } from '../../pantalla/totales.tsx'
import { contratoLargas, type Importacion } from '../contract.ts'

interface Pagina {
  items: Fila[]
  siguiente: number | null
}

/** The rows that are done, by outcome, in the order of the file. */
export function Filas({
  larga: { id, que, estado: paso, hechas, totales },
}: {
  larga: Importacion
}) {
  const [{ ver }, cambiar] = useBusqueda()
  const estado = VISTAS.find((each) => each === ver)
  const [pagina, setPagina] = useState<Pagina>({ items: [], siguiente: null })
  const { data: columnas = [] } = useAnswer(contrato.columnas, { params: { que } })
  const ended = paso !== 'revisando' && paso !== 'importando'
  const read = (desde?: number) =>
    callWith(contratoLargas.filas, {
      params: { id },
      query: { ...(estado && { estado }), ...(desde && { desde: String(desde) }) },
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew for another outcome, step or its end.
  useEffect(() => {
    let current = true
    void read()
      .then((first) => current && setPagina(first))
      .catch(() => null)
    return () => {
      current = false
    }
  }, [id, estado, paso, ended])
  const more = async () => {
    const next = pagina.siguiente && (await read(pagina.siguiente).catch(() => null))
    if (next) setPagina({ items: [...pagina.items, ...next.items], siguiente: next.siguiente })
  }
  if (hechas === 0) return null
  const titulos = new Map(columnas.map(({ clave, titulo }) => [clave, titulo]))
  const motivo = ({ motivos }: Fila) =>
    motivos
      .map(({ clave, msg }) => (clave ? `${titulos.get(clave) ?? clave}: ${msg}` : msg))
      .join(' ')
  return (
    <>
      <Totales
        totales={{ ...totales, filas: hechas }}
        vista={estado}
        alElegir={(each) => cambiar({ ver: each })}
      />
      <Tabla<Fila>
        titulo="Filas del archivo"
        columnas={columnasDe(que, motivo)}
        filas={pagina.items}
        id={({ fila }) => fila}
        vacio={<p>Ninguna fila está así.</p>}
      />
      {pagina.siguiente !== null && (
        <Button variant="default" onClick={() => void more()}>
          Mostrar más
        </Button>
      )}
    </>
  )
}
