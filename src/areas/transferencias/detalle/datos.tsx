import { decimal, dividir, texto } from '../../../core/dinero/decimal.ts'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatDecimal, formatMonto } from '../../../core/formato.ts'
import { Datos, parSucursal } from '../../../web/crud/pagina/detalle.tsx'
import { Fecha, Monto } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { CONCEPTOS } from '../contract/registro.ts'
import type { Detalle } from '../contract.ts'
import { enPalabras } from '../rules.ts'
import { Adjuntos } from './adjuntos.tsx'
import classes from './detalle.module.css'
import { type Par, resolucion } from './resolucion.tsx'

/** Both sides, the rate in words, the cost, and the count of the receiver. */
export function DatosTransferencia({ t }: { t: Detalle }) {
  return (
    <div className="pila hueco-16">
      <Datos pares={[...partes(t), ...resolucion(t)]} />
      {t.costo !== undefined && <p className="explicacion">{explica(t)}</p>}
      <Adjuntos t={t} />
    </div>
  )
}

function Cuenta({ id, nombre }: { id: number; nombre: string }) {
  return usePuede('cuentas:ver') ? (
    <Enlace className={classes.enlace} a="detalle-cuenta" params={{ id }}>
      {nombre}
    </Enlace>
  ) : (
    nombre
  )
}

function partes(t: Detalle): Par[] {
  const some = (value: string) => Number(value) !== 0
  const into = t.moneda_destino ?? t.moneda
  const iso = { origen: t.moneda.iso, destino: into.iso }
  const tasa = t.tasa && t.metodo_calculo && { tasa: t.tasa, metodo_calculo: t.metodo_calculo }
  return [
    ['Fecha', <Fecha key="f" valor={t.fecha} hora />],
    ['Desde', <Cuenta key="o" id={t.origen_id} nombre={t.origen} />],
    [
      t.concepto ? 'Para' : 'Hacia',
      t.destino_id === null ? (
        [t.destino, t.tercero_doc].filter(Boolean).join(' · ')
      ) : (
        <Cuenta key="d" id={t.destino_id} nombre={t.destino} />
      ),
    ],
    ...parSucursal(t),
    ...(t.portador ? [['Lo lleva', t.portador] as const] : []),
    ...(t.concepto ? [['Concepto', CONCEPTOS[t.concepto]] as const] : []),
    ['Sale', <Monto key="m" valor={t.monto} moneda={t.moneda} />],
    ...(tasa
      ? [
          ['Entra', <Monto key="r" valor={t.recibido} moneda={into} />] as const,
          [
            'Tasa',
            <span key="t" className={classes.tasa}>
              {enPalabras(tasa, iso).map((words) => (
                <span key={words}>{words}</span>
              ))}
            </span>,
          ] as const,
          [
            'Desvío del mercado',
            t.desvio_pct === null ? 'Sin precio de mercado' : `${t.desvio_pct} %`,
          ] as const,
        ]
      : []),
    ...(some(t.comision_origen)
      ? [
          [
            'Comisión en origen',
            <Monto key="c" valor={t.comision_origen} moneda={t.moneda} />,
          ] as const,
        ]
      : []),
    ...(some(t.comision_destino)
      ? [
          [
            'Comisión en destino',
            <Monto key="e" valor={t.comision_destino} moneda={into} />,
          ] as const,
        ]
      : []),
    ...(t.referencia ? [['Referencia', t.referencia] as const] : []),
    ...(t.motivo ? [['Motivo', t.motivo] as const] : []),
    ['Registrada por', t.usuario],
  ]
}

/** The effect on the house's currencies, as a sentence. */
function explica(t: Detalle): string {
  const soles = (value = '0') => formatMonto(value.replace('-', ''), monedaFuncional())
  const fee =
    Number(t.gasto) === 0 ? '' : ` Las comisiones costaron ${soles(t.gasto)} y son un gasto.`
  const out = formatMonto(t.monto, t.moneda)
  if (t.tipo === 'interna') return `${out} cambian de cuenta al costo: ${soles(t.costo)}.${fee}`
  if (t.tipo === 'tercero') return `Salieron ${out} que costaron ${soles(t.costo)}.${fee}`
  const into = t.moneda_destino ? formatMonto(t.recibido ?? '0', t.moneda_destino) : ''
  if (t.moneda_destino?.id === monedaFuncional().id) {
    const earned = t.ganancia?.startsWith('-') ? 'se perdió' : 'se ganó'
    return `Salieron ${out} que costaron ${soles(t.costo)} por ${into}: ${earned} ${soles(t.ganancia)}.${fee}`
  }
  return `${into} entran a la posición por ${soles(t.costo)}${promedio(t)}, lo que costó lo que salió: una conversión propia no gana ni pierde.${fee}`
}

function promedio(t: Detalle): string {
  const each = dividir(decimal(t.costo ?? '0'), decimal(t.recibido ?? '1'), 6, 'medio')
  return ` (${formatDecimal(texto(each, 6), 6)} por unidad)`
}
