import { Suspense } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { useRefresco } from '../../../web/api/refresco.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { ESTRENA } from '../../../web/estreno.ts'
import type { Empieza } from '../../../web/marco/screens.ts'
import { nombreVisible, type Usuario, useSesion } from '../../../web/sesion/sesion.ts'
import { parte } from '../../../web/sin-linea/parte.tsx'
import { contrato, type Inicio as Datos } from '../contract.ts'
import { fechaLarga } from '../rules.ts'
import { Cifras } from './cifras.tsx'
import { Cinta } from './cinta.tsx'
import { PorPagar, SuCola } from './colas.tsx'
import classes from './inicio.module.css'
import { PorAtender } from './por-atender.tsx'
import { Posicion } from './posicion.tsx'
import { Tareas } from './tareas.tsx'
import { Tendencia } from './tendencia.tsx'
import { Ultimas } from './ultimas.tsx'

// Few houses are new.
const PrimerosPasos = parte(() => import('./primeros-pasos.tsx'))
const PruebeEsto = parte(() => import('../pruebe/pruebe-esto.tsx'))

/** Changes in these areas do not affect this page; changes in any other area refetch it. */
const AJENAS = ['telegram', 'auditoria', 'pizarra']
const interesa = (area: string) => !AJENAS.includes(area)

export const empieza: Empieza = { todo: [contrato.ver] }

/** The home page: the tasks of the user's role and the figures of the day that the role may see. */
export default function Inicio() {
  const { usuario } = useSesion()
  const { data, error, refetch } = useAnswer(contrato.ver)
  useRefresco('dashboard', interesa)
  if (!usuario) return null
  return (
    <Pagina titulo={`Hola, ${nombreVisible(usuario)}`} nota={data ? fechaLarga(data.fecha) : ' '}>
      <Tareas usuario={usuario} sinCaja={data?.mi_caja === false} />
      {data && (
        // A part that is loaded late would push down what is already drawn.
        <Suspense fallback={<Cargando />}>
          <Dia inicio={data} usuario={usuario} />
        </Suspense>
      )}
      {!data && error && <Fallo error={error} reintentar={() => void refetch()} />}
      {!data && !error && <Cargando />}
    </Pagina>
  )
}

function Dia({ inicio, usuario }: { inicio: Datos; usuario: Usuario }) {
  const { propio, hechos, tasas, posiciones, ultimas = [], espera, dias, pruebas } = inicio
  const starting = hechos != null
  return (
    <>
      {(starting || localStorage.getItem(ESTRENA)) && (
        <PrimerosPasos hechos={hechos ?? null} usuario={usuario} />
      )}
      {pruebas && <PruebeEsto pruebas={pruebas} usuario={usuario} />}
      <Cinta tasas={tasas} />
      {!(starting && !hechos.includes('cuentas')) && <Cifras inicio={inicio} />}
      <div className={classes.pareja}>
        {dias && !starting && <Tendencia inicio={inicio} />}
        {!propio && !starting && <PorAtender respaldo={inicio.respaldo} />}
        {espera && espera.length > 0 && <SuCola espera={espera} />}
        {inicio.por_pagar && <PorPagar ordenes={inicio.por_pagar} />}
      </div>
      {posiciones && <Posicion filas={posiciones} />}
      <Ultimas filas={ultimas} propio={propio} />
    </>
  )
}
