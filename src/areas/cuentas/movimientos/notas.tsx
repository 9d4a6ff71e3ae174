import { ActionIcon } from '@mantine/core'
import { IconCheck, IconNote } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { formatFecha } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { notifyUndo } from '../../../web/avisos/notify.ts'
import { deshacer } from '../../../web/crud/alternar.ts'
import { type FiltroDe, filtroDe } from '../../../web/crud/lista/filtros.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { parte } from '../../../web/sin-linea/parte.tsx'
import { tarde } from '../../../web/tarde.ts'
import classes from '../cuentas.module.css'
import { contrato, type Movimiento } from './contract.ts'

const Nota = parte(tarde(() => import('./nota.tsx')))

export const CONCILIADO: FiltroDe<typeof contrato.movimientos> = filtroDe(
  'conciliado',
  'Conciliación',
  { si: 'Conciliados', no: 'Sin conciliar' },
)

/**
 * What is written beside the movements of a list: their columns, the key that marks a row (Space), and the dialog of a
 * note.
 */
export function useNotas() {
  const edita = usePuede('cuentas:conciliar')
  const [anotado, setAnotado] = useState<Movimiento>()
  return {
    columnas: columnas(edita, setAnotado),
    // Space presses the box of its row, so that each is saved apart.
    marcar: edita && {
      marcar: ({ id }: Movimiento) => document.getElementById(`conciliado-${id}`)?.click(),
    },
    dialogo: anotado && (
      <Suspense>
        <Nota movimiento={anotado} cerrar={() => setAnotado(undefined)} />
      </Suspense>
    ),
  }
}

function columnas(edita: boolean, anotar: (fila: Movimiento) => void): Columna<Movimiento>[] {
  return [
    {
      clave: 'conciliado',
      titulo: 'Conciliado',
      alinear: 'center',
      celda: (fila) => (edita ? <Casilla fila={fila} /> : <Marca fila={fila} />),
      texto: ({ conciliado }) => conciliado && `${conciliado.por}, ${formatFecha(conciliado.en)}`,
      tarjeta: 'cabecera',
    },
    {
      clave: 'nota',
      titulo: 'Nota',
      celda: (fila) => (edita ? <BotonNota fila={fila} anotar={anotar} /> : fila.nota),
      texto: ({ nota }) => nota,
      tarjeta: 'cabecera',
    },
  ]
}

const quienFue = ({ conciliado }: Movimiento) =>
  conciliado ? `Lo concilió ${conciliado.por} el ${formatFecha(conciliado.en)}` : undefined

function Marca({ fila }: { fila: Movimiento }) {
  return (
    fila.conciliado && (
      <span title={quienFue(fila)}>
        <IconCheck size={16} role="img" aria-label="Conciliado" />
      </span>
    )
  )
}

/** Shows the state that was asked for while it is being saved. */
function Casilla({ fila }: { fila: Movimiento }) {
  const { save, saving } = useSave(contrato.conciliar, { silencio: true })
  const conciliado = (fila.conciliado !== null) !== saving
  async function cambiar() {
    const params = { id: fila.id }
    const done = await save({ params, body: { conciliado: !conciliado } })
    // A mark that was set shows itself; one that was taken away is looked for in vain.
    if (!done || !conciliado) return
    const back = { params, body: { conciliado: true } }
    notifyUndo(done.message, () => void deshacer(contrato.conciliar, back))
  }
  return (
    <input
      id={`conciliado-${fila.id}`}
      type="checkbox"
      tabIndex={-1}
      aria-label={`Conciliado: ${fila.concepto}`}
      title={quienFue(fila)}
      checked={conciliado}
      onChange={() => void cambiar()}
      onClick={(event) => event.stopPropagation()}
    />
  )
}

function BotonNota({ fila, anotar }: { fila: Movimiento; anotar: (fila: Movimiento) => void }) {
  const open = (event: { stopPropagation(): void }) => {
    event.stopPropagation()
    anotar(fila)
  }
  if (fila.nota) {
    return (
      <button type="button" className={classes.anotada} onClick={open} aria-haspopup="dialog">
        {fila.nota}
      </button>
    )
  }
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-label={`Anotar: ${fila.concepto}`}
      aria-haspopup="dialog"
      onClick={open}
    >
      <IconNote size={16} aria-hidden="true" />
    </ActionIcon>
  )
}
