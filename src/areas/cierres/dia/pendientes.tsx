import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { formatFecha } from '../../../core/formato.ts'
import { Duda } from '../../../web/duda/duda.tsx'
import { aporte } from '../../../web/marco/aportes.ts'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import classes from '../cierres.module.css'
import type { Dia, Pendiente } from '../contract.ts'

export function textoPendiente({ clave, cuantos }: Pendiente): string {
  const palabras = aporte('pendientes')[clave]
  return `${cuantos} ${(cuantos === 1 ? palabras?.uno : palabras?.varios) ?? clave}`
}

/** The items that block the close and those that are only reported, each with a link to where it is resolved. */
export function Pendientes({ dia }: { dia: Dia }) {
  const { pendientes, anterior_abierto } = dia
  const nada = pendientes.length === 0 && !anterior_abierto
  return (
    <section className={`${classes.panel} no-imprime`} aria-label="Antes de cerrar">
      <h2>
        Antes de cerrar <Duda en="caja#cerrar-el-día" sobre="cerrar el día" />
      </h2>
      <ul className={classes.pendientes}>
        {anterior_abierto && (
          <li>
            <Marca bloquea />
            <span>
              Falta cerrar el{' '}
              <Enlace
                a="cierre-dia"
                params={{ fecha: anterior_abierto }}
                search={dia.sucursal ? { sucursal_id: String(dia.sucursal.id) } : {}}
              >
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
  const to = aporte('pendientes')[pendiente.clave]
  const texto = textoPendiente(pendiente)
  if (!to) return texto
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
