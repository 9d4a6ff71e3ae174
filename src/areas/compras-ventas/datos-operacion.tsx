import { Button } from '@mantine/core'
import { decimal, dividir, texto } from '../../core/decimal.ts'
import { formatDecimal, formatMonto } from '../../core/formato.ts'
import { Datos } from '../../web/crud/detalle.tsx'
import { Tabla } from '../../web/crud/tabla.tsx'
import { Fecha, Ficha, Monto, TasaTexto } from '../../web/crud/valores.tsx'
import { useSave } from '../../web/save.ts'
import { usePuede } from '../../web/sesion.ts'
import { contrato, type Detalle, type PagoDetalle } from './contract.ts'
import classes from './detalle.module.css'

const SOLES = { simbolo: 'S/', decimales: 2 }
const LADOS = { recibimos: 'Recibimos', entregamos: 'Entregamos' } as const
const ESTADOS = {
  verificado: ['positivo', 'Verificado'],
  por_verificar: ['aviso', 'Por verificar'],
  anulado: ['neutro', 'Anulado'],
} as const

/** Both legs, the profit in words, the payments. */
export function DatosOperacion({ operacion: o }: { operacion: Detalle }) {
  return (
    <div className={classes.datos}>
      <Datos
        pares={[
          ['Fecha', <Fecha key="f" valor={o.fecha} hora />],
          ['Cliente', o.cliente ? `${o.cliente} · ${o.cliente_documento}` : 'Ocasional'],
          ['Monto', <Monto key="m" valor={o.monto} moneda={o.divisa} />],
          [
            `Tasa ${o.metodo_calculo === 'm' ? '(×)' : '(÷)'}`,
            <TasaTexto key="t" tasa={o.tasa} precision={o.precision} />,
          ],
          ['Contravalor', <Monto key="c" valor={o.contravalor} moneda={o.contramoneda} />],
          ['Servicio', <Monto key="s" valor={o.servicio} moneda={SOLES} />],
          ['Redondeo a favor del cliente', <Monto key="r" valor={o.redondeo} moneda={SOLES} />],
          ['Cajero', o.cajero],
          ...(o.observacion ? [['Observación', o.observacion] as const] : []),
          ...(o.motivo ? [['Motivo', o.motivo] as const] : []),
          ...(o.estado === 'anulada'
            ? [['Anulada', `${o.motivo_anulacion} (${o.anulada_por})`] as const]
            : []),
        ]}
      />
      {o.ganancia !== undefined && <p className={classes.explicacion}>{explain(o)}</p>}
      <PagosTabla operacion={o} />
    </div>
  )
}

/** The profit as one would tell it: what was sold, what it had cost, what is left. */
function explain(o: Detalle): string {
  const margen = o.margen
    ? ` Margen de la tasa contra su costo en ese momento: ${formatMonto(o.margen, SOLES)}.`
    : ''
  if (o.tipo === 'compra' || !o.costo) {
    return `Una compra no gana ni pierde: ${formatMonto(o.monto, o.divisa)} entran a la posición por ${formatMonto(o.contravalor, SOLES)}.${margen}`
  }
  const [left, currency] =
    o.tipo === 'venta' ? [o.monto, o.divisa] : [o.contravalor, o.contramoneda]
  const average = texto(dividir(decimal(o.costo), decimal(left), 6, 'medio'), 6)
  const earned = o.ganancia?.startsWith('-') ? 'se perdió' : 'se ganó'
  return `Salieron ${formatMonto(left, currency)} que costaron ${formatMonto(o.costo, SOLES)} (promedio ${formatDecimal(average, 6)}): ${earned} ${formatMonto((o.ganancia ?? '0').replace('-', ''), SOLES)}.${margen}`
}

function PagosTabla({ operacion: o }: { operacion: Detalle }) {
  const verificar = usePuede('compras-ventas:verificar')
  const { save, saving } = useSave(contrato.verificar, { stale: ['cuentas'] })
  const currency = (p: PagoDetalle) =>
    [o.divisa, o.contramoneda].find(({ id }) => id === p.moneda_id) ?? SOLES
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
          clave: 'monto',
          titulo: 'Monto',
          alinear: 'right',
          celda: (p) => <Monto valor={p.monto} moneda={currency(p)} />,
        },
        {
          clave: 'estado',
          titulo: 'Estado',
          celda: (p) => {
            const [tono, words] = ESTADOS[p.estado]
            if (p.estado !== 'por_verificar' || !verificar)
              return <Ficha tono={tono}>{words}</Ficha>
            const done = p.lado === 'recibimos' ? 'Confirmar que llegó' : 'Confirmar la entrega'
            const body = { pago_id: p.id }
            return (
              <Button
                size="compact-sm"
                loading={saving}
                onClick={() => void save({ params: { id: o.id }, body })}
              >
                {done}
              </Button>
            )
          },
        },
      ]}
    />
  )
}
