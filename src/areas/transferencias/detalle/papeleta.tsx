import { conteoTexto } from '../../../core/dinero/conteo.ts'
import { formatFechaHora, formatMonto } from '../../../core/formato.ts'
import classes from '../../../web/crud/papel/papeles.module.css'
import { FilasPapel, Firma, Membrete } from '../../../web/crud/papel/partes.tsx'
import { CONCEPTOS, TIPOS } from '../contract/registro.ts'
import type { Detalle } from '../contract.ts'
import { enPalabras } from '../rules.ts'

/** The slip that travels with the money, signed by sender, carrier and receiver; only printed. */
export function Papeleta({ t }: { t: Detalle }) {
  const into = t.moneda_destino ?? t.moneda
  const some = (value: string) => Number(value) !== 0
  const rows: (readonly [string, string])[] = [
    ['Desde', t.origen],
    [t.concepto ? `Para (${CONCEPTOS[t.concepto]})` : 'Hacia', t.destino],
    ['Monto', formatMonto(t.monto, t.moneda)],
    ...(t.tasa && t.metodo_calculo
      ? [
          [
            'Tasa',
            enPalabras(
              { tasa: t.tasa, metodo_calculo: t.metodo_calculo },
              { origen: t.moneda.iso, destino: into.iso },
            )[0],
          ] as const,
          ['Entra', formatMonto(t.recibido ?? '0', into)] as const,
        ]
      : []),
    ...(some(t.comision_origen)
      ? [['Comisión en origen', formatMonto(t.comision_origen, t.moneda)] as const]
      : []),
    ...(some(t.comision_destino)
      ? [['Comisión en destino', formatMonto(t.comision_destino, into)] as const]
      : []),
    ...(t.referencia ? [['Referencia', t.referencia] as const] : []),
    ...(t.motivo ? [['Motivo', t.motivo] as const] : []),
    ...(t.contado ? [['Contado al recibir', formatMonto(t.contado, t.moneda)] as const] : []),
    ...(t.denominaciones ? [['Billetes y monedas', conteoTexto(t.denominaciones)] as const] : []),
    ...(t.nota ? [['Explicación', t.nota] as const] : []),
  ]
  return (
    <section className={classes.hoja} aria-hidden="true">
      <Membrete
        empresa={t.empresa}
        titulo={`TRANSFERENCIA ${TIPOS[t.tipo].toUpperCase()}`}
        numero={t.numero}
        fecha={formatFechaHora(t.fecha)}
        marca={t.estado === 'anulada' ? 'ANULADA' : t.impresiones > 0 ? 'COPIA' : null}
      />
      <FilasPapel filas={rows} />
      <div className={classes.firmas}>
        <Firma nombre={t.usuario} detalle="Entrega" />
        {t.portador && <Firma nombre={t.portador} detalle="Lleva" />}
        <Firma nombre={t.resuelta_por ?? t.responsable_destino ?? t.destino} detalle="Recibe" />
      </div>
    </section>
  )
}
