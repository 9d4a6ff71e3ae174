import { decimal } from '../../core/dinero/decimal.ts'
import { monedaFuncional } from '../../core/dinero/moneda.ts'
import { formatMonto, type Simbolo } from '../../core/formato.ts'
import { MOTIVOS, type Motivo, type Previa } from './rules.ts'

const sinSigno = (text: string) => text.replace('-', '')

/** The entry as a sentence: `Salen US$ 20.00 de Caja dólares contra Sobrantes y faltantes; costaron S/ 70.22.` */
export function frase(
  p: Previa,
  de: {
    motivo: Motivo
    cuenta: string
    moneda: Simbolo & { funcional: boolean }
    cargo: string | null
  },
): string {
  const enters = decimal(p.importe).gt(0)
  const contra = de.cargo ? `lo que debe ${de.cargo}` : MOTIVOS[de.motivo].cuenta
  const amount = formatMonto(sinSigno(p.importe), de.moneda)
  const moves = enters ? `Entran ${amount} a ${de.cuenta}` : `Salen ${amount} de ${de.cuenta}`
  const worth =
    de.moneda.funcional || p.valor === null
      ? ''
      : `, al costo de ${formatMonto(sinSigno(p.valor), monedaFuncional())}`
  return `${moves} contra ${contra}${worth}.`
}

/** Sentence that says who approves what exceeds the rest of the day's limit. */
export function destino(p: Previa, solo: { limite: string; usado: string }): string {
  const limite = formatMonto(solo.limite, monedaFuncional())
  const usado = decimal(solo.usado).gt(0)
    ? `; hoy ya aplicó ${formatMonto(solo.usado, monedaFuncional())}`
    : ''
  if (p.espera === null) return `Hasta ${limite} al día se aplica en el acto${usado}.`
  return p.espera
    ? `Pasa de ${limite} al día${usado}: esperará la aprobación de otra persona.`
    : 'Se aplica en el acto.'
}
