import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatDecimal } from '../../../core/formato.ts'
import type { Tabla as Archivo } from '../../../core/texto/csv.ts'
import { type Columna, Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Ficha, Vacio } from '../../../web/crud/valores.tsx'
import { Enlace, useBusqueda } from '../../../web/marco/navegacion.tsx'
import type { RutaCon } from '../../../web/marco/screens.ts'
import type { Que } from '../contract/columnas.ts'
import { ESTADOS, type Fila } from '../contract/filas.ts'
import type { Informe } from '../contract.ts'
import type { Eleccion } from '../rules/archivo.ts'
import type { Columna as ColumnaArchivo } from '../rules/columnas.ts'
import { bajarMalas, type Motivo, motivoDe } from './motivos.tsx'
import { TONOS, Totales, VISTAS } from './totales.tsx'

const TROZO = 100

const numero = (n: number) => formatDecimal(String(n), 0)

interface Props {
  que: Que
  archivo: { nombre: string; tabla: Archivo }
  columnas: readonly ColumnaArchivo[]
  eleccion: Eleccion
  informe: Informe
}

/** Each row with its outcome, filtered by outcome; the bad rows can be downloaded and corrected. */
export function Resultado(props: Props) {
  const { que, archivo, informe } = props
  const [{ ver }, cambiar] = useBusqueda()
  const [cuantas, setCuantas] = useState(TROZO)
  const vista = VISTAS.find((each) => each === ver)
  const filas = vista ? informe.filas.filter(({ estado }) => estado === vista) : informe.filas
  const motivo = motivoDe(props)
  return (
    <>
      <Totales
        totales={informe.totales}
        vista={vista}
        alElegir={(each) => {
          setCuantas(TROZO)
          cambiar({ ver: each })
        }}
      >
        {informe.totales.rechazada > 0 && (
          <Button
            variant="default"
            className="derecha"
            onClick={() => bajarMalas(archivo.nombre, archivo.tabla, informe.filas, motivo)}
          >
            Descargar las que no se pueden
          </Button>
        )}
      </Totales>
      <Tabla<Fila>
        titulo="Filas del archivo"
        columnas={columnasDe(que, motivo)}
        filas={filas.slice(0, cuantas)}
        id={({ fila }) => fila}
        vacio={<p>Ninguna fila está así.</p>}
      />
      {filas.length > cuantas && (
        <Button variant="default" onClick={() => setCuantas(cuantas + TROZO * 5)}>
          {`Mostrar más (${numero(filas.length - cuantas)})`}
        </Button>
      )}
    </>
  )
}

/** The screen of an existing row. */
const PANTALLAS: Partial<Record<Que, RutaCon<'id'>>> = {
  clientes: 'detalle-cliente',
  cuentas: 'detalle-cuenta',
}

/** The columns of rows with their outcome. */
export function columnasDe(que: Que, motivo: Motivo): Columna<Fila>[] {
  const pantalla = PANTALLAS[que]
  return [
    {
      clave: 'fila',
      titulo: 'Fila',
      ancho: '4rem',
      alinear: 'right',
      celda: ({ fila }) => formatDecimal(String(fila), 0),
    },
    {
      clave: 'nombre',
      titulo: 'Nombre',
      principal: true,
      ancho: '16rem',
      celda: ({ id, nombre }) =>
        id !== null && pantalla ? (
          <Enlace a={pantalla} params={{ id }} className="enlace">
            {nombre || `N.º ${id}`}
          </Enlace>
        ) : (
          nombre || <Vacio />
        ),
    },
    {
      clave: 'estado',
      titulo: 'Qué pasa',
      ancho: '10rem',
      tarjeta: 'cabecera',
      celda: ({ estado }) => <Ficha tono={TONOS[estado]}>{ESTADOS[estado]}</Ficha>,
    },
    {
      clave: 'motivo',
      titulo: 'Motivo',
      amplia: true,
      celda: (fila) => motivo(fila) || <Vacio />,
    },
  ]
}
