import { selloDe } from '../../../core/documento/ticket.ts'
import { formatFechaHora } from '../../../core/formato.ts'
import classes from '../../../web/crud/papel/papeles.module.css'
import { FilasPapel, Firma, Membrete } from '../../../web/crud/papel/partes.tsx'
import { Sello } from '../../../web/crud/papel/sello.tsx'
import type { Ticket } from '../contract/tickets.ts'
import { apartesDeTicket, lineasDeTicket, manosDeTicket, papelDeTicket } from './papel.ts'

/** The ticket on an A5 sheet; visible only in print. */
export function HojaTicket({ ticket: t }: { ticket: Ticket }) {
  const { marcas } = papelDeTicket(t, location.origin)
  return (
    <section className={classes.hoja} aria-hidden="true">
      <Membrete
        empresa={t.empresa}
        titulo={`Ticket de ${t.operaciones.length} operaciones`}
        numero={t.numero}
        fecha={formatFechaHora(t.fecha)}
        marca={marcas.join(' · ') || null}
      />
      <FilasPapel filas={manosDeTicket(t)} grandes />
      <FilasPapel
        filas={[
          ['Cliente', t.cliente ?? 'Ocasional'],
          ...(t.cliente_documento ? [['Documento', t.cliente_documento] as const] : []),
          ...lineasDeTicket(t),
          ...apartesDeTicket(t),
        ]}
      />
      <div className={classes.firmas}>
        <Firma nombre={t.cliente ?? 'Cliente'} detalle={t.cliente_documento ?? 'Firma'} />
        <Firma nombre={t.cajero} detalle="Atendido por" />
      </div>
      <p className={classes.menor}>Cuente su dinero antes de retirarse de la ventanilla.</p>
      <Sello sello={selloDe(t, location.origin)} />
    </section>
  )
}
