import { Button, Checkbox, Kbd } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatMonto } from '../../../core/formato.ts'
import { moverConteo, Piezas } from '../../../web/crud/conteo/piezas.tsx'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import classes from '../cierres.module.css'
import type { ConteoCuenta, CuentaContable } from '../contract/turnos.ts'
import { contada, conteosDe, totalDe, useCuadro } from './conteo-estado.tsx'
import { useContadora } from './use-contadora.tsx'

interface Props {
  cuentas: readonly CuentaContable[]
  /** Key under which the typed count is kept until it is saved. */
  lugar: string
  accion: string
  ocupado: boolean
  /** Whether the first field takes the focus: not where a list beside it is still being walked by arrows. */
  enfocar?: boolean
  /** Returns true when the count is saved and the typed values may be discarded. */
  guardar: (conteos: ConteoCuenta[]) => Promise<boolean>
  /** Further actions next to the button. */
  children?: ReactNode
}

/**
 * Counts accounts by notes and coins, by keyboard: digits, Enter to the next field, Ctrl+Enter saves. A bill
 * counter fills the account in which the focus is. It never shows the balance in the books. An account without any input is not taken for empty: the user must confirm that it is.
 */
export function ConteoCuentas(props: Props) {
  const { cuentas, lugar, accion, ocupado, enfocar = true, guardar, children } = props
  const { cuadro, escribir, contar, olvidar } = useCuadro(lugar)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (enfocar) form.current?.querySelector('input')?.focus()
  }, [enfocar])
  useContadora(cuentas, { contar, escribir })
  const [asked, setAsked] = useState(false)
  const missing = cuentas.filter((cuenta) => !contada(cuenta, cuadro))
  async function send() {
    setAsked(true)
    if (missing[0]) {
      document.getElementById(`conteo-${missing[0].cuenta_id}`)?.querySelector('input')?.focus()
      return
    }
    if (await guardar(conteosDe(cuentas, cuadro))) olvidar()
  }
  return (
    <form
      ref={form}
      className="pila hueco-16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!ocupado) void send()
      }}
    >
      <div className={classes.cuentas}>
        {cuentas.map((cuenta) => {
          const { cuenta_id, piezas } = cuenta
          const written = cuadro[cuenta_id] ?? {}
          const total = totalDe(cuenta, cuadro)
          const falta = missing.includes(cuenta)
          return (
            <fieldset key={cuenta_id} id={`conteo-${cuenta_id}`} className={classes.cuenta}>
              <legend>{cuenta.cuenta}</legend>
              {piezas.length > 0 ? (
                <Piezas
                  piezas={piezas}
                  moneda={cuenta}
                  escrito={written.piezas ?? {}}
                  escribir={(value) => escribir(cuenta_id, { piezas: value, vacia: false })}
                  mover={moverConteo}
                />
              ) : (
                <DecimalInput
                  label={`Efectivo en ${cuenta.iso}`}
                  description="Esta moneda no tiene denominaciones: escriba el total."
                  decimales={cuenta.decimales}
                  value={written.monto ?? null}
                  onKeyDown={moverConteo}
                  onChange={(monto) => escribir(cuenta_id, { monto, vacia: false })}
                />
              )}
              <p className={classes.total} role="status" aria-label={`Total de ${cuenta.cuenta}`}>
                Total contado{' '}
                <strong>{falta ? 'Sin contar' : formatMonto(total || '0', cuenta)}</strong>
              </p>
              {(falta || written.vacia) && (
                <Checkbox
                  label={`No hay nada en ${cuenta.cuenta}`}
                  checked={written.vacia === true}
                  error={
                    asked &&
                    falta &&
                    `No contó ${cuenta.cuenta}: cuéntela, o marque que está vacía.`
                  }
                  onChange={({ currentTarget }) =>
                    escribir(cuenta_id, { vacia: currentTarget.checked })
                  }
                />
              )}
            </fieldset>
          )
        })}
      </div>
      <div className="seguidos">
        <Button type="submit" loading={ocupado} rightSection={<Kbd size="xs">Ctrl+Enter</Kbd>}>
          {accion}
        </Button>
        {children}
      </div>
    </form>
  )
}
