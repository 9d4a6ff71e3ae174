import { useEffect, useState } from 'react'
import type { Tabla as Archivo } from '../../../core/texto/csv.ts'
import { callWith } from '../../../web/api/api.ts'
import type { Que } from '../contract/columnas.ts'
import { contrato, MUESTRA } from '../contract.ts'
import { canonicas, type Eleccion } from '../rules/archivo.ts'
import type { Columna } from '../rules/columnas.ts'
import type { Decimales } from '../rules.ts'
import classes from './importar.module.css'

interface Celda {
  texto: string
  msg: string | null
}

/** The first rows of the file as the server will read them, under the fields that they go to. */
export function Muestra({
  que,
  tabla,
  columnas,
  eleccion,
  decimales,
}: {
  que: Que
  tabla: Archivo
  columnas: readonly Columna[]
  eleccion: Eleccion
  decimales: Decimales | undefined
}) {
  const [leidas, setLeidas] = useState<{ claves: string[]; filas: Celda[][] } | null>(null)
  useEffect(() => {
    let current = true
    const [claves = [], ...rows] = canonicas(
      { ...tabla, filas: tabla.filas.slice(0, MUESTRA) },
      eleccion,
    )
    const ask = async () => {
      if (claves.length === 0) return setLeidas(null)
      const filas = rows.map((row) => row.slice(0, claves.length).map((cell) => cell.slice(0, 200)))
      const body = { claves, filas, ...(decimales && { decimales }) }
      const read = await callWith(contrato.leer, { params: { que }, body }).catch(() => null)
      if (current) setLeidas(read && { claves, filas: read })
    }
    void ask()
    return () => {
      current = false
    }
  }, [que, tabla, eleccion, decimales])
  if (!leidas) return null
  const titulo = (clave: string) => columnas.find((c) => c.clave === clave)?.titulo ?? clave
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.muestra} aria-label="Así se leerán las primeras filas" tabIndex={0}>
      <table>
        <caption>Así se leerán las primeras filas</caption>
        <thead>
          <tr>
            {leidas.claves.map((clave) => (
              <th key={clave} scope="col">
                {titulo(clave)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {leidas.filas.map((fila, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of the file in their order.
            <tr key={n}>
              {fila.map(({ texto, msg }, at) => (
                <td key={leidas.claves[at]}>
                  {texto || '—'}
                  {msg && <span className="malo">{msg}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
