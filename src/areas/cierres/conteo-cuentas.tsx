import { Button, Kbd } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatMonto } from '../../core/formato.ts'
import { moverConteo, Piezas } from '../../web/crud/conteo-piezas.tsx'
import { DecimalInput } from '../../web/crud/decimal-input.tsx'
import classes from './cierres.module.css'
import { conteosDe, totalDe, useCuadro } from './conteo-estado.tsx'
import type { ConteoCuenta, CuentaContable } from './contract-turnos.ts'

interface Props {
  cuentas: readonly CuentaContable[]
  /** Where what was typed is kept until it is saved. */
  lugar: string
  accion: string
  ocupado: boolean
  /** True: saved, and what was typed may go. */
  guardar: (conteos: ConteoCuenta[]) => Promise<boolean>
  /** Other ways out, beside the button. */
  children?: ReactNode
}

/** Counts accounts by notes and coins, by keyboard: digits, Enter to the next, Ctrl+Enter saves. Says nothing of the books. */
export function ConteoCuentas({ cuentas, lugar, accion, ocupado, guardar, children }: Props) {
  const { cuadro, escribir, olvidar } = useCuadro(lugar)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector('input')?.focus()
  }, [])
  async function send() {
    if (await guardar(conteosDe(cuentas, cuadro))) olvidar()
  }
  return (
    <form
      ref={form}
      className={classes.pila}
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
          return (
            <fieldset key={cuenta_id} className={classes.cuenta}>
              <legend>{cuenta.cuenta}</legend>
              {piezas.length > 0 ? (
                <Piezas
                  piezas={piezas}
                  moneda={cuenta}
                  escrito={written.piezas ?? {}}
                  escribir={(value) => escribir(cuenta_id, { piezas: value })}
                  mover={moverConteo}
                />
              ) : (
                <DecimalInput
                  label={`Efectivo en ${cuenta.iso}`}
                  description="Esta moneda no tiene denominaciones: escriba el total."
                  decimales={cuenta.decimales}
                  value={written.monto ?? null}
                  onKeyDown={moverConteo}
                  onChange={(monto) => escribir(cuenta_id, { monto })}
                />
              )}
              <p className={classes.total} role="status" aria-label={`Total de ${cuenta.cuenta}`}>
                Total contado <strong>{formatMonto(total || '0', cuenta)}</strong>
              </p>
            </fieldset>
          )
        })}
      </div>
      <div className={classes.botones}>
        <Button type="submit" loading={ocupado} rightSection={<Kbd size="xs">Ctrl+Enter</Kbd>}>
          {accion}
        </Button>
        {children}
      </div>
    </form>
  )
}
