import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { callWith } from '../../../../web/api/api.ts'
import { invalidate } from '../../../../web/api/query.ts'
import { conConfirmacion } from '../../../../web/api/save.ts'
import { nuevoUuid } from '../../../../web/navegador.ts'
import { MUEVE, usePersona } from '../../acciones/uso-acciones.tsx'
import { contrato, type FilaOrden } from '../../contract.ts'
import { Archivo } from './archivo.tsx'
import classes from './lotes.module.css'

interface Props {
  ordenes: readonly FilaOrden[]
  /** Their amounts by currency. */
  sumas: ReactNode
  quitar: () => void
}

/** The bar of the marked orders: how many and how much, take them, make a file of them for the bank. */
export default function BarraMarcadas({ ordenes, sumas, quitar }: Props) {
  const yo = usePersona().id
  const [taking, setTaking] = useState(0)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [file, setFile] = useState(false)
  const free = ordenes.filter(({ estado }) => estado === 'pagada')
  const mine = ordenes.filter(
    ({ estado, pagador_id }) => estado === 'en_proceso' && pagador_id === yo,
  )
  async function take() {
    const said: string[] = []
    setRefused([])
    for (const [index, { id, numero }] of free.entries()) {
      setTaking(index + 1)
      const clave = nuevoUuid()
      const given = { params: { id }, body: { relevar: false } }
      const send = () => callWith(contrato.tomar, given, { clave })
      await conConfirmacion(contrato.tomar, send).catch((cause: unknown) => {
        said.push(`${numero}: ${cause instanceof Error ? cause.message : String(cause)}`)
      })
    }
    setTaking(0)
    setRefused(said)
    await invalidate(['ordenes', ...MUEVE])
  }
  return (
    <section className={classes.barra} aria-label="Órdenes marcadas">
      <strong>
        {ordenes.length === 1 ? '1 orden marcada' : `${ordenes.length} órdenes marcadas`}
      </strong>
      <span className="fila">{sumas}</span>
      <span className="fila derecha">
        {free.length > 0 && (
          <Button loading={taking > 0} onClick={() => void take()}>
            {free.length === 1 ? 'Tomar 1 orden' : `Tomar ${free.length} órdenes`}
          </Button>
        )}
        <Button
          variant={free.length > 0 ? 'default' : 'filled'}
          disabled={mine.length === 0 || taking > 0}
          onClick={() => setFile(true)}
        >
          Archivo para el banco
        </Button>
        <Button variant="subtle" disabled={taking > 0} onClick={quitar}>
          Quitar marcas
        </Button>
      </span>
      <span role="status" className="nota">
        {taking > 0 && `Tomando ${taking} de ${free.length}…`}
      </span>
      {refused.length > 0 && (
        <ul role="alert" className="malo menor">
          {refused.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      {file && <Archivo ids={mine.map(({ id }) => id)} cerrar={() => setFile(false)} />}
    </section>
  )
}
