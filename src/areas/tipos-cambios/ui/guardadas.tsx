import { Button } from '@mantine/core'
import type { CallOf } from '../../../core/contract.ts'
import { formatHora, formatMonto, formatTasa, sinCortar } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { notify } from '../../../web/avisos/notify.ts'
import { quieto } from '../../../web/crud/quieto.tsx'
import { enfocar } from '../../../web/marco/foco.ts'
import { useTeclas } from '../../../web/marco/teclas.ts'
import type { Cotizacion } from '../contract/cotizaciones.ts'
import { contrato } from '../contract.ts'
import classes from '../tipos.module.css'

interface Props {
  tipos: readonly Cotizacion['tipo'][]
  /** What is on the screen; null while it has no amount. */
  promesa: () => Omit<CallOf<typeof contrato.cotizar>['body'], 'nota' | 'cliente_id'> | null
  cliente: { id: number } | null
  /** What was typed in search of a client: who the price was told to. */
  escrito: string
  /** Fills the form in as it was told. */
  usar: (cotizacion: Cotizacion) => void
}

/** Keeps the price on the screen as it was told, by one key, and shows the promises that can still be taken up. */
export const Guardadas = quieto(function Guardadas(props: Props) {
  const { tipos, cliente, escrito, usar } = props
  const { save, saving } = useSave(contrato.cotizar)
  const { data = [] } = useAnswer(contrato.cotizaciones)
  const suyas = data.filter(({ tipo }) => tipos.includes(tipo))
  async function cotizar() {
    const promesa = props.promesa()
    if (!promesa) return notify('warning', 'Escriba el monto antes de guardar la cotización.')
    const nota = cliente ? null : escrito.trim().slice(0, 80) || null
    const made = await save({ body: { ...promesa, cliente_id: cliente?.id ?? null, nota } })
    // Refused because it says to nobody: there it is written.
    if (!made && !cliente) enfocar('campo-cliente')
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
      {suyas.length > 0 && (
        <ul className={classes.promesas}>
          {suyas.map((c) => (
            <li key={c.id}>
              <span>
                {`${sinCortar(`${formatMonto(c.monto, c.moneda)} a ${formatTasa(c.tasa, c.precision)}`)} · ${c.cliente} · ${sinCortar(`hasta ${formatHora(c.vence_en)}`)}`}
              </span>
              <Button
                size="xs"
                variant="default"
                aria-label={`Usar la cotización de ${c.cliente}: ${formatMonto(c.monto, c.moneda)}`}
                onClick={() => usar(c)}
              >
                Usar
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
})
