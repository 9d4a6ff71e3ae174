import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { type Numeracion, nombreDe } from '../contract/numeracion.ts'
import { contrato } from '../contract.ts'
import classes from './numeros.module.css'
import { Inicio, Prefijo } from './numeros-dialogos.tsx'

type Abierto = { que: 'prefijo' | 'inicio'; tipo: Numeracion['tipo'] } | null

/** The next number of each kind of document, and the way to change its prefix or to say its first number. */
export function Numeros() {
  const { data } = useAnswer(contrato.numeracion)
  const edita = usePuede('ajustes:editar')
  const [abierto, setAbierto] = useState<Abierto>(null)
  if (!data) return null
  const cual = data.find(({ tipo }) => tipo === abierto?.tipo)
  const cerrar = () => setAbierto(null)
  return (
    <section className="pila" aria-labelledby="numeros">
      <h2 id="numeros">Números de documentos</h2>
      <p className="tenue">
        Cada clase numera aparte, sin saltos, y empieza de nuevo cada año. Lo numerado conserva su
        número y se encuentra por él.
      </p>
      <ul className={`marco ${classes.numeros}`}>
        {data.map((each) => (
          <li key={each.tipo}>
            <Siguientes numeracion={each} />
            {edita && <Acciones numeracion={each} abrir={setAbierto} />}
          </li>
        ))}
      </ul>
      {cual && abierto?.que === 'prefijo' && <Prefijo numeracion={cual} cerrar={cerrar} />}
      {cual && abierto?.que === 'inicio' && <Inicio numeracion={cual} cerrar={cerrar} />}
    </section>
  )
}

/** The next number of this year, and of the next year where it was said. */
function Siguientes({ numeracion: { tipo, series, anteriores } }: { numeracion: Numeracion }) {
  const este = series[0]?.anio
  const shown = series.filter(({ anio, numero }) => anio === este || numero > 1)
  return (
    <>
      <span>{nombreDe(tipo)}</span>
      <span>
        {shown.map(({ siguiente }) => (
          <strong key={siguiente}>{siguiente}</strong>
        ))}
        {anteriores.length > 0 && <span className="tenue">Antes {anteriores.join(', ')}</span>}
      </span>
    </>
  )
}

function Acciones({
  numeracion: { tipo, series },
  abrir,
}: {
  numeracion: Numeracion
  abrir: (que: Abierto) => void
}) {
  const nombre = nombreDe(tipo)
  return (
    <div className="seguidos">
      <Button
        variant="default"
        size="xs"
        aria-label={`Prefijo de ${nombre}`}
        onClick={() => abrir({ que: 'prefijo', tipo })}
      >
        Prefijo
      </Button>
      {series.some(({ empezada }) => !empezada) && (
        <Button
          variant="default"
          size="xs"
          aria-label={`Primer número de ${nombre}`}
          onClick={() => abrir({ que: 'inicio', tipo })}
        >
          Primer número
        </Button>
      )}
    </div>
  )
}
