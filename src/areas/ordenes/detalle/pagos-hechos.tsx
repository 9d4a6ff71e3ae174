import { Button } from '@mantine/core'
import { useState } from 'react'
import { decimal } from '../../../core/dinero/decimal.ts'
import { Adjuntar, Comprobantes } from '../../../web/comprobantes/miniaturas.tsx'
import { Fecha, Ficha, Monto } from '../../../web/crud/valores.tsx'
import { ConLogo } from '../../../web/logo/logo.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import type { PagoHecho } from '../contract/partes.ts'
import { contrato, type DetalleOrden } from '../contract.ts'
import { Rebotar } from '../dialogos/rechazar.tsx'
import { ESTADOS_PAGO } from '../rules.ts'
import { FUENTE } from './cobros.tsx'
import classes from './detalle.module.css'

/** The payouts made, and the amount still to pay. */
export function PagosHechos({ orden, falta }: { orden: DetalleOrden; falta: string }) {
  const [rebota, setRebota] = useState<PagoHecho>()
  const open = orden.estado === 'pagada' || orden.estado === 'en_proceso'
  return (
    <>
      {orden.pagos.length === 0 && (
        <p className="tenue">
          {orden.estado === 'pagada'
            ? 'Nadie la tomó todavía.'
            : orden.estado === 'en_proceso'
              ? `${orden.pagador} la tiene y no registró pagos.`
              : 'Sin pagos.'}
        </p>
      )}
      <ul>
        {orden.pagos.map((pago) => (
          <LineaPago key={pago.id} orden={orden} pago={pago} rebotar={() => setRebota(pago)} />
        ))}
      </ul>
      {open && decimal(falta).gt(0) && orden.pagos.length > 0 && (
        <p className={classes.falta}>
          Falta pagar <Monto valor={falta} moneda={orden.recibe_moneda} />
        </p>
      )}
      {rebota && <Rebotar orden={orden} pago={rebota} cerrar={() => setRebota(undefined)} />}
    </>
  )
}

function LineaPago(props: { orden: DetalleOrden; pago: PagoHecho; rebotar: () => void }) {
  const { orden, pago: p, rebotar } = props
  const puede = usePuede('ordenes:pagar')
  const stands = p.estado === 'pagado'
  return (
    <li className={classes.linea}>
      <div className={classes.cuerpo}>
        <p className={classes.cabeza}>
          <strong>
            <Monto valor={p.monto} moneda={orden.recibe_moneda} />
          </strong>
          <ConLogo marca={p.marca}>{p.cuenta}</ConLogo>
          <Ficha tono={stands ? 'positivo' : 'negativo'}>{ESTADOS_PAGO[p.estado]}</Ficha>
        </p>
        <p className="nota">
          {p.beneficiario !== orden.beneficiario && `A ${p.beneficiario} · `}
          {`Referencia ${p.referencia} · ${p.usuario} · `}
          <Fecha valor={p.fecha} hora />
          {decimal(p.comision).gt(0) && (
            <>
              {' · Comisión '}
              <Monto valor={p.comision} moneda={orden.recibe_moneda} />
            </>
          )}
        </p>
        {!stands && <p className="nota">{`Rebotó (${p.rebotado_por}): ${p.motivo}`}</p>}
        <Comprobantes comprobantes={p.comprobantes} fuente={FUENTE}>
          {puede && stands && p.comprobantes.length < 5 && (
            <Adjuntar
              endpoint={contrato.adjuntarPago}
              params={{ id: orden.id, linea_id: p.id }}
              de={`pago ${p.referencia}`}
              falta={false}
            />
          )}
        </Comprobantes>
      </div>
      {stands && orden.acciones.includes('rebotar') && (
        <Button size="compact-sm" variant="subtle" color="red" onClick={rebotar}>
          Registrar rebote
        </Button>
      )}
    </li>
  )
}
