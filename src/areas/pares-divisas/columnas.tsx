import { formatDecimal, formatFechaHora } from '../../core/formato.ts'
import { ConBandera } from '../../web/bandera.tsx'
import { columnaTexto } from '../../web/crud/lista/columna.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Estatus, Ficha, Hace, TasaTexto, Vacio } from '../../web/crud/valores.tsx'
import type { Par } from './contract.ts'
import { conBorrador, type Lado, nombrePar } from './edicion/borrador.ts'
import type { Edicion } from './edicion/edicion.tsx'
import { porcentaje } from './edicion/porcentaje.ts'
import { PrecioCelda } from './edicion/precio-celda.tsx'
import classes from './pares.module.css'
import { spread, variacion } from './rules.ts'

const cambio = (fila: Par, lado: Lado) => {
  const before = lado === 'compra' ? fila.ayer_compra : fila.ayer_venta
  return before === null ? null : variacion(before, fila[lado])
}

function Variacion({ fila }: { fila: Par }) {
  const [compra, venta] = [cambio(fila, 'compra'), cambio(fila, 'venta')]
  if (compra === null || venta === null) return <Vacio />
  if (compra === venta) return porcentaje(compra)
  return (
    <span className={classes.doble}>
      <span title="Compra">{porcentaje(compra)}</span>
      <span title="Venta">{porcentaje(venta)}</span>
    </span>
  )
}

function precio(lado: Lado, titulo: string, edicion: Edicion): Columna<Par> {
  return {
    clave: lado,
    titulo,
    alinear: 'right',
    tarjeta: edicion.abierta ? 'pie' : 'importe',
    celda: (fila) =>
      edicion.abierta ? (
        <PrecioCelda par={fila} lado={lado} edicion={edicion} />
      ) : (
        <TasaTexto tasa={fila[lado]} precision={fila.precision} />
      ),
    texto: (fila) => fila[lado],
  }
}

/** Columns of the list; in edit mode, the prices are inputs. */
export function columnasDe(edicion: Edicion): Columna<Par>[] {
  // Derived columns follow the typed prices.
  const escrito = (fila: Par) => conBorrador(fila, edicion.borradores.get(fila.id))
  const all: Columna<Par>[] = [
    columnaTexto('par', 'Par', nombrePar, {
      celda: (fila) => <ConBandera imagen={fila.divisa_base.imagen}>{nombrePar(fila)}</ConBandera>,
      orden: nombrePar,
      principal: true,
    }),
    columnaTexto('mercado', 'Mercado', ({ pais_nombre }) => pais_nombre, {
      orden: ({ pais_nombre }) => pais_nombre,
    }),
    precio('compra', 'Compra', edicion),
    precio('venta', 'Venta', edicion),
    {
      clave: 'spread',
      titulo: 'Diferencia',
      alinear: 'right',
      tarjeta: 'media',
      celda: (fila) => {
        const both = spread(escrito(fila), fila.precision)
        if (!both) return <Vacio />
        return `${formatDecimal(both.monto, fila.precision)} · ${formatDecimal(both.pct, 2)} %`
      },
      texto: (fila) => spread(fila, fila.precision)?.monto ?? null,
    },
    {
      clave: 'variacion',
      titulo: 'Desde ayer',
      alinear: 'right',
      tarjeta: 'media',
      celda: (fila) => <Variacion fila={escrito(fila)} />,
      texto: (fila) => cambio(fila, 'compra'),
    },
    {
      clave: 'dependientes',
      titulo: 'T. de cambio',
      tarjeta: 'oculta',
      alinear: 'right',
      celda: ({ dependientes }) => dependientes,
      orden: ({ dependientes }) => dependientes,
      texto: ({ dependientes }) => String(dependientes),
    },
    {
      clave: 'actualizado_en',
      titulo: 'Actualizado',
      tarjeta: 'media',
      celda: ({ actualizado_en, rancio }) => (
        <span className={classes.edad}>
          <Hace momento={actualizado_en} />
          {rancio && <Ficha tono="aviso">Sin confirmar</Ficha>}
        </span>
      ),
      orden: ({ actualizado_en }) => actualizado_en,
      texto: ({ actualizado_en }) => actualizado_en && formatFechaHora(actualizado_en),
    },
    columnaTexto('actualizado_por', 'Por', ({ actualizado_por }) => actualizado_por, {
      tarjeta: 'oculta',
    }),
    columnaTexto('estatus', 'Estatus', ({ estatus }) => (estatus ? 'Activo' : 'Inactivo'), {
      celda: ({ estatus }) => <Estatus activo={estatus} />,
      tarjeta: 'cabecera',
    }),
  ]
  // In edit mode the secondary columns are hidden, to make room for the inputs.
  return edicion.abierta ? all.filter(({ clave }) => !AL_MARGEN.includes(clave)) : all
}

const AL_MARGEN = ['dependientes', 'actualizado_por']
