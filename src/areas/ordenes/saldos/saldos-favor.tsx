import { Button } from '@mantine/core'
import { useState } from 'react'
import { decimal } from '../../../core/dinero/decimal.ts'
import { Comprobantes } from '../../../web/comprobantes/miniaturas.tsx'
import { Fecha, Ficha, Monto } from '../../../web/crud/valores.tsx'
import { Duda } from '../../../web/duda/duda.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import type { Devolucion, SaldoFavor, UsoSaldo } from '../contract/saldos.ts'
import type { DetalleOrden } from '../contract.ts'
import { FUENTE } from '../detalle/cobros.tsx'
import classes from '../detalle/detalle.module.css'
import { AnularDevolucion, Devolver } from './devolver.tsx'

/** What the client paid above what the order asks for, and what became of it. */
export function SaldosFavor({ orden }: { orden: DetalleOrden }) {
  const [devuelve, setDevuelve] = useState<SaldoFavor>()
  const [anula, setAnula] = useState<Devolucion>()
  const puede = usePuede('ordenes:devolver')
  return (
    <section className={classes.bloque} aria-label="Saldo a favor">
      <header>
        <h2>
          Saldo a favor <Duda en="ordenes#el-cliente-pagó-de-más" sobre="saldo a favor" />
        </h2>
      </header>
      <ul>
        {orden.saldos.map((saldo) => (
          <li key={saldo.cobro_id} className={classes.linea}>
            <div className={classes.cuerpo}>
              <p className={classes.cabeza}>
                <strong>
                  <Monto valor={saldo.saldo} moneda={orden.envia_moneda} />
                </strong>
                <EstadoSaldo saldo={saldo} />
              </p>
              <p className="nota">
                Pagó <Monto valor={saldo.monto} moneda={orden.envia_moneda} /> de más ·{' '}
                <Fecha valor={saldo.fecha} hora />
              </p>
              {saldo.devoluciones.map((each) => (
                <LineaDevolucion
                  key={each.id}
                  orden={orden}
                  devolucion={each}
                  anular={puede ? () => setAnula(each) : undefined}
                />
              ))}
              {saldo.usos.map((each) => (
                <LineaUso key={each.id} orden={orden} uso={each} />
              ))}
            </div>
            {puede && decimal(saldo.saldo).gt(0) && (
              <Button size="compact-sm" variant="light" onClick={() => setDevuelve(saldo)}>
                Devolver
              </Button>
            )}
          </li>
        ))}
      </ul>
      {devuelve && (
        <Devolver orden={orden} saldo={devuelve} cerrar={() => setDevuelve(undefined)} />
      )}
      {anula && (
        <AnularDevolucion orden={orden} devolucion={anula} cerrar={() => setAnula(undefined)} />
      )}
    </section>
  )
}

function EstadoSaldo({ saldo: { anulado, saldo, usos } }: { saldo: SaldoFavor }) {
  if (anulado) return <Ficha tono="neutro">Devuelto con la orden</Ficha>
  const used = usos.some(({ devuelto }) => !devuelto)
  if (decimal(saldo).eq(0)) return <Ficha tono="neutro">{used ? 'Usado' : 'Devuelto'}</Ficha>
  return <Ficha tono="aviso">Por devolver</Ficha>
}

function LineaDevolucion(props: {
  orden: DetalleOrden
  devolucion: Devolucion
  anular: (() => void) | undefined
}) {
  const { orden, devolucion: d, anular } = props
  return (
    <div>
      <p className="nota">
        {d.motivo === null ? 'Se devolvió ' : 'Devolución anulada de '}
        <Monto valor={d.monto} moneda={orden.envia_moneda} />
        {` de ${d.cuenta} · ${d.referencia ? `Referencia ${d.referencia} · ` : ''}${d.usuario} · `}
        <Fecha valor={d.fecha} hora />
        {d.motivo !== null && ` · ${d.anulada_por}: ${d.motivo}`}
        {d.motivo === null && anular && (
          <>
            {' '}
            <Button size="compact-sm" variant="subtle" color="red" onClick={anular}>
              Anular devolución
            </Button>
          </>
        )}
      </p>
      <Comprobantes comprobantes={d.comprobantes} fuente={FUENTE} />
    </div>
  )
}

/** What of it paid another order. */
function LineaUso({ orden, uso: u }: { orden: DetalleOrden; uso: UsoSaldo }) {
  return (
    <p className="nota">
      <Monto valor={u.monto} moneda={orden.envia_moneda} />
      {u.devuelto ? ' volvieron de ' : ' pagaron '}
      <Enlace a="detalle-orden" params={{ id: u.orden_id }}>
        {u.numero}
      </Enlace>
      {`${u.devuelto ? ', que se anuló' : ''} · ${u.usuario} · `}
      <Fecha valor={u.fecha} hora />
    </p>
  )
}
