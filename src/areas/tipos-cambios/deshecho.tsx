import { formatFechaHora } from '../../core/formato.ts'
import { Cargando } from '../../web/crud/cargando.tsx'
import { Fallo } from '../../web/crud/lista.tsx'
import { Pagina } from '../../web/crud/pagina.tsx'
import { useId } from '../../web/navegacion.tsx'
import { useAnswer } from '../../web/query.ts'
import { Afectadas } from './afectadas.tsx'
import { contrato } from './contract.ts'
import classes from './deshacer.module.css'
import { Alcance, Balance } from './deshacer-alcance.tsx'

/** A rate that was undone: what went back, and what is left to do about what was made at it. */
export default function Deshecho() {
  const id = useId()
  const { data, error, refetch } = useAnswer(contrato.deshecho, { params: { id } })
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  return (
    <Pagina
      titulo={data.par ? 'Precios deshechos' : 'Tasa deshecha'}
      migas={[{ texto: 'Tipos de cambio', ruta: 'tipos-cambios' }]}
      nota={`${formatFechaHora(data.fecha)}, ${data.usuario}: «${data.motivo}»`}
    >
      <section className={classes.bloque} aria-label="Qué volvió">
        <Alcance {...data} />
        <Balance {...data} />
        {data.total > data.operaciones.length && (
          <p>Se muestran las {data.operaciones.length} más recientes.</p>
        )}
      </section>
      {data.total > 0 && <Afectadas filas={data.operaciones} />}
    </Pagina>
  )
}
