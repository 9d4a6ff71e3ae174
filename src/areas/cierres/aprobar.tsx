import { Button, Modal, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { formatMonto } from '../../core/formato.ts'
import { BotonConfirmar } from '../../web/crud/boton-confirmar.tsx'
import { useSave } from '../../web/save.ts'
import classes from './cierres.module.css'
import { contrato } from './contract.ts'
import { CARGOS, type Cargo, type CuentaTurno, type Turno } from './contract-turnos.ts'
import { conDiferencia } from './fichas.tsx'

const STALE = { stale: ['cuentas', 'posiciones', 'dashboard', 'aprobaciones'] }

const palabras = (off: readonly CuentaTurno[]) =>
  off
    .map((c) => {
      const short = c.diferencia?.startsWith('-')
      const much = formatMonto((c.diferencia ?? '').replace('-', ''), c)
      return `${c.cuenta}: ${short ? 'faltan' : 'sobran'} ${much}`
    })
    .join('; ')

/** Accepts a close: what is missing or over goes into the books. */
export function Aprobar({ turno }: { turno: Turno }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Aprobar</Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={`Aprobar ${turno.numero}`}
        size="md"
        transitionProps={{ duration: 120 }}
      >
        <Respuesta turno={turno} cerrar={() => setOpen(false)} />
      </Modal>
    </>
  )
}

function Respuesta({ turno, cerrar }: { turno: Turno; cerrar: () => void }) {
  const { save, saving } = useSave(contrato.aprobar, STALE)
  const [cargo, setCargo] = useState<Cargo>('casa')
  const [nota, setNota] = useState('')
  const off = conDiferencia(turno.cuentas)
  const falta = off.some((c) => c.diferencia?.startsWith('-'))
  const corta = nota.trim().length > 0 && nota.trim().length < 5
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (corta) return
    const body = { cargo, nota: nota.trim() || null }
    if (await save({ params: { id: turno.id }, body })) cerrar()
  }
  return (
    <form onSubmit={(event) => void submit(event)} className={classes.pila} noValidate>
      <p>
        {off.length === 0
          ? 'La caja cuadra: no se registra ningún asiento.'
          : `${palabras(off)}. La diferencia entra a los libros al costo promedio.`}
      </p>
      {turno.motivo && <p className={classes.tenue}>Motivo del cajero: {turno.motivo}</p>}
      {falta && (
        <fieldset className={classes.opciones}>
          <legend>Quién asume el faltante</legend>
          {Object.entries(CARGOS).map(([valor, texto]) => (
            <label key={valor}>
              <input
                type="radio"
                name="cargo"
                value={valor}
                checked={cargo === valor}
                onChange={() => setCargo(valor as Cargo)}
              />
              {texto}
            </label>
          ))}
        </fieldset>
      )}
      <Textarea
        label="Nota"
        rows={2}
        maxLength={200}
        value={nota}
        error={corta && 'Escriba al menos 5 caracteres.'}
        onChange={(event) => setNota(event.currentTarget.value)}
      />
      <div className={classes.botones}>
        <Button type="submit" data-autofocus loading={saving}>
          Aprobar
        </Button>
        <Button variant="default" onClick={cerrar}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}

/** Sends a close back: its cashier counts again. */
export function Devolver({ turno }: { turno: Turno }) {
  const { save, saving } = useSave(contrato.devolver, STALE)
  return (
    <BotonConfirmar
      titulo={`Devolver ${turno.numero}`}
      accion="Devolver"
      motivoMinimo={5}
      ocupado={saving}
      alConfirmar={(nota) => save({ params: { id: turno.id }, body: { nota } })}
    >
      {`${turno.cajero} debe contar de nuevo. Sus conteos anteriores quedan guardados, y su caja no recibe movimientos hasta que la cierre.`}
    </BotonConfirmar>
  )
}
