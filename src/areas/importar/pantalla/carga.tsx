import { useRef, useState } from 'react'
import { EN_PARTES, LARGAS, type Larga, type Que } from '../contract/columnas.ts'
import type { Informe } from '../contract.ts'
import { ARCHIVO } from '../contract.ts'
import { Abrir } from '../largas/pantalla/abrir.tsx'
import { canonico, decimalesEn, type Eleccion, faltan } from '../rules/archivo.ts'
import type { Columna } from '../rules/columnas.ts'
import type { Decimales } from '../rules.ts'
import { Zona } from './archivo.tsx'
import { Botones } from './botones.tsx'
import { EligeDecimales } from './decimales.tsx'
import classes from './importar.module.css'
import { type Leido, leerArchivo, recordar } from './leido.tsx'
import { Mapa } from './mapa.tsx'
import { Resultado } from './resultado.tsx'
import { useTrabajo } from './trabajo.tsx'

/** One file, from choosing to importing. Any change in how it is read requires a new trial. */
export function Carga({ que, columnas }: { que: Que; columnas: readonly Columna[] }) {
  const [leido, setLeido] = useState<(Leido & { turno: number }) | null>(null)
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
  /** What would hold a request for long goes in portions; accounts never do. */
  const enPartes = ({ tabla, bytes }: Leido) => {
    const larga = que in LARGAS ? (que as Larga) : null
    return tabla.filas.length > EN_PARTES || bytes > ARCHIVO.maximo ? larga : null
  }
  async function probar(archivo: Leido, how: Eleccion, como = decimales) {
    setInforme(null)
    if (faltan(how, columnas).length > 0 || enPartes(archivo)) return
    recordar(que, archivo, how)
    const de = await trabajo.probar(pedido(archivo, how, como))
    if (de) setInforme({ hecho: false, de })
  }
  async function elegir(nombre: string, contenido: Blob) {
    const turno = ++last.current
    setInforme(null)
    try {
      const archivo = await leerArchivo(que, nombre, contenido, columnas)
      if (turno !== last.current) return
      // Fixed values are kept for the next file, which is often the one with the corrected rows.
      const how = { claves: archivo.propuesta, fijos: eleccion.fijos }
      setFallo(null)
      setLeido({ ...archivo, turno })
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

  const larga = leido && enPartes(leido)
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
            que={que}
            tabla={leido.tabla}
            columnas={columnas}
            eleccion={eleccion}
            decimales={decimales ?? decimalesEn(leido.tabla, eleccion, columnas) ?? undefined}
            alCambiar={(how) => {
              setEleccion(how)
              setInforme(null)
            }}
          />
          <div className={classes.paso}>
            <EligeDecimales
              tabla={leido.tabla}
              eleccion={eleccion}
              columnas={columnas}
              valor={decimales}
              alElegir={(como) => {
                setDecimales(como)
                void probar(leido, eleccion, como)
              }}
            />
            {larga ? (
              <Abrir
                que={larga}
                filas={leido.tabla.filas.length}
                pedido={() => pedido(leido, eleccion)}
                falta={missing.map(({ titulo }) => titulo)}
                alEnviar={() => recordar(que, leido, eleccion)}
              />
            ) : (
              <Botones
                que={que}
                informe={informe?.de ?? null}
                hecho={informe?.hecho ?? false}
                trabajo={trabajo}
                falta={missing.map(({ titulo }) => titulo)}
                alProbar={() => void probar(leido, eleccion)}
                alImportar={(modo) => void importar(modo)}
              />
            )}
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
