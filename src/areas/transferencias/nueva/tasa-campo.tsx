import { ActionIcon } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import type { Dispatch, SetStateAction } from 'react'
import { decimal, dividir } from '../../../core/dinero/decimal.ts'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import { legible, type Mercado } from '../rules.ts'
import { type Borrador, type Calculo, escribir } from './borrador.ts'
import classes from './nueva.module.css'

/** The rate in its direction, with the market prices; far from the market it must be typed again. */
export function TasaCampo({
  borrador,
  calculo,
  mercado,
  setBorrador,
}: {
  borrador: Borrador
  calculo: Calculo
  mercado: Mercado
  setBorrador: Dispatch<SetStateAction<Borrador>>
}) {
  const { origen, destino, metodo, montos, pideConfirmar } = calculo
  const [de, a] = metodo === 'm' ? [origen, destino] : [destino, origen]
  const invert = () =>
    setBorrador((before) => ({
      ...before,
      metodo: metodo === 'm' ? 'd' : 'm',
      confirmacion: null,
      // Keeps the amounts; the rate in the other direction is computed from them.
      ...(before.tasa && montos && { tasa: null, recibido: montos.recibido, monto: montos.monto }),
    }))
  return (
    <div>
      <DecimalInput
        id="campo-tasa"
        tasa
        label={de && a ? `Tasa: 1 ${de.moneda.iso} en ${a.moneda.iso}` : 'Tasa'}
        description={market(mercado, metodo)}
        value={borrador.tasa ?? montos?.tasa ?? null}
        onChange={(valor) =>
          setBorrador((before) => escribir({ ...before, metodo }, 'tasa', valor))
        }
        rightSection={
          <ActionIcon
            variant="subtle"
            aria-label="Decir la tasa al revés"
            title="Decir la tasa al revés"
            onClick={invert}
          >
            <IconArrowsExchange size={18} aria-hidden="true" />
          </ActionIcon>
        }
      />
      {pideConfirmar !== null && (
        <DecimalInput
          id="campo-confirmacion"
          tasa
          className={classes.confirmacion}
          label={borrador.tasa ? 'Escriba de nuevo la tasa' : 'Escriba de nuevo lo que entra'}
          withAsterisk
          value={borrador.confirmacion}
          onChange={(confirmacion) => setBorrador((before) => ({ ...before, confirmacion }))}
        />
      )}
    </div>
  )
}

/** The market prices in the direction of the rate. */
function market({ compra, venta }: Mercado, metodo: 'm' | 'd'): string {
  if (!compra || !venta) return 'Sin precio de mercado'
  const one = decimal('1')
  const [low, high] =
    metodo === 'm'
      ? [decimal(compra), decimal(venta)]
      : [dividir(one, decimal(venta), 10, 'medio'), dividir(one, decimal(compra), 10, 'medio')]
  return `Mercado: ${legible(low)} a ${legible(high)}`
}
