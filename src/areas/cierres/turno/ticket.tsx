import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import { conteoTexto } from '../../../core/dinero/conteo.ts'
import { fiscalDe } from '../../../core/documento/fiscal.ts'
import { formatFechaHora, formatMonto } from '../../../core/formato.ts'
import { callWith } from '../../../web/api/api.ts'
import { invalidate } from '../../../web/api/query.ts'
import papel from '../../../web/crud/papel/papeles.module.css'
import classes from '../cierres.module.css'
import { CARGOS, type Turno } from '../contract/turnos.ts'
import { contrato } from '../contract.ts'
import { conDiferencia, esCero } from '../fichas.tsx'

/** Prints the ticket of a closed turn and records the print: from the second one on it says COPIA. */
export function BotonTicket({ turno, principal }: { turno: Turno; principal?: boolean }) {
  async function imprimir() {
    window.print()
    await callWith(contrato.imprimirTurno, { params: { id: turno.id } })
    await invalidate(['cierres'])
  }
  return (
    <>
      <Button
        {...(principal ? { autoFocus: true } : { variant: 'default' })}
        leftSection={<IconPrinter size={16} aria-hidden="true" />}
        onClick={() => void imprimir()}
      >
        {turno.impresiones > 0 ? 'Reimprimir cierre' : 'Imprimir cierre'}
      </Button>
      {createPortal(<Ticket turno={turno} />, document.body)}
    </>
  )
}

/** 80 mm ticket of a close. It is rendered outside the page, which is hidden in print. */
function Ticket({ turno: t }: { turno: Turno }) {
  const conteo = (id: number) =>
    t.conteos.findLast((c) => c.cuenta_id === id && c.momento === 'cierre')?.denominaciones ?? []
  return (
    <section className={`${papel.ticket} ${papel.solo}`} aria-hidden="true">
      <h2>{t.empresa.razon_social}</h2>
      <p>{fiscalDe(t.empresa.ruc)}</p>
      {t.impresiones > 0 && <p className={papel.copia}>COPIA</p>}
      <p className={papel.grande}>CIERRE DE CAJA {t.numero}</p>
      <p>{t.cajero}</p>
      <p>
        {formatFechaHora(t.abierto_en)} – {t.cerrado_en && formatFechaHora(t.cerrado_en)}
      </p>
      {t.cuentas.map((c) => (
        <dl key={c.cuenta_id}>
          <div>
            <dt>
              <strong>{c.cuenta}</strong>
            </dt>
            <dd />
          </div>
          {conteo(c.cuenta_id).length > 0 && (
            <div>
              <dt>{conteoTexto(conteo(c.cuenta_id))}</dt>
              <dd />
            </div>
          )}
          <Renglon titulo="Contado" valor={formatMonto(c.contado ?? '0', c)} />
          {c.esperado !== null && c.diferencia !== null && (
            <>
              <Renglon titulo="Según libros" valor={formatMonto(c.esperado, c)} />
              <Renglon
                titulo="Diferencia"
                valor={esCero(c.diferencia) ? 'Cuadra' : formatMonto(c.diferencia, c)}
              />
            </>
          )}
        </dl>
      ))}
      {t.motivo && <p>Observación: {t.motivo}</p>}
      {t.aprobado_por && (
        <p>
          Aprobado por {t.aprobado_por}
          {t.cargo && conDiferencia(t.cuentas).length > 0 && `. ${CARGOS[t.cargo]}`}
        </p>
      )}
      <p className={classes.firma}>{t.cajero}</p>
      <p className={classes.firma}>{t.aprobado_por ?? 'Supervisor'}</p>
    </section>
  )
}

function Renglon({ titulo, valor }: { titulo: string; valor: string }) {
  return (
    <div>
      <dt>{titulo}</dt>
      <dd>{valor}</dd>
    </div>
  )
}
