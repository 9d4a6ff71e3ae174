import { decimal } from '../../core/dinero/decimal.ts'
import { formatMonto, type Simbolo, SOLES } from '../../core/formato.ts'
import { MOTIVOS, type Motivo, type Previa } from './rules.ts'

const sinSigno = (text: string) => text.replace('-', '')

/** The entry as one would tell it: `Salen US$ 20.00 de Caja dólares contra Sobrantes y faltantes; costaron S/ 70.22.` */
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
      : `, al costo de ${formatMonto(sinSigno(p.valor), SOLES)}`
  return `${moves} contra ${contra}${worth}.`
}

/** Who may answer the rest of a day's limit, in words. */
export function destino(p: Previa, solo: { limite: string; usado: string }): string {
  const limite = formatMonto(solo.limite, SOLES)
  const usado = decimal(solo.usado).gt(0) ? `; hoy ya aplicó ${formatMonto(solo.usado, SOLES)}` : ''
  if (p.espera === null) return `Hasta ${limite} al día se aplica en el acto${usado}.`
  return p.espera
    ? `Pasa de ${limite} al día${usado}: esperará la aprobación de otra persona.`
    : 'Se aplica en el acto.'
}
