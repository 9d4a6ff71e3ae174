import { decimal } from '../../../core/dinero/decimal.ts'
import { formatMonto } from '../../../core/formato.ts'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Duda } from '../../../web/duda/duda.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { Limites as ClienteLimites } from '../contract/limites.ts'
import { type ClienteDetalle, DOLARES } from '../contract.ts'
import { fraseDeLimites, fraseLibre } from '../ui/frase-limites.ts'
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
        <Barra titulo="Hoy" {...hoy} sin="Sin límite diario" />
        <Barra titulo="Este mes" {...mes} sin="Sin límite mensual" />
        <Barra
          titulo={`Por su nivel (${cliente.nivel})`}
          operado={mes.operado}
          limite={nivel.hasta}
          queda={nivel.queda}
          sin="Sin tope"
        />
        <p role="status">
          {fraseDeLimites(data) ?? fraseLibre(0)}{' '}
          <Duda en="clientes#niveles-y-límites" sobre="niveles y límites" />
        </p>
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

function Barra(props: ClienteLimites['hoy'] & { titulo: string; sin: string }) {
  const { titulo, operado, limite, queda, sin } = props
  const none = queda !== null && decimal(queda).lte(0)
  return (
    <div className={classes.barra} data-lleno={none || undefined}>
      <div className={classes.linea}>
        <strong>{titulo}</strong>
        <span className="tenue">{queda ? `Quedan ${dolares(queda)}` : sin}</span>
      </div>
      {limite && (
        <progress
          // Only for the bar: what it shows is a share of a line.
          value={none ? 1 : Number(operado) / Math.max(Number(limite), 0.01)}
          max={1}
          aria-label={`Parte usada: ${titulo}`}
        />
      )}
      <span>
        {`${dolares(operado)} operado`}
        {limite && ` de ${dolares(limite)}`}
      </span>
    </div>
  )
}

const dolares = (valor: string) => formatMonto(valor, DOLARES)
