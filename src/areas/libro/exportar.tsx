import { IconDownload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { AnswerOf } from '../../core/contract.ts'
import { callWith } from '../../web/api/api.ts'
import { notify } from '../../web/avisos/notify.ts'
import { Desplegable } from '../../web/barra/desplegable.tsx'
import { download } from '../../web/crud/exportar/descargar.ts'
import { useBusqueda } from '../../web/marco/navegacion.tsx'
import { contrato } from './contract.ts'
import { FORMATOS, type Formato } from './rules/diario.ts'

const OPCIONES = Object.entries(FORMATOS) as [Formato, (typeof FORMATOS)[Formato]][]

/** Writes the ledger of the days in the address for a program of accounting, section by section. */
export function Exportar() {
  const [{ desde, hasta }] = useBusqueda()
  const [avance, setAvance] = useState<number>()
  const busy = useRef(false)
  async function run(formato: Formato) {
    if (busy.current) return
    busy.current = true
    setAvance(0)
    try {
      const dias = { desde: desde ?? null, hasta: hasta ?? null }
      const start = await callWith(contrato.exportar, { body: { formato, ...dias } })
      if (start.ultimo === null) {
        notify('warning', 'No hay asientos en esas fechas.')
        return
      }
      const { ultimo } = start
      const parts = [...start.lineas]
      for (let despues: number | null = 0; despues !== null; ) {
        const page: AnswerOf<typeof contrato.asientos> = await callWith(contrato.asientos, {
          query: { formato, desde, hasta, despues, ultimo },
        })
        for (const linea of page.lineas) parts.push(linea)
        despues = page.siguiente
        if (despues !== null) setAvance(Math.floor((despues * 100) / ultimo))
      }
      const { extension } = FORMATOS[formato]
      download(`libro.${extension}`, new Blob([`${parts.join('\n')}\n`], { type: 'text/plain' }))
    } catch (error) {
      notify('warning', error instanceof Error ? error.message : '')
    } finally {
      busy.current = false
      setAvance(undefined)
    }
  }
  return (
    <Desplegable
      className="boton"
      lado="derecha"
      boton={
        <>
          <IconDownload size={16} aria-hidden="true" />
          {avance === undefined ? 'Exportar libro' : `Exportando ${avance} %`}
        </>
      }
    >
      {(cerrar) => (
        <fieldset className="menu">
          <legend className="solo-lectores">Programa contable</legend>
          {OPCIONES.map(([formato, { nombre }]) => (
            <button
              key={formato}
              type="button"
              disabled={avance !== undefined}
              onClick={() => {
                cerrar()
                void run(formato)
              }}
            >
              {nombre}
            </button>
          ))}
        </fieldset>
      )}
    </Desplegable>
  )
}
