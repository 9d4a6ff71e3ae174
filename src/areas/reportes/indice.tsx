import { puedeAbrir } from '../../web/barra/menu.ts'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Enlace } from '../../web/marco/navegacion.tsx'
import type { RutaCon } from '../../web/marco/screens.ts'
import { useSesion } from '../../web/sesion/sesion.ts'
import classes from './partes/reportes.module.css'

/** All reports: the screen, and the question that each one answers. */
const REPORTES: readonly (readonly [ruta: RutaCon, titulo: string, responde: string])[] = [
  [
    'reporte-ganancia',
    'Ganancia',
    'Cuánto se ganó y qué costó ganarlo, por divisa, corredor, cajero, hora o día.',
  ],
  [
    'reporte-volumen',
    'Volumen',
    'Cuántas operaciones hubo y cuánto movieron, por divisa, tipo, segmento o cajero.',
  ],
  [
    'reporte-clientes',
    'Mejores clientes',
    'Quiénes movieron más, cuánto del total es suyo y cuánto movían antes.',
  ],
  [
    'reporte-posicion',
    'Posición diaria',
    'Con cuánto abrió y cerró cada divisa, qué entró y salió, y a qué costo.',
  ],
  [
    'reporte-arqueos',
    'Cuadre de cajas',
    'Qué cajas cuadraron al cerrarse, cuánto faltó o sobró, y a quién.',
  ],
  [
    'competencia',
    'Competencia',
    'Qué tasas publican los demás, al lado de las nuestras, y quién da la mejor.',
  ],
  [
    'registro-operaciones',
    'Registro de Operaciones',
    'Las operaciones que la SBS pide registrar, con lo que falta de cada cliente.',
  ],
  ['excepciones', 'Excepciones', 'Qué se apartó de la regla, quién lo hizo y quién lo aprobó.'],
  [
    'reporte-comisiones',
    'Comisiones',
    'Qué ganó cada quien por las operaciones, y qué falta pagarle.',
  ],
  ['libro', 'Libro', 'Qué se asentó: balance de comprobación, diario y mayor de cada cuenta.'],
  ['posiciones', 'Posiciones', 'Cuánto hay ahora de cada divisa, a qué costo y cuánto vale.'],
]

/** The reports that the user may open. */
export default function Indice() {
  const { usuario } = useSesion()
  const own = REPORTES.filter(([ruta]) => usuario && puedeAbrir(ruta, usuario))
  return (
    <Pagina titulo="Reportes">
      <ul className={classes.indice}>
        {own.map(([ruta, titulo, responde]) => (
          <li key={ruta} className="pila tarjeta entera">
            <Enlace a={ruta}>{titulo}</Enlace>
            <span>{responde}</span>
          </li>
        ))}
      </ul>
    </Pagina>
  )
}
