import type { ReactNode } from 'react'
import type { AnswerOf } from '../../../core/contract.ts'
import { formatDecimal } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Ficha, Hace } from '../../../web/crud/valores.tsx'
import { contrato } from '../contract.ts'
import classes from './respaldo.module.css'
import { RespaldoAjeno } from './respaldo-ajeno.tsx'

type Estado = AnswerOf<typeof contrato.respaldo>

/** What is known of the house's backups: the last good one, why the last one failed, or what is missing to have any. */
export function Respaldo() {
  const { data } = useAnswer(contrato.respaldo)
  if (!data) return null
  if (data.ajeno)
    return (
      <section className={classes.respaldo} aria-label="Estado de los respaldos">
        <h2>Respaldos</h2>
        <RespaldoAjeno {...data} />
      </section>
    )
  const { bueno, falla, destino, hasta, registro, frase } = data
  return (
    <section className={classes.respaldo} aria-label="Estado de los respaldos">
      <h2>Respaldos</h2>
      {bueno && (
        <p>
          <Ficha tono="positivo">Comprobado</Ficha> El último bueno terminó{' '}
          <Hace momento={bueno.fin} />: {formatDecimal(String(bueno.bytes / 1e6), 1)} MB en{' '}
          <code>{bueno.carpeta}</code>
        </p>
      )}
      {hasta && !registro && (
        <p>
          <Ficha tono="positivo">Al día</Ficha> Se puede volver a cualquier momento de los últimos
          días: lo último se guardó <Hace momento={hasta} />.
        </p>
      )}
      {registro && (
        <p role="alert">
          <Ficha tono="negativo">Sin guardar</Ficha> Lo que se registra no llega al disco de los
          respaldos, <Hace momento={registro.desde} />: {registro.motivo}
        </p>
      )}
      {falla && (
        <p role="alert">
          <Ficha tono="negativo">Falló</Ficha> <Hace momento={falla.fin} />: {falla.motivo}
        </p>
      )}
      {frase && <Frase {...frase} destino={destino} />}
      {(!bueno || !destino) && <p className="nota">{pasos(data)}</p>}
    </section>
  )
}

/** When somebody last had the phrase, and how to prove that he has it still. */
function Frase({ desde, falta, destino }: NonNullable<Estado['frase']> & Pick<Estado, 'destino'>) {
  const orden = `npm run respaldo -- ${destino ? citada(destino) : 'la carpeta de los respaldos'} --probar-frase`
  return (
    <p role={falta ? 'alert' : undefined}>
      {falta && <Ficha tono="negativo">Por probar</Ficha>} La frase que abre los respaldos se
      escribió por última vez <Hace momento={desde} />. Sin ella no se recupera nada: para probarla
      ejecute <code>{orden}</code> en la máquina del programa; si nadie la recuerda, con
      --cambiar-frase se elige otra.
    </p>
  )
}

/** What somebody at the machine does so that there are backups. */
function pasos({ bueno, destino }: Estado): ReactNode {
  if (bueno) {
    return (
      <>
        Para que se hagan solos cada día, quien instala inicia el programa con{' '}
        <code>CAMBISTA_RESPALDO</code>, la carpeta del disco donde se guardan.
      </>
    )
  }
  return (
    <>
      Esta casa no tiene ningún respaldo. En la máquina del programa ejecute una vez{' '}
      <code>npm run respaldo -- {destino ? citada(destino) : 'la carpeta de un disco aparte'}</code>
      : pide la frase que los abrirá.
    </>
  )
}

/** A folder as it is typed in a terminal. */
const citada = (carpeta: string) => (/\s/.test(carpeta) ? `"${carpeta}"` : carpeta)
