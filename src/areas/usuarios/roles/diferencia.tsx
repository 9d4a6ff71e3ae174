import type { Diferencia } from '../rules.ts'
import { nombreArea } from './matriz.tsx'
import { palabrasDe } from './nombres.ts'
import classes from './roles.module.css'

/** The permissions gained and lost, and the number of users affected. */
export function DiferenciaRol(
  props: Diferencia & { usuarios: number; antes: string; nombre: string },
) {
  const { ganan, pierden, usuarios, antes, nombre } = props
  const quienes = usuarios === 1 ? '1 usuario' : `${usuarios} usuarios`
  return (
    <div className={classes.diferencia}>
      <p>
        {usuarios === 0
          ? 'Nadie tiene este rol todavía.'
          : `Vale para ${quienes} desde su próxima acción, sin volver a ingresar.`}
      </p>
      {nombre.trim() !== antes && (
        <p>
          Se llamará «{nombre.trim()}» en vez de «{antes}».
        </p>
      )}
      <Lista titulo="Ganan" signo="+" permisos={ganan} />
      <Lista titulo="Pierden" signo="−" permisos={pierden} />
    </div>
  )
}

function Lista(props: { titulo: string; signo: string; permisos: string[] }) {
  const { titulo, signo, permisos } = props
  if (permisos.length === 0) return null
  return (
    <section data-signo={signo}>
      <h3>
        {titulo} ({permisos.length})
      </h3>
      <ul>
        {permisos.map((permiso) => (
          <li key={permiso}>
            <span aria-hidden="true">{signo}</span> {palabrasDe(permiso)}{' '}
            <small>{nombreArea(permiso.split(':')[0] ?? '')}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
