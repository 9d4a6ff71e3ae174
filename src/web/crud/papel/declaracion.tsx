import type { DeclaracionJurada } from '../../../core/documento/declaracion.ts'
import { TIPOS_DOCUMENTO } from '../../../core/documento/documentos.ts'
import { selloDe } from '../../../core/documento/ticket.ts'
import { formatFechaHora, formatMonto } from '../../../core/formato.ts'
import { formatTelefono } from '../../../core/texto/telefono.ts'
import classes from './papeles.module.css'
import { Firma, Membrete } from './partes.tsx'
import { Sello } from './sello.tsx'

/** The sworn declaration of origin and destination of funds on an A5 sheet, only on paper. */
export function DeclaracionImpresa({ declaracion: d }: { declaracion: DeclaracionJurada }) {
  const c = d.cliente
  const company = c.tipo_persona === 'juridica'
  const kinds: Record<string, string> = TIPOS_DOCUMENTO
  const documento = `${kinds[c.tipo_doc] ?? c.tipo_doc} ${c.num_doc}`
  const rows: [string, string | null][] = [
    [company ? 'Razón social' : 'Nombres y apellidos', c.nombre],
    ['Documento', documento],
    ['Nacionalidad', c.nacionalidad],
    ['Domicilio', [c.direccion, c.distrito].filter(Boolean).join(', ') || null],
    ['Teléfono', c.celular && formatTelefono(c.celular)],
    ['Ocupación', [c.ocupacion, c.centro_trabajo].filter(Boolean).join(', ') || null],
    [
      'Representante legal',
      [c.representante, c.representante_doc].filter(Boolean).join(', ') || null,
    ],
    ['Persona expuesta políticamente', c.pep ? `Sí${c.pep_cargo ? `: ${c.pep_cargo}` : ''}` : 'No'],
  ]
  return (
    <section className={classes.hoja} aria-hidden="true">
      <Membrete
        empresa={d.empresa}
        titulo="Declaración jurada de origen y destino de fondos"
        numero={d.numero}
        fecha={formatFechaHora(d.fecha)}
        marca={d.anulada ? 'ANULADA' : d.impresiones > 0 ? 'COPIA' : null}
      />
      <dl>
        {rows.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <p>
        {`Declaro bajo juramento que los fondos de esta operación, en la que entrego `}
        <strong>{formatMonto(d.entrega.monto, d.entrega)}</strong> y recibo{' '}
        <strong>{formatMonto(d.recibe.monto, d.recibe)}</strong>
        {`, tienen un origen lícito y provienen de:`}
      </p>
      <p className={classes.declarado}>{d.origen}</p>
      <p>Y que su destino es:</p>
      <p className={classes.declarado}>{d.destino}</p>
      <p className={classes.menor}>
        Los datos consignados son verdaderos. Autorizo a {d.empresa.razon_social} a verificarlos y a
        conservar esta declaración según las normas de prevención del lavado de activos.
      </p>
      <div className={classes.firmas}>
        <Firma
          nombre={company ? (c.representante ?? c.nombre) : c.nombre}
          detalle={company ? (c.representante_doc ?? documento) : documento}
        />
        <Firma nombre={d.cajero} detalle="Recibido por" />
      </div>
      <Sello sello={selloDe(d, location.origin)} />
    </section>
  )
}
