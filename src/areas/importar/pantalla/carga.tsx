import { useRef, useState } from 'react'
import type { Tabla } from '../../../core/csv.ts'
import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import type { Que } from '../contract/columnas.ts'
import type { Informe } from '../contract.ts'
import { leer } from '../leer.ts'
import {
  canonico,
  conDecimales,
  deducidos,
  type Eleccion,
  eleccionDe,
  faltan,
} from '../rules/archivo.ts'
import type { Columna } from '../rules/columnas.ts'
import type { Decimales } from '../rules.ts'
import { Zona } from './archivo.tsx'
import { Botones } from './botones.tsx'
import classes from './importar.module.css'
import { Mapa } from './mapa.tsx'
import { Resultado } from './resultado.tsx'
import { useTrabajo } from './trabajo.tsx'

interface Leido {
  /** Which of the files of this visit. */
  turno: number
  nombre: string
  tabla: Tabla
}

/** One file, from being chosen to being in. Whatever changes how it is read asks for a new trial. */
export function Carga({ que, columnas }: { que: Que; columnas: readonly Columna[] }) {
  const [leido, setLeido] = useState<Leido | null>(null)
  const [fallo, setFallo] = useState<string | null>(null)
  const [eleccion, setEleccion] = useState<Eleccion>({ claves: [], fijos: {} })
  const [decimales, setDecimales] = useState<Decimales>()
  const [informe, setInforme] = useState<{ hecho: boolean; de: Informe } | null>(null)
  const trabajo = useTrabajo()
  const last = useRef(0)

  const pedido = (archivo: Leido, how: Eleccion, como = decimales) => ({
    que,
    nombre: archivo.nombre.slice(0, 120),
    texto: canonico(archivo.tabla, how),
    filas: archivo.tabla.filas.length,
    decimales: como,
  })
  async function probar(archivo: Leido, how: Eleccion, como = decimales) {
    setInforme(null)
    if (faltan(how, columnas).length > 0) return
    const de = await trabajo.probar(pedido(archivo, how, como))
    if (de) setInforme({ hecho: false, de })
  }
  async function elegir(nombre: string, contenido: Blob) {
    const turno = ++last.current
    setInforme(null)
    try {
      const tabla = await leer(contenido, que)
      if (turno !== last.current) return
      // Said once, it holds for the file with the rows that were mended.
      const how = { ...eleccionDe(tabla, columnas), fijos: eleccion.fijos }
      const archivo = { turno, nombre, tabla }
      setFallo(null)
      setLeido(archivo)
      setEleccion(how)
      setDecimales(undefined)
      await probar(archivo, how, undefined)
    } catch (error) {
      setLeido(null)
      setFallo(error instanceof Error ? error.message : String(error))
    }
  }
  async function importar(modo: 'todo' | 'correctas') {
    if (!leido) return
    const de = await trabajo.importar(pedido(leido, eleccion), modo)
    if (de) setInforme({ hecho: true, de })
  }

  const missing = leido ? faltan(eleccion, columnas) : []
  return (
    <>
      <Zona
        que={que}
        nombre={leido?.nombre}
        filas={leido?.tabla.filas.length ?? 0}
        error={fallo}
        ocupado={trabajo.corriendo !== null}
        alElegir={(nombre, contenido) => void elegir(nombre, contenido)}
      />
      {leido && (
        <>
          <Mapa
            key={leido.turno}
            tabla={leido.tabla}
            columnas={columnas}
            eleccion={eleccion}
            alCambiar={(how) => {
              setEleccion(how)
              setInforme(null)
            }}
          />
          <div className={classes.paso}>
            {conDecimales(leido.tabla, eleccion, columnas) && (
              <Seleccion
                etiqueta="Cómo se escriben los decimales"
                vacia={`Decimales: ${deducidos(leido.tabla, eleccion, columnas)}`}
                className={classes.eleccion}
                opciones={DECIMALES}
                valor={decimales}
                alElegir={(como) => {
                  setDecimales(como as Decimales | undefined)
                  void probar(leido, eleccion, como as Decimales | undefined)
                }}
              />
            )}
            <Botones
              que={que}
              informe={informe?.de ?? null}
              hecho={informe?.hecho ?? false}
              trabajo={trabajo}
              falta={missing.map(({ titulo }) => titulo)}
              alProbar={() => void probar(leido, eleccion)}
              alImportar={(modo) => void importar(modo)}
            />
          </div>
          {informe && (
            <Resultado
              que={que}
              archivo={leido}
              columnas={columnas}
              eleccion={eleccion}
              informe={informe.de}
            />
          )}
        </>
      )}
    </>
  )
}

const DECIMALES = [
  { valor: 'punto', etiqueta: 'Decimales con punto: 1,250.50' },
  { valor: 'coma', etiqueta: 'Decimales con coma: 1.250,50' },
]
