import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatMonto } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { Duda } from '../../../web/duda/duda.tsx'
import { ConteoCuentas } from '../caja/conteo-cuentas.tsx'
import classes from '../cierres.module.css'
import type { ConteoCuenta, MiCaja } from '../contract/turnos.ts'
import { contrato } from '../contract.ts'

/** Where what is in the till is known from, and what opens with it. */
const DESDE = {
  ultimo_cierre: ['Nada se movió desde su último cierre.', 'Abrir con el último cierre'],
  saldo_inicial: ['Es lo que usted contó al crear sus cajas.', 'Abrir con lo contado'],
} as const

/**
 * Opens the till: with the amounts of the last close, or of the opening balances, if nothing moved since,
 * otherwise with a count.
 */
export function Abrir({ caja }: { caja: MiCaja }) {
  const { cuentas, sin_contar, exigir_turno, turno, hoy } = caja
  // After a close on the same day the button has no focus, so that one Enter too many does not open the till again.
  const deHoy = turno?.fecha_negocio === hoy
  const [contar, setContar] = useState(false)
  const { save, saving } = useSave(contrato.abrir, {
    stale: ['cuentas', 'compras-ventas', 'dashboard'],
  })
  const abrir = async (conteos: ConteoCuenta[] | null) =>
    (await save({ body: { conteos } })) !== null
  if (sin_contar && !contar) {
    const [motivo, accion] = DESDE[sin_contar.de]
    const left = cuentas.map((cuenta) => ({
      ...cuenta,
      contado: sin_contar.cuentas.find((c) => c.cuenta_id === cuenta.cuenta_id)?.contado ?? '0',
    }))
    return (
      <section className={classes.panel}>
        <h2>
          Abrir la caja <Duda en="caja#abrir-la-caja" sobre="con qué empieza una caja" />
        </h2>
        <p>
          {motivo} Si en la caja hay{' '}
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
            {accion}
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
        {sin_contar && (
          <Button variant="default" onClick={() => setContar(false)}>
            Volver
          </Button>
        )}
      </ConteoCuentas>
    </section>
  )
}
