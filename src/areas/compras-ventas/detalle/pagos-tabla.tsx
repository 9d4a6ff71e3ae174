import { Button } from '@mantine/core'
import { conteoTexto } from '../../../core/dinero/conteo.ts'
import { type Simbolo, SOLES } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { Adjuntar, Comprobantes } from '../../../web/comprobantes/miniaturas.tsx'
import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Ficha, Monto } from '../../../web/crud/valores.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato, type Detalle, ESTADOS_PAGO, LADOS, type PagoDetalle } from '../contract.ts'
import classes from './detalle.module.css'

/** Where the vouchers of these operations are fetched. */
const FUENTE = { bajar: contrato.bajarComprobante, detalle: 'detalle-compra-venta' } as const

const TONOS = { verificado: 'positivo', por_verificar: 'aviso', anulado: 'neutro' } as const

/** The currency of one of its payments. */
export function monedaPago(o: Detalle, { moneda_id }: PagoDetalle): Simbolo {
  return [o.divisa, o.contramoneda].find(({ id }) => id === moneda_id) ?? SOLES
}

/** How each side was paid, what proves it, and what still has to be confirmed. */
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
        { clave: 'cuenta', titulo: 'Cuenta', celda: ({ cuenta }) => cuenta },
        { clave: 'referencia', titulo: 'Referencia', celda: ({ referencia }) => referencia },
        {
          clave: 'comprobante',
          titulo: 'Comprobante',
          celda: (p) => (
            <Comprobantes comprobantes={p.comprobantes} fuente={FUENTE}>
              {puede && p.comprobantes.length < 5 && (!p.efectivo || p.pide_comprobante) && (
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
  if (pago.estado !== 'por_verificar' || !verificar || !pago.suya)
    return <Ficha tono={TONOS[pago.estado]}>{ESTADOS_PAGO[pago.estado]}</Ficha>
  if (pago.pide_comprobante && pago.comprobantes.length === 0) {
    return <Ficha tono="aviso">Falta el comprobante</Ficha>
  }
  return (
    <Button
      size="compact-sm"
      loading={saving}
      onClick={() => void save({ params: { id: operacion.id }, body: { pago_id: pago.id } })}
    >
      {pago.lado === 'recibimos' ? 'Confirmar que llegó' : 'Confirmar la entrega'}
    </Button>
  )
}
