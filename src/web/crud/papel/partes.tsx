import { fiscalDe, registroDe } from '../../../core/documento/fiscal.ts'
import type { Empresa, Filas, Ticket } from '../../../core/documento/ticket.ts'
import { sinCortar } from '../../../core/formato.ts'
import classes from './papeles.module.css'
import { Sello } from './sello.tsx'

/** Letterhead: the house, the kind of document, and its marks (COPIA, ANULADA). */
export function Membrete({
  empresa,
  titulo,
  numero,
  fecha,
  marca,
}: {
  empresa: Empresa
  titulo: string
  numero: string
  fecha: string
  marca: string | null
}) {
  const facts = [fiscalDe(empresa.ruc), registroDe(empresa.registro_sbs), empresa.direccion]
  return (
    <header className={classes.membrete}>
      <div>
        <strong>{empresa.razon_social}</strong>
        <span>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      <div>
        <strong>{numero}</strong>
        <span>{fecha}</span>
      </div>
      {marca && <p className={classes.copia}>{marca}</p>}
      <h2>{titulo}</h2>
    </header>
  )
}

/** A line to sign on, and who signs. */
export function Firma({ nombre, detalle }: { nombre: string; detalle: string }) {
  return (
    <div className={classes.firma}>
      <span>{nombre}</span>
      <small>{detalle}</small>
    </div>
  )
}

/** Names and values of a printed document; `grandes` prints them large, as the amounts that change hands. */
export function FilasPapel({ filas, grandes = false }: { filas: Filas; grandes?: boolean }) {
  return (
    <dl className={grandes ? classes.manos : undefined}>
      {filas.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{sinCortar(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** An 80 mm ticket, visible only in print: the house, marks, title, data, footer and the seal by which it is checked. */
export function TicketPapel({ empresa, marcas, titulo, fecha, manos, filas, pie, sello }: Ticket) {
  return (
    <section className={classes.ticket} aria-hidden="true" data-papel>
      <h2>{empresa.razon_social}</h2>
      <p>{[fiscalDe(empresa.ruc), registroDe(empresa.registro_sbs)].filter(Boolean).join(' · ')}</p>
      {empresa.direccion && <p>{empresa.direccion}</p>}
      {marcas.map((marca) => (
        <p key={marca} className={classes.copia}>
          {marca}
        </p>
      ))}
      <p className={classes.grande}>{titulo}</p>
      <p>{fecha}</p>
      {manos.length > 0 && <FilasPapel filas={manos} grandes />}
      <FilasPapel filas={filas} />
      {pie.map((linea) => (
        <p key={linea}>{linea}</p>
      ))}
      {sello && <Sello sello={sello} />}
    </section>
  )
}
