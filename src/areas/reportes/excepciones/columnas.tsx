import { enPlural, monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatFechaHora } from '../../../core/formato.ts'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Fecha, Ficha, Monto } from '../../../web/crud/valores.tsx'
import { aporte } from '../../../web/marco/aportes.ts'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { RutaCon } from '../../../web/marco/screens.ts'
import { CLASES, type Clase, tituloDe } from '../contract/clases.ts'
import type { Excepcion } from '../contract/excepciones.ts'
import classes from './excepciones.module.css'

const NADIE = 'Nadie más'

/** The screen of what an exception is about; null where it has none. */
export function pantallaDe({ origen, origen_id }: Excepcion): [RutaCon<'id'>, number] | null {
  const screen = aporte('documentos')[origen]?.ruta ?? aporte('auditoria')[origen]?.detalle
  return screen && origen_id && /^\d+$/.test(origen_id) ? [screen, Number(origen_id)] : null
}

const documentoDe = ({ numero, origen }: Excepcion) =>
  numero ?? aporte('auditoria')[origen]?.titulo ?? ''

const texto = (clave: string, titulo: string, of: (fila: Excepcion) => string | null) => ({
  clave,
  titulo,
  // Empty: a card leaves its line out.
  celda: (fila: Excepcion) => of(fila) || null,
  orden: of,
  texto: of,
})

export const COLUMNAS: Columna<Excepcion>[] = [
  {
    clave: 'fecha',
    titulo: 'Cuándo',
    celda: ({ fecha }) => <Fecha valor={fecha} hora />,
    orden: ({ fecha }) => fecha,
    texto: ({ fecha }) => formatFechaHora(fecha),
    tarjeta: 'cabecera',
  },
  {
    ...texto('clase', 'Clase', ({ clase }) => tituloDe(clase)),
    celda: ({ clase, solo }) => (
      <span title={CLASES[clase as Clase]?.[1]}>
        <Ficha tono={solo ? 'negativo' : 'aviso'}>{tituloDe(clase)}</Ficha>
      </span>
    ),
    principal: true,
  },
  texto('usuario', 'Quién', ({ usuario }) => usuario ?? 'El programa'),
  {
    ...texto('frase', 'Qué', ({ frase, motivo }) => (motivo ? `${frase}\n${motivo}` : frase)),
    celda: (fila) => <Que {...fila} />,
    orden: ({ frase }) => frase,
    amplia: true,
    tarjeta: 'entera',
  },
  {
    ...texto('importe', 'Monto', ({ importe }) => importe),
    celda: ({ importe }) => importe && <span className="entero">{importe}</span>,
    alinear: 'right',
    tarjeta: 'entera',
    orden: ({ valor }) => (valor === null ? null : Number(valor)),
  },
  {
    clave: 'valor',
    get titulo() {
      return `En ${enPlural()}`
    },
    alinear: 'right',
    celda: ({ valor }) => valor && <Monto valor={valor} moneda={monedaFuncional()} />,
    oculta: true,
    orden: ({ valor }) => (valor === null ? null : Number(valor)),
    numero: ({ valor }) => valor,
  },
  {
    ...texto('aprobado_por', 'Aprobó', (fila) => (fila.solo ? NADIE : fila.aprobado_por)),
    tarjeta: 'entera',
    celda: ({ solo, aprobado_por }) =>
      solo ? <Ficha tono="negativo">{NADIE}</Ficha> : aprobado_por,
  },
  {
    ...texto('documento', 'Documento', documentoDe),
    celda: (fila) => <Documento fila={fila} />,
    tarjeta: 'entera',
  },
]

/** Letters of a reason that stand whole under what was done; a longer one is opened. */
const BREVE = 140

/** What was done, and why in small print: an empty reason takes no room. */
function Que({ frase, motivo }: Excepcion) {
  const long = motivo !== null && motivo.length > BREVE
  return (
    <>
      {frase}
      {motivo && !long && <span className={classes.motivo}>{motivo}</span>}
      {motivo && long && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: its summary has the keys; a press on it opens no row.
        <details className={classes.motivo} onClick={(event) => event.stopPropagation()}>
          <summary>{`${motivo.slice(0, BREVE).replaceAll('\n', '. ')}…`}</summary>
          {motivo}
        </details>
      )}
    </>
  )
}

function Documento({ fila }: { fila: Excepcion }) {
  const found = pantallaDe(fila)
  const words = documentoDe(fila)
  if (!found) return words
  const [screen, id] = found
  return (
    <Enlace a={screen} params={{ id }} onClick={(event) => event.stopPropagation()}>
      {words}
    </Enlace>
  )
}
