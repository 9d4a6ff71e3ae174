import { formatMonto } from '../../../core/formato.ts'
import { Monto } from '../../../web/crud/valores.tsx'
import type { Limites } from '../contract/limites.ts'
import { type ClienteDetalle, DOLARES } from '../contract.ts'
import { papelesPorPedir } from '../documentos/rules.ts'
import classes from '../ui/cliente.module.css'
import { fraseDeLimites, fraseLibre } from '../ui/frase-limites.ts'

/** What he moved this day and this month, of his limits, and what he may still move. */
export function Usos({
  cliente,
  limites,
}: {
  cliente: ClienteDetalle
  limites: Limites | undefined
}) {
  const { nivel, mes } = limites ?? {}
  return (
    <section className={classes.limites} aria-labelledby="limites-cliente" aria-busy={!limites}>
      <h2 id="limites-cliente">Límites</h2>
      <dl className={classes.usos}>
        <Uso titulo="Hoy" periodo={limites?.hoy} />
        <Uso titulo="Este mes" periodo={mes} />
        <Uso
          titulo={`Por su nivel (${cliente.nivel})`}
          periodo={
            mes && nivel && { operado: mes.operado, limite: nivel.hasta, queda: nivel.queda }
          }
          sin=" · sin tope"
        />
      </dl>
      <p role="status">
        {limites ? (fraseDeLimites(limites) ?? fraseLibre(papelesPorPedir(cliente))) : '\u00a0'}
      </p>
    </section>
  )
}

function Uso(props: { titulo: string; periodo: Limites['hoy'] | undefined; sin?: string }) {
  const { titulo, periodo, sin = ' · sin límite propio' } = props
  const limite = periodo?.limite
  // Only for the bar: what it shows is a share of a line.
  const part = limite ? Math.min(1, Number(periodo.operado) / Math.max(Number(limite), 0.01)) : 0
  const full = periodo?.queda != null && Number(periodo.queda) === 0
  return (
    <div className={classes.uso} data-lleno={full || undefined}>
      <dt className="tenue">{titulo}</dt>
      <dd>
        <span>
          {periodo ? (
            <strong>
              <Monto valor={periodo.operado} moneda={DOLARES} />
            </strong>
          ) : (
            '…'
          )}
          {periodo && (limite ? ` de ${formatMonto(limite, DOLARES)}` : sin)}
        </span>
        {limite && <progress value={part} max={1} aria-label={`Parte usada: ${titulo}`} />}
      </dd>
    </div>
  )
}
