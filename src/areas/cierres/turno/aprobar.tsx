import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatMonto } from '../../../core/formato.ts'
import { esCorto } from '../../../core/texto/texto.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { Modal } from '../../../web/crud/modal.tsx'
import { Duda } from '../../../web/duda/duda.tsx'
import classes from '../cierres.module.css'
import { CARGOS, type Cargo, type CuentaTurno, campos, type Turno } from '../contract/turnos.ts'
import { contrato } from '../contract.ts'
import { conDiferencia } from '../fichas.tsx'
import { recontado } from './cuentas.tsx'

const STALE = { stale: ['cuentas', 'posiciones', 'dashboard', 'aprobaciones'] } as const

const palabras = (off: readonly CuentaTurno[]) =>
  off
    .map((c) => {
      const short = c.diferencia?.startsWith('-')
      const much = formatMonto((c.diferencia ?? '').replace('-', ''), c)
      return `${c.cuenta}: ${short ? 'faltan' : 'sobran'} ${much}`
    })
    .join('; ')

/** Approves a close: its shortage or surplus is posted. */
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

/** Nobody is preselected to bear a shortage, so that one Enter does not approve it. */
function Respuesta({ turno, cerrar }: { turno: Turno; cerrar: () => void }) {
  const { save, saving, error } = useSave(contrato.aprobar, STALE)
  const [cargo, setCargo] = useState<Cargo | null>(null)
  const [nota, setNota] = useState('')
  const [tried, setTried] = useState(false)
  const off = conDiferencia(turno.cuentas)
  const falta = off.some((c) => c.diferencia?.startsWith('-'))
  const { faltante = '0', pide_nota = false } = turno.aprobacion ?? {}
  const said = nota.trim()
  const faltas = {
    cargo: falta && cargo === null ? 'Elija quién asume el faltante.' : undefined,
    nota:
      esCorto(campos.nota, said) && (pide_nota || said !== '')
        ? `Escriba ${pide_nota ? 'qué revisó, ' : ''}al menos ${campos.nota.control.minimo} caracteres.`
        : undefined,
  }
  const refused = error?.body.errors?.map(({ msg }) => msg).join(' ')
  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (faltas.cargo || faltas.nota) return
    if (await save({ params: { id: turno.id }, body: { cargo, nota: said || null } })) cerrar()
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="pila hueco-16" noValidate>
      <p>
        {off.length === 0
          ? 'La caja cuadra: no se registra ningún asiento.'
          : `${palabras(off)}. La diferencia entra a los libros al costo promedio.`}{' '}
        <Duda en="caja#aprobar-el-cierre-de-una-caja" sobre="diferencias de una caja" />
      </p>
      {turno.motivo && <p className="tenue">Observación del cajero: {turno.motivo}</p>}
      {falta && (
        <fieldset className={classes.opciones}>
          <legend>{`Quién asume el faltante de ${formatMonto(faltante, monedaFuncional())}`}</legend>
          {Object.entries(CARGOS).map(([valor, texto], i) => (
            <label key={valor} className="fila">
              <input
                type="radio"
                name="cargo"
                value={valor}
                data-autofocus={i === 0 || undefined}
                checked={cargo === valor}
                onChange={() => setCargo(valor as Cargo)}
              />
              {texto}
            </label>
          ))}
          {tried && faltas.cargo && (
            <p role="alert" className={classes.falta}>
              {faltas.cargo}
            </p>
          )}
        </fieldset>
      )}
      <Textarea
        label="Nota"
        description={
          pide_nota &&
          (recontado(turno)
            ? 'Los conteos no coinciden: escriba qué revisó.'
            : 'La diferencia es grande: escriba qué revisó.')
        }
        withAsterisk={pide_nota}
        data-autofocus={(!falta && off.length > 0) || undefined}
        rows={2}
        maxLength={campos.nota.control.maximo}
        value={nota}
        error={tried && faltas.nota}
        onChange={(event) => setNota(event.currentTarget.value)}
      />
      {refused && (
        <p role="alert" className={classes.falta}>
          {refused}
        </p>
      )}
      <div className="seguidos">
        <Button type="submit" data-autofocus={off.length === 0 || undefined} loading={saving}>
          Aprobar
        </Button>
        <Button variant="default" onClick={cerrar}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}

/** Returns a close: its cashier counts again. */
export function Devolver({ turno }: { turno: Turno }) {
  const { save, saving } = useSave(contrato.devolver, STALE)
  return (
    <BotonConfirmar
      titulo={`Devolver ${turno.numero}`}
      accion="Devolver"
      motivo={campos.devolucion}
      ocupado={saving}
      alConfirmar={(nota) => save({ params: { id: turno.id }, body: { nota } })}
    >
      {`${turno.cajero} debe contar de nuevo. Sus conteos anteriores quedan guardados, y su caja no recibe movimientos hasta que la cierre.`}
    </BotonConfirmar>
  )
}
