import { formatDecimal } from '../../../../core/formato.ts'
import { useAnswer } from '../../../../web/api/query.ts'
import { type Columna, Tabla } from '../../../../web/crud/lista/tabla.tsx'
import { Fecha, Ficha, type Tono } from '../../../../web/crud/valores.tsx'
import { Enlace } from '../../../../web/marco/navegacion.tsx'
import { QUE } from '../../contract/columnas.ts'
import { contratoLargas, type Importacion, PASOS, type Paso } from '../contract.ts'

export const TONOS: Record<Paso, Tono> = {
  revisando: 'info',
  revisada: 'aviso',
  importando: 'info',
  terminada: 'positivo',
  cancelada: 'neutro',
  detenida: 'negativo',
}

const numero = (n: number) => formatDecimal(String(n), 0)

const COLUMNAS: Columna<Importacion>[] = [
  {
    clave: 'nombre',
    titulo: 'Archivo',
    principal: true,
    amplia: true,
    celda: ({ id, nombre }) => (
      <Enlace a="importar" search={{ larga: String(id) }} className="enlace">
        {nombre}
      </Enlace>
    ),
  },
  { clave: 'que', titulo: 'Qué trae', ancho: '9rem', celda: ({ que }) => QUE[que].titulo },
  {
    clave: 'filas',
    titulo: 'Filas',
    ancho: '7rem',
    alinear: 'right',
    celda: ({ totales }) => numero(totales.filas),
  },
  {
    clave: 'estado',
    titulo: 'Estado',
    ancho: '9rem',
    tarjeta: 'cabecera',
    celda: ({ estado }) => <Ficha tono={TONOS[estado]}>{PASOS[estado]}</Ficha>,
  },
  {
    clave: 'creada_en',
    titulo: 'Cargado',
    ancho: '11rem',
    celda: ({ creada_en }) => <Fecha valor={creada_en} hora />,
  },
]

/** The person's files that are worked in portions; nothing before there is one. */
export function Largas() {
  const { data = [] } = useAnswer(contratoLargas.listar, undefined, { fresca: true })
  if (data.length === 0) return null
  return (
    <section className="pila">
      <h2>Sus archivos grandes</h2>
      <Tabla<Importacion>
        titulo="Sus archivos grandes"
        columnas={COLUMNAS}
        filas={data}
        id={({ id }) => id}
      />
    </section>
  )
}
