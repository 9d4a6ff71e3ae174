import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { esCorto, faltaLargo } from '../../../core/texto/texto.ts'
import { useSave } from '../../../web/api/save.ts'
import { type CuentaContable, campos, type Turno } from '../contract/turnos.ts'
import { contrato } from '../contract.ts'
import { TablaCuentas, vueltas } from '../turno/cuentas.tsx'
import { ConteoCuentas } from './conteo-cuentas.tsx'

const STALE = { stale: ['cuentas', 'compras-ventas'] } as const

/** Counts the till blind; what was counted may be counted again, beside the first count, or closed. */
export function Cerrar({ turno, cuentas }: { turno: Turno; cuentas: readonly CuentaContable[] }) {
  const [otra, setOtra] = useState(false)
  const contado = turno.cuentas.every((c) => c.contado !== null)
  if (contado && !otra) return <Contado turno={turno} recontar={() => setOtra(true)} />
  return <Contando turno={turno} cuentas={cuentas} alGuardar={() => setOtra(false)} />
}

function Contando(props: {
  turno: Turno
  cuentas: readonly CuentaContable[]
  alGuardar: () => void
}) {
  const { turno, cuentas, alGuardar } = props
  const guardar = useSave(contrato.guardarConteo)
  const seguir = useSave(contrato.seguir, STALE)
  const params = { id: turno.id }
  const vez = vueltas(turno)
  return (
    <section className="pila hueco-16">
      <p className="tenue">
        {vez === 0
          ? 'Cuente lo que hay, sin apuro: Enter pasa a la siguiente denominación. La caja no recibe movimientos mientras tanto.'
          : `Conteo número ${vez + 1}: el primero queda como se guardó, y este al lado.`}
      </p>
      <ConteoCuentas
        cuentas={cuentas}
        lugar={`turno:${turno.id}`}
        accion="Guardar conteo"
        ocupado={guardar.saving}
        guardar={async (conteos) => {
          const saved = (await guardar.save({ params, body: { conteos } })) !== null
          if (saved) alGuardar()
          return saved
        }}
      >
        {vez === 0 ? (
          <Button
            variant="default"
            loading={seguir.saving}
            onClick={() => void seguir.save({ params })}
          >
            Volver a operar
          </Button>
        ) : (
          <Button variant="default" onClick={alGuardar}>
            Volver
          </Button>
        )}
      </ConteoCuentas>
    </section>
  )
}

function Contado({ turno, recontar }: { turno: Turno; recontar: () => void }) {
  const { save, saving, error } = useSave(contrato.cerrarTurno, STALE)
  const [motivo, setMotivo] = useState('')
  const [corto, setCorto] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    const said = motivo.trim()
    const short = said !== '' && esCorto(campos.motivo, said)
    setCorto(short)
    if (short) return
    void save({ params: { id: turno.id }, body: { motivo: said || null } })
  }
  const said = error?.body.errors?.[0]?.msg
  return (
    <form className="pila hueco-16" onSubmit={submit} noValidate>
      <TablaCuentas titulo="Conteo" cuentas={turno.cuentas} />
      <Textarea
        label="Observación"
        description="Si sabe de un faltante o un sobrante, dígalo. Otra persona compara el conteo con los libros y aprueba el cierre."
        rows={2}
        maxLength={campos.motivo.control.maximo}
        value={motivo}
        error={corto ? faltaLargo(campos.motivo) : said}
        onChange={(event) => setMotivo(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey) event.currentTarget.form?.requestSubmit()
        }}
      />
      <div className="seguidos">
        <Button type="submit" autoFocus loading={saving}>
          Cerrar la caja
        </Button>
        <Button variant="default" onClick={recontar}>
          Contar de nuevo
        </Button>
      </div>
    </form>
  )
}
