import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { formatFecha } from '../../core/formato.ts'
import { Enlace } from '../../web/navegacion.tsx'
import { type RutaCon, screenOf } from '../../web/screens.ts'
import classes from './cierres.module.css'
import type { Dia, Pendiente } from './contract.ts'

/** What may be left pending when a day closes: its words and where it is seen to. A key of the view `cierre_pendientes`. */
const PALABRAS: Record<
  string,
  { uno: string; varios: string; pantalla: RutaCon; filtro?: Record<string, string> }
> = {
  turnos: { uno: 'caja sin cerrar', varios: 'cajas sin cerrar', pantalla: 'cierres-cajas' },
  aprobar: {
    uno: 'cierre de caja por aprobar',
    varios: 'cierres de caja por aprobar',
    pantalla: 'cierres-cajas',
    filtro: { estado: 'cerrado' },
  },
  pagos: {
    uno: 'operación con pagos por verificar',
    varios: 'operaciones con pagos por verificar',
    pantalla: 'compras-ventas',
    filtro: { estado: 'pendiente' },
  },
  ordenes: {
    uno: 'orden pagada que pasó su plazo',
    varios: 'órdenes pagadas que pasaron su plazo',
    pantalla: 'ordenes',
  },
  transferencias: {
    uno: 'transferencia por recibir',
    varios: 'transferencias por recibir',
    pantalla: 'transferencias',
    filtro: { estado: 'enviada' },
  },
  gastos: {
    uno: 'gasto pendiente',
    varios: 'gastos pendientes',
    pantalla: 'gastos',
    filtro: { estado: 'pendiente' },
  },
  ajustes: {
    uno: 'ajuste de saldo por aprobar',
    varios: 'ajustes de saldo por aprobar',
    pantalla: 'aprobaciones',
  },
}

export function textoPendiente({ clave, cuantos }: Pendiente): string {
  const palabras = PALABRAS[clave]
  return `${cuantos} ${(cuantos === 1 ? palabras?.uno : palabras?.varios) ?? clave}`
}

/** What stands in the way of the closing, and what is only told; each leads to where it is seen to. */
export function Pendientes({ dia }: { dia: Dia }) {
  const { pendientes, anterior_abierto } = dia
  const nada = pendientes.length === 0 && !anterior_abierto
  return (
    <section className={`${classes.panel} no-imprime`} aria-label="Antes de cerrar">
      <h2>Antes de cerrar</h2>
      <ul className={classes.pendientes}>
        {anterior_abierto && (
          <li>
            <Marca bloquea />
            <span>
              Falta cerrar el{' '}
              <Enlace a="cierre-dia" params={{ fecha: anterior_abierto }}>
                {formatFecha(anterior_abierto)}
              </Enlace>
              , que tiene movimientos.
            </span>
          </li>
        )}
        {pendientes.map((p) => (
          <li key={p.clave}>
            <Marca bloquea={p.bloquea} />
            <span>
              <A pendiente={p} />
              {p.bloquea ? ': impide cerrar.' : ': puede quedar así.'}
            </span>
          </li>
        ))}
        {nada && (
          <li>
            <IconCircleCheck size={17} aria-hidden="true" className={classes.bien} />
            <span>Todo está al día: cajas cerradas, pagos verificados.</span>
          </li>
        )}
      </ul>
    </section>
  )
}

function A({ pendiente }: { pendiente: Pendiente }) {
  const to = PALABRAS[pendiente.clave]
  const texto = textoPendiente(pendiente)
  if (!to || !screenOf(to.pantalla)) return texto
  return (
    <Enlace a={to.pantalla} search={to.filtro ?? {}}>
      {texto}
    </Enlace>
  )
}

function Marca({ bloquea }: { bloquea: boolean }) {
  const Icono = bloquea ? IconCircleX : IconAlertTriangle
  return <Icono size={17} aria-hidden="true" className={bloquea ? classes.impide : classes.aviso} />
}
