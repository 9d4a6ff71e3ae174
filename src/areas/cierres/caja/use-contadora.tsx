import { cuentaContada } from '../../../core/lector/contadora.ts'
import { notify } from '../../../web/avisos/notify.ts'
import { piezaDe } from '../../../web/crud/conteo/piezas.tsx'
import { useLector } from '../../../web/lector/use-lector.ts'
import type { CuentaContable } from '../contract/turnos.ts'
import type { useCuadro } from './conteo-estado.tsx'

/**
 * A bill counter writes into the count of a till: each line into the note of the account in which the focus is, or of
 * the currency that it names; its total into an account without denominations. What belongs nowhere changes nothing,
 * and is said.
 */
export function useContadora(
  cuentas: readonly CuentaContable[],
  { contar, escribir }: Pick<ReturnType<typeof useCuadro>, 'contar' | 'escribir'>,
): void {
  useLector('contadora', false, (read) => {
    if (read === 'mal') return
    const cuenta = cuentaContada(cuentas, read.iso, enfocada(cuentas))
    const porMonto = cuenta?.piezas.length === 0
    if ('total' in read) {
      // Where notes are counted it says nothing new.
      if (cuenta && porMonto) {
        escribir(cuenta.cuenta_id, { monto: read.total, vacia: false })
        // A field that has the focus shows what was typed in it.
        const field = document.activeElement
        if (field instanceof HTMLInputElement) {
          field.blur()
          field.focus()
        }
      }
      return
    }
    const line = `La contadora envió ${read.cantidad} × ${read.iso ? `${read.iso} ` : ''}${read.valor}`
    if (!cuenta) notify('warning', `${line}: ponga el cursor en la cuenta que cuenta.`)
    else if (porMonto) notify('warning', `${line}: en ${cuenta.cuenta} escriba el total.`)
    else if (!piezaDe(cuenta.piezas, read.valor))
      notify('warning', `${line}: ${cuenta.cuenta} no tiene esa denominación.`)
    else contar(cuenta, read)
  })
}

/** The account in which the focus is. */
const enfocada = (cuentas: readonly CuentaContable[]): CuentaContable | undefined =>
  cuentas.find(({ cuenta_id }) =>
    document.getElementById(`conteo-${cuenta_id}`)?.contains(document.activeElement),
  )
