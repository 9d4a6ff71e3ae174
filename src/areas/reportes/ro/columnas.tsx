import { formatFecha, formatHora } from '../../../core/formato.ts'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Fecha, Ficha, Monto, TasaTexto } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { TIPOS } from '../contract/partes.ts'
import { FALTAS, type FilaRo, FONDOS, MODALIDADES } from '../contract/ro.ts'
import { columnaDolares } from '../partes/cifras.tsx'
import classes from '../partes/reportes.module.css'
import { oculta, PERSONA, texto } from './persona.tsx'

type Columnas = Columna<FilaRo>[]

const monto = (clave: 'entrega' | 'recibe', titulo: string): Columna<FilaRo> => ({
  clave,
  titulo,
  alinear: 'right',
  celda: (fila) => (
    <Monto
      valor={fila[clave]}
      moneda={{
        simbolo: fila[`${clave}_moneda`],
        decimales: fila[clave].split('.')[1]?.length ?? 0,
      }}
    />
  ),
  numero: (fila) => fila[clave],
})

export const faltas = ({ faltan }: FilaRo) => faltan.map((falta) => FALTAS[falta]).join(', ')

const OPERACION: Columnas = [
  { ...texto('n', 'Fila', ({ n }) => String(n)), alinear: 'right', oculta: true },
  texto('oficina', 'Oficina', ({ oficina }) => oficina, oculta),
  {
    clave: 'fecha',
    titulo: 'Fecha',
    celda: ({ fecha }) => <Fecha valor={fecha} hora />,
    texto: ({ fecha }) => formatFecha(fecha),
  },
  texto('hora', 'Hora', ({ fecha }) => formatHora(fecha), oculta),
  texto('numero', 'N.º', ({ numero }) => numero, { principal: true }),
  texto('modalidad', 'Modalidad', ({ modalidad }) => MODALIDADES[modalidad]),
  texto('tipo', 'Tipo', ({ tipo }) => TIPOS[tipo], oculta),
  texto('fondos', 'Tipo de fondo', ({ fondos }) => fondos && FONDOS[fondos], oculta),
  texto('entrega_moneda', 'Moneda que entrega', (fila) => fila.entrega_moneda, oculta),
  monto('entrega', 'Entrega'),
  texto('recibe_moneda', 'Moneda que recibe', (fila) => fila.recibe_moneda, oculta),
  monto('recibe', 'Recibe'),
  {
    clave: 'tasa',
    titulo: 'Tipo de cambio',
    alinear: 'right',
    celda: ({ tasa, precision }) => <TasaTexto tasa={tasa} precision={precision} />,
    numero: ({ tasa }) => tasa,
    oculta: true,
  },
  columnaDolares('usd', 'Equivalente', ({ usd }) => usd),
  columnaDolares('acumulado', 'Acumulado', ({ acumulado }) => acumulado),
  texto('origen_fondos', 'Origen de los fondos', (fila) => fila.origen_fondos, oculta),
  texto('destino_fondos', 'Destino de los fondos', (fila) => fila.destino_fondos, oculta),
]

/** The columns in the register's order: operation, person, third party; missing data at the end. */
export function columnasDe(editaClientes: boolean): Columnas {
  const faltan: Columna<FilaRo> = {
    clave: 'faltan',
    titulo: 'Falta',
    celda: (fila) => <Faltas fila={fila} enlaza={editaClientes} />,
    texto: faltas,
    tarjeta: 'cabecera',
  }
  return [...OPERACION, ...PERSONA, faltan]
}

/** The missing data, linked to the client's page. */
function Faltas({ fila, enlaza }: { fila: FilaRo; enlaza: boolean }) {
  if (fila.faltan.length === 0) return <Ficha tono="positivo">Completo</Ficha>
  const [first, ...others] = fila.faltan
  const words = `${first && FALTAS[first]}${others.length > 0 ? ` y ${others.length} más` : ''}`
  if (!enlaza || fila.cliente_id === null) {
    return (
      <span className={classes.falta} title={faltas(fila)}>
        {words}
      </span>
    )
  }
  return (
    <Enlace
      a="detalle-cliente"
      params={{ id: fila.cliente_id }}
      className={classes.falta}
      title={`${faltas(fila)}. Abrir la ficha de ${fila.cliente}`}
      onClick={(event) => event.stopPropagation()}
    >
      {words}
    </Enlace>
  )
}
