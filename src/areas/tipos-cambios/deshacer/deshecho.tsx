import type { AnswerOf } from '../../../core/contract.ts'
import { formatFechaHora } from '../../../core/formato.ts'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { UnaFila } from '../../../web/crud/pagina/una-fila.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { contrato } from '../contract.ts'
import { Afectadas } from './afectadas.tsx'
import { Alcance, Balance } from './alcance.tsx'
import classes from './deshacer.module.css'

export const empieza: Empieza = { fila: contrato.deshecho }

/** The record of an undo: the values restored, and the operations that still need an action. */
export default function Deshecho() {
  return <UnaFila endpoint={contrato.deshecho}>{(vuelta) => <Hoja vuelta={vuelta} />}</UnaFila>
}

function Hoja({ vuelta: data }: { vuelta: AnswerOf<typeof contrato.deshecho> }) {
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
