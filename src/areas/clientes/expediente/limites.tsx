import { CERO, decimal, texto } from '../../../core/dinero/decimal.ts'
import { formatMonto } from '../../../core/formato.ts'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { type ClienteDetalle, DOLARES } from '../contract.ts'
import { fraseDeLimites } from '../ui/frase-limites.ts'
import { useLimites } from '../ui/uso-limites.ts'
import classes from './expediente.module.css'

/** What he used and may still use of his day, of his month and of what his level allows. */
export default function Limites({ cliente }: { cliente: ClienteDetalle }) {
  const data = useLimites(cliente.id)
  if (!data) return <Cargando />
  const { hoy, mes, nivel } = data
  return (
    <div className="pila">
      <section className={classes.barras} aria-label="Límites del cliente">
        <Barra titulo="Hoy" usado={hoy.operado} limite={hoy.limite} sin="Sin límite diario" />
        <Barra titulo="Este mes" usado={mes.operado} limite={mes.limite} sin="Sin límite mensual" />
        <Barra
          titulo={`Por su nivel (${cliente.nivel})`}
          usado={mes.operado}
          limite={nivel.hasta}
          sin="Sin tope"
        />
        <p role="status">{fraseDeLimites(data) ?? 'Ningún límite ni dato que falte lo detiene.'}</p>
      </section>
      {cliente.faltan.length > 0 && (
        <p>
          <Enlace a="detalle-cliente" params={{ id: cliente.id }} search={{ ver: 'datos' }}>
            Completar su ficha
          </Enlace>
        </p>
      )}
    </div>
  )
}

function Barra(props: { titulo: string; usado: string; limite: string | null; sin: string }) {
  const { titulo, usado, limite, sin } = props
  const left = limite === null ? null : decimal(limite).minus(usado)
  const none = left?.lte(0)
  return (
    <div className={classes.barra} data-lleno={none || undefined}>
      <div className={classes.linea}>
        <strong>{titulo}</strong>
        <span className="tenue">
          {left ? `Quedan ${dolares(texto(none ? CERO : left, 2))}` : sin}
        </span>
      </div>
      {limite && (
        <progress
          // Only for the bar: what it shows is a share of a line.
          value={none ? 1 : Number(usado) / Math.max(Number(limite), 0.01)}
          max={1}
          aria-label={`Parte usada: ${titulo}`}
        />
      )}
      <span>
        {`${dolares(usado)} operado`}
        {limite && ` de ${dolares(limite)}`}
      </span>
    </div>
  )
}

const dolares = (valor: string) => formatMonto(valor, DOLARES)
