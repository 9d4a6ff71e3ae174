import { formatTasa } from '../../../core/formato.ts'
import { ConBandera } from '../../../web/bandera.tsx'
import { Desplazable } from '../../../web/crud/lista/desplazable.tsx'
import { Hace } from '../../../web/crud/valores.tsx'
import type { Cotizacion } from '../contract.ts'
import classes from './cinta.module.css'

/** The rates of the public and how old they are; what nobody confirmed says so. */
export function Cinta({ tasas }: { tasas: readonly Cotizacion[] }) {
  if (tasas.length === 0) return null
  return (
    <Desplazable className={classes.cinta} titulo="Tasas del público">
      <ul>
        {tasas.map((t) => (
          <li key={t.clave}>
            <span className={classes.cintaTitulo}>
              <ConBandera imagen={t.imagen}>{t.titulo}</ConBandera>
            </span>
            <strong>{t.tasas.map((tasa) => formatTasa(tasa, t.precision)).join(' – ')}</strong>
            <span className={classes.edad} data-aviso={t.rancia || undefined}>
              {t.rancia && (t.vencida ? 'Vencida, ' : 'Sin confirmar, ')}
              <Hace momento={t.desde} />
            </span>
          </li>
        ))}
      </ul>
    </Desplazable>
  )
}
