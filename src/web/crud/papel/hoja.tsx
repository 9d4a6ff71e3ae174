import type { Hoja, TablaHoja } from '../../../core/documento/hoja.ts'
import classes from './papeles.module.css'
import { FilasPapel, Firma, Membrete } from './partes.tsx'
import { Sello } from './sello.tsx'

/** An A5 sheet, visible only in print. */
export function HojaPapel({ hoja: h }: { hoja: Hoja }) {
  return (
    <section className={classes.hoja} aria-hidden="true">
      <Membrete
        empresa={h.empresa}
        titulo={h.titulo}
        numero={h.numero}
        fecha={h.fecha}
        marca={h.marcas.join(' · ') || null}
      />
      <FilasPapel filas={h.manos} grandes />
      <FilasPapel filas={h.filas} />
      {h.tabla && <Pagos tabla={h.tabla} />}
      <div className={classes.firmas}>
        {h.firmas.map(([nombre, detalle]) => (
          <Firma key={detalle} nombre={nombre} detalle={detalle} />
        ))}
      </div>
      <p className={classes.menor}>{h.pie}</p>
      <Sello sello={h.sello} />
    </section>
  )
}

function Pagos({ tabla }: { tabla: TablaHoja }) {
  return (
    <table>
      <thead>
        <tr>
          {tabla.titulos.map((titulo) => (
            <th key={titulo} scope="col">
              {titulo}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tabla.filas.map(({ clave, celdas, aparte }) => (
          <tr key={clave}>
            {celdas.map((celda, at) => (
              <td key={tabla.titulos[at]}>
                {celda}
                {at === 1 && aparte.map((linea) => <small key={linea}>{linea}</small>)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
