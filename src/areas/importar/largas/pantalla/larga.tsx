import { useEffect, useRef } from 'react'
import { callWith } from '../../../../web/api/api.ts'
import { useAnswer } from '../../../../web/api/query.ts'
import { Fallo } from '../../../../web/crud/lista/lista.tsx'
import { Pagina } from '../../../../web/crud/pagina/pagina.tsx'
import { Ficha } from '../../../../web/crud/valores.tsx'
import { QUE } from '../../contract/columnas.ts'
import classes from '../../pantalla/importar.module.css'
import { contratoLargas, type Importacion, PASOS } from '../contract.ts'
import { Acciones } from './acciones.tsx'
import { Filas } from './filas.tsx'
import { TONOS } from './lista.tsx'
import { Resumen } from './resumen.tsx'

const POLL_MS = 1_000

const corre = ({ estado }: Importacion) => estado === 'revisando' || estado === 'importando'

/** One file that is worked in portions: how far it is, what came of it, and what may be done next. */
export function Larga({ id }: { id: number }) {
  const params = { id }
  const { data, error, refetch } = useAnswer(contratoLargas.obtener, { params }, { fresca: true })
  const running = data !== undefined && corre(data)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => void refetch(), POLL_MS)
    return () => clearInterval(timer)
  }, [running, refetch])
  const seen = useRef('')
  const how = data && !corre(data) && !data.vista ? `${id} ${data.estado}` : ''
  useEffect(() => {
    // Who looks at the outcome is not told of it by the bell.
    if (!how || seen.current === how) return
    seen.current = how
    void callWith(contratoLargas.vista, { params: { id } }).catch(() => null)
  }, [how, id])
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return null
  const { nombre, que, estado, motivo } = data
  return (
    <Pagina
      titulo={nombre}
      migas={[{ texto: 'Importar', ruta: 'importar' }, { texto: QUE[que].titulo }]}
      estado={<Ficha tono={TONOS[estado]}>{PASOS[estado]}</Ficha>}
      acciones={<Acciones larga={data} />}
    >
      {motivo && (
        <p role="alert" className={classes.error}>
          {motivo}
        </p>
      )}
      <Resumen key={estado} larga={data} />
      <Filas larga={data} />
    </Pagina>
  )
}
