import { formatTasa } from '../../../core/formato.ts'
import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Ficha } from '../../../web/crud/valores.tsx'
import type { ParRevisado, TipoRevisado } from '../contract/impacto.ts'
import { porcentaje } from '../edicion/porcentaje.ts'
import { Aviso, Cambio, Ejemplo, Margen, Tasa } from './celdas.tsx'
import classes from './impacto.module.css'

export function ParesRevisados({ pares }: { pares: readonly ParRevisado[] }) {
  return (
    <Tabla<ParRevisado>
      titulo="Precios por publicar"
      filas={pares}
      id={({ id }) => id}
      columnas={[
        { clave: 'par', titulo: 'Par', celda: ({ par }) => <b>{par}</b>, principal: true },
        {
          clave: 'compra',
          titulo: 'Compra',
          alinear: 'right',
          celda: ({ compra_anterior, compra, precision }) => (
            <Cambio
              antes={formatTasa(compra_anterior, precision)}
              despues={formatTasa(compra, precision)}
            />
          ),
        },
        {
          clave: 'venta',
          titulo: 'Venta',
          alinear: 'right',
          celda: ({ venta_anterior, venta, precision }) => (
            <Cambio
              antes={formatTasa(venta_anterior, precision)}
              despues={formatTasa(venta, precision)}
            />
          ),
        },
        {
          clave: 'variacion',
          titulo: 'Variación',
          alinear: 'right',
          celda: ({ variacion, supera_alerta }) => (
            <span className={classes.cambio}>
              {supera_alerta && <Ficha tono="aviso">Supera la alerta</Ficha>}{' '}
              {porcentaje(variacion)}
            </span>
          ),
        },
      ]}
    />
  )
}

/** Sort key, most urgent first: no usable rate, below cost, manual, moved. */
function urgencia({ tasa, tasa_anterior, manual, bajo_costo }: TipoRevisado): number {
  if (tasa === null) return 0
  if (bajo_costo) return 1
  if (manual) return 2
  return tasa === tasa_anterior ? 4 : 3
}

export function TiposRevisados({ tipos }: { tipos: readonly TipoRevisado[] }) {
  const rows = tipos.toSorted((a, b) => urgencia(a) - urgencia(b) || a.id - b.id)
  const ganancia = tipos.some(({ margen }) => margen !== undefined)
  return (
    <>
      <p role="status" className="fuerte">
        {resumen(tipos)}
      </p>
      <Tabla<TipoRevisado>
        titulo="Tipos de cambio que dependen de estos precios"
        filas={rows}
        id={({ id }) => id}
        vacio={<p>Ningún tipo de cambio activo depende de estos precios.</p>}
        columnas={[
          {
            clave: 'nombre',
            titulo: 'De → A',
            principal: true,
            celda: ({ base, cotizacion, pais_nombre, segmento }) => (
              <>
                <b>{`${base.iso} → ${cotizacion.iso}`}</b>{' '}
                <span className="tenue">
                  {segmento === 'publico' ? pais_nombre : `${pais_nombre}, ${segmento}`}
                </span>
              </>
            ),
          },
          { clave: 'tasa', titulo: 'Tasa', alinear: 'right', celda: (t) => <Tasa tipo={t} /> },
          {
            clave: 'ejemplo',
            titulo: 'Ejemplo',
            alinear: 'right',
            celda: (t) => <Ejemplo tipo={t} />,
          },
          ...(ganancia
            ? [
                {
                  clave: 'margen',
                  titulo: 'Margen efectivo',
                  alinear: 'right' as const,
                  celda: (t: TipoRevisado) => <Margen tipo={t} />,
                },
              ]
            : []),
          { clave: 'aviso', titulo: 'Observación', celda: (t) => <Aviso tipo={t} /> },
        ]}
      />
    </>
  )
}

function resumen(tipos: readonly TipoRevisado[]): string {
  const moved = tipos.filter(({ tasa, tasa_anterior }) => tasa !== tasa_anterior).length
  const manual = tipos.filter((t) => t.manual).length
  const below = tipos.filter((t) => t.bajo_costo).length
  const parts = [
    moved === 1 ? 'Cambia 1 tasa' : `Cambian ${moved} tasas`,
    ...(manual > 0
      ? [manual === 1 ? '1 manual no se mueve' : `${manual} manuales no se mueven`]
      : []),
    ...(below > 0 ? [below === 1 ? '1 queda bajo el costo' : `${below} quedan bajo el costo`] : []),
  ]
  return `${parts.join(' · ')}.`
}
