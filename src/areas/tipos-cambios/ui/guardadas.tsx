import { Button } from '@mantine/core'
import type { CallOf } from '../../../core/contract.ts'
import { formatHora, formatMonto, formatTasa, sinCortar } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { notify } from '../../../web/avisos/notify.ts'
import { useTeclas } from '../../../web/marco/teclas.ts'
import type { Cotizacion } from '../contract/cotizaciones.ts'
import { contrato } from '../contract.ts'

interface Props {
  tipos: readonly Cotizacion['tipo'][]
  /** What is on the screen; null while it has no amount. */
  promesa: Omit<CallOf<typeof contrato.cotizar>['body'], 'nota' | 'cliente_id'> | null
  cliente: { id: number } | null
  /** What was typed in search of a client: who the price was told to. */
  escrito: string
  /** Fills the form in as it was told. */
  usar: (cotizacion: Cotizacion) => void
}

/** Keeps the price on the screen as it was told, by one key, and shows the promises that can still be taken up. */
export function Guardadas({ tipos, promesa, cliente, escrito, usar }: Props) {
  const { save, saving } = useSave(contrato.cotizar)
  const { data = [] } = useAnswer(contrato.cotizaciones)
  const suyas = data.filter(({ tipo }) => tipos.includes(tipo))
  async function cotizar() {
    if (!promesa) return notify('warning', 'Escriba el monto antes de guardar la cotización.')
    const nota = cliente ? null : escrito.trim().slice(0, 80) || 'Sin cliente'
    await save({ body: { ...promesa, cliente_id: cliente?.id ?? null, nota } })
  }
  useTeclas([['F10', () => void cotizar()]])
  return (
    <section className="pila tarjeta amplia" aria-label="Cotizaciones">
      <Button
        variant="default"
        loading={saving}
        onClick={() => void cotizar()}
        rightSection={<kbd>F10</kbd>}
      >
        Guardar cotización
      </Button>
      {suyas.map((c) => (
        <p key={c.id} className="seguidos">
          {sinCortar(
            `${formatMonto(c.monto, c.moneda)} a ${formatTasa(c.tasa, c.precision)} · ${c.cliente} · hasta ${formatHora(c.vence_en)}`,
          )}
          <Button size="xs" variant="subtle" onClick={() => usar(c)}>
            Usar
          </Button>
        </p>
      ))}
    </section>
  )
}
