import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatMonto } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import classes from '../cierres.module.css'
import type { ConteoCuenta, MiCaja } from '../contract/turnos.ts'
import { contrato } from '../contract.ts'
import { ConteoCuentas } from './conteo-cuentas.tsx'

/** Opens the till: with the amounts of the last close if nothing moved since, otherwise with a count. */
export function Abrir({ caja }: { caja: MiCaja }) {
  const { cuentas, ultimo_cierre, exigir_turno, turno, hoy } = caja
  // After a close on the same day the button has no focus, so that one Enter too many does not open the till again.
  const deHoy = turno?.fecha_negocio === hoy
  const [contar, setContar] = useState(false)
  const { save, saving } = useSave(contrato.abrir, { stale: ['cuentas', 'compras-ventas'] })
  const abrir = async (conteos: ConteoCuenta[] | null) =>
    (await save({ body: { conteos } })) !== null
  if (ultimo_cierre && !contar) {
    const left = cuentas.map((cuenta) => ({
      ...cuenta,
      contado: ultimo_cierre.find((c) => c.cuenta_id === cuenta.cuenta_id)?.contado ?? '0',
    }))
    return (
      <section className={classes.panel}>
        <h2>Abrir la caja</h2>
        <p>
          Nada se movió desde su último cierre. Si en la caja hay{' '}
          <strong>
            {left.map((c) => formatMonto(c.contado, c).replaceAll(' ', '\u00a0')).join(' · ')}
          </strong>
          , ábrala así; si no, cuéntela.
        </p>
        <div className="seguidos">
          <Button
            autoFocus={!deHoy}
            variant={deHoy ? 'default' : 'filled'}
            loading={saving}
            onClick={() => void abrir(null)}
          >
            Abrir con el último cierre
          </Button>
          <Button variant="default" onClick={() => setContar(true)}>
            Contar la caja
          </Button>
        </div>
      </section>
    )
  }
  return (
    <section className="pila hueco-16">
      <p className="tenue">
        Cuente lo que recibe: cantidad de cada billete y moneda, Enter pasa a la siguiente.
        {exigir_turno && ' Sin turno abierto su caja no recibe movimientos.'}
      </p>
      <ConteoCuentas
        cuentas={cuentas}
        lugar="apertura"
        accion="Abrir la caja"
        ocupado={saving}
        guardar={abrir}
      >
        {ultimo_cierre && (
          <Button variant="default" onClick={() => setContar(false)}>
            Volver
          </Button>
        )}
      </ConteoCuentas>
    </section>
  )
}
