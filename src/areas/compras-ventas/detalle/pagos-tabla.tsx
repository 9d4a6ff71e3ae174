import { Button } from '@mantine/core'
import { useState } from 'react'
import { conteoTexto } from '../../../core/dinero/conteo.ts'
import { formatMonto } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { Adjuntar, Comprobantes } from '../../../web/comprobantes/miniaturas.tsx'
import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Ficha, Monto } from '../../../web/crud/valores.tsx'
import { ConLogo } from '../../../web/logo/logo.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato, type Detalle, LADOS, type PagoDetalle } from '../contract.ts'
import classes from './detalle.module.css'
import { monedaPago, notaTarifa } from './moneda-pago.ts'
import { NoLlego } from './no-llego.tsx'
import { dichoDe, pideFoto, vale } from './pago-dicho.ts'

/** The calls that download the vouchers of these operations. */
const FUENTE = { bajar: contrato.bajarComprobante, detalle: 'detalle-compra-venta' } as const

/** The payments of each side with their vouchers, and the buttons that confirm pending ones. */
export function PagosTabla({ operacion: o }: { operacion: Detalle }) {
  const verificar = usePuede('compras-ventas:verificar')
  const puede = verificar && o.estado !== 'anulada'
  return (
    <Tabla
      titulo="Pagos"
      id={({ id }) => id}
      filas={o.pagos}
      columnas={[
        { clave: 'lado', titulo: 'Lado', celda: ({ lado }) => LADOS[lado] },
        { clave: 'tipo', titulo: 'Tipo de pago', celda: (p) => p.tipo_pago, principal: true },
        {
          clave: 'cuenta',
          titulo: 'Cuenta',
          celda: (p) => <ConLogo marca={p.marca}>{p.cuenta}</ConLogo>,
        },
        { clave: 'referencia', titulo: 'Referencia', celda: ({ referencia }) => referencia },
        {
          clave: 'comprobante',
          titulo: 'Comprobante',
          celda: (p) => (
            <Comprobantes comprobantes={p.comprobantes} fuente={FUENTE}>
              {puede && vale(p) && p.comprobantes.length < 5 && pideFoto(p) && (
                <Adjuntar
                  endpoint={contrato.adjuntarComprobante}
                  params={{ id: o.id, pago_id: p.id }}
                  de={p.tipo_pago}
                  falta={p.pide_comprobante && p.comprobantes.length === 0}
                />
              )}
            </Comprobantes>
          ),
        },
        {
          clave: 'monto',
          titulo: 'Monto',
          alinear: 'right',
          celda: (p) => (
            <div>
              <Monto valor={p.monto} moneda={monedaPago(o, p)} />
              {p.tarifa.replace(/[0.]/g, '') !== '' && (
                <div className={classes.conteo}>{notaTarifa(p)}</div>
              )}
              {p.recibido && p.vuelto && (
                <div className={classes.conteo}>
                  {`Recibido ${formatMonto(p.recibido, monedaPago(o, p))}, vuelto ${formatMonto(p.vuelto, monedaPago(o, p))}`}
                </div>
              )}
              {p.denominaciones && (
                <div className={classes.conteo}>{conteoTexto(p.denominaciones)}</div>
              )}
            </div>
          ),
        },
        {
          clave: 'estado',
          titulo: 'Estado',
          celda: (p) => <Estado operacion={o} pago={p} verificar={verificar} />,
        },
      ]}
    />
  )
}

function Estado({
  operacion,
  pago,
  verificar,
}: {
  operacion: Detalle
  pago: PagoDetalle
  verificar: boolean
}) {
  const { save, saving } = useSave(contrato.verificar, { stale: ['cuentas'] })
  const [falta, setFalta] = useState(false)
  const crear = usePuede('compras-ventas:crear')
  const dicho = dichoDe(pago)
  if (pago.estado !== 'por_verificar' || !verificar || !pago.suya)
    return (
      <>
        <Ficha tono={dicho.tono}>{dicho.texto}</Ficha>
        {pago.motivo && <div className={classes.conteo}>{pago.motivo}</div>}
      </>
    )
  const entra = pago.lado === 'recibimos'
  return (
    <div className={classes.pendiente}>
      {pago.otros.length > 0 ? (
        <div>
          <Ficha tono={dicho.tono}>{dicho.texto}</Ficha>
          <div className={classes.conteo}>
            {`Lo confirma otra persona: ${pago.otros.join(', ')}`}
          </div>
        </div>
      ) : pago.pide_comprobante && pago.comprobantes.length === 0 ? (
        <Ficha tono="aviso">Falta el comprobante</Ficha>
      ) : (
        <Button
          size="compact-sm"
          loading={saving}
          onClick={() => void save({ params: { id: operacion.id }, body: { pago_id: pago.id } })}
        >
          {entra ? 'Confirmar que llegó' : 'Confirmar la entrega'}
        </Button>
      )}
      {crear && (
        <Button size="compact-sm" variant="subtle" onClick={() => setFalta(true)}>
          {entra ? 'No llegó…' : 'No se hizo…'}
        </Button>
      )}
      {falta && <NoLlego operacion={operacion} pago={pago} cerrar={() => setFalta(false)} />}
    </div>
  )
}
