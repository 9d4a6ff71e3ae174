import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { formatTasa } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Formulario, type Seccion } from '../../../web/crud/formulario/formulario.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Datos, DatosDe } from '../../../web/crud/pagina/detalle.tsx'
import { Fecha, Ficha, Hace, Vacio } from '../../../web/crud/valores.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { camposFuente, contratoFuentes, type Fuente } from '../contract/fuentes.ts'
import type { Par } from '../contract.ts'
import classes from './fuentes.module.css'
import { Propuestas } from './propuestas.tsx'

const SECCIONES: Seccion[] = [
  { titulo: 'De dónde', campos: ['nombre', 'url'] },
  { titulo: 'Compra', campos: ['ruta_compra', 'factor_compra'] },
  { titulo: 'Venta', campos: ['ruta_venta', 'factor_venta'] },
  { titulo: 'Cada cuánto y hasta dónde', campos: ['minutos', 'salto_pct', 'modo', 'activa'] },
]

const NUEVA = {
  ...{ factor_compra: '1', factor_venta: '1', minutos: 15, salto_pct: '1' },
  ...{ modo: 'propone', activa: true },
}

/** The source of a pair: what it said last, what it proposes, and how it is read. */
export function FuentePar({ par }: { par: Par }) {
  const { data } = useAnswer(contratoFuentes.listar)
  const publica = usePuede('pares-divisas:publicar')
  if (!data) return <Cargando />
  const fuente = data.find(({ par_id }) => par_id === par.id)
  return (
    <div className={classes.fuente}>
      {fuente?.propuesta && <Propuestas fuentes={[fuente]} />}
      {fuente && <Lectura fuente={fuente} publica={publica} />}
      {publica ? (
        <Editar key={fuente?.version} par={par} fuente={fuente} />
      ) : fuente ? (
        <DatosDe campos={camposFuente} fila={{ ...fuente }} />
      ) : (
        <p>Este par no tiene fuente: sus precios los escribe una persona.</p>
      )}
    </div>
  )
}

function Lectura({ fuente, publica }: { fuente: Fuente; publica: boolean }) {
  const { save, saving } = useSave(contratoFuentes.leer)
  const { compra, venta, precision } = fuente
  return (
    <section className={classes.lectura} aria-label="Última lectura">
      <header>
        <h2>Última lectura</h2>
        {publica && fuente.activa && (
          <Button
            variant="default"
            size="compact-sm"
            loading={saving}
            onClick={() => void save({ params: { id: fuente.par_id } })}
          >
            Leer ahora
          </Button>
        )}
      </header>
      {fuente.error && (
        <p role="alert" className={classes.error}>
          {fuente.error}
          {fuente.fallos > 1 && ` Van ${fuente.fallos} lecturas así.`}
        </p>
      )}
      <Datos
        pares={[
          ['Estado', <EstadoFuente key="e" fuente={fuente} />],
          ['Leída', <Hace key="l" momento={fuente.leida_en} />],
          [
            'Próxima',
            fuente.activa ? <Fecha key="p" valor={fuente.proxima_en} hora /> : <Vacio key="p" />,
          ],
          [
            'Último precio leído',
            compra && venta ? (
              `${formatTasa(compra, precision)} – ${formatTasa(venta, precision)}`
            ) : (
              <Vacio key="v" />
            ),
          ],
        ]}
      />
      {fuente.respuesta && (
        <details>
          <summary>Respuesta recibida</summary>
          <pre className={classes.respuesta}>{fuente.respuesta}</pre>
        </details>
      )}
    </section>
  )
}

/** How a source is doing, in a word. */
export function EstadoFuente({ fuente }: { fuente: Fuente }) {
  if (!fuente.activa) return <Ficha>Apagada</Ficha>
  if (fuente.propuesta?.salto) return <Ficha tono="aviso">Salto por revisar</Ficha>
  if (fuente.error) return <Ficha tono="negativo">Con error</Ficha>
  if (fuente.leida_en === null) return <Ficha>Por leer</Ficha>
  return <Ficha tono="positivo">Al día</Ficha>
}

function Editar({ par, fuente }: { par: Par; fuente: Fuente | undefined }) {
  const { save, saving, error } = useSave(contratoFuentes.guardar)
  const inicial = useMemo(() => {
    if (!fuente) return NUEVA
    const { nombre, url, ruta_compra, ruta_venta, factor_compra, factor_venta } = fuente
    const { minutos, salto_pct, modo, activa, version } = fuente
    const paths = { ruta_compra, ruta_venta, factor_compra, factor_venta }
    return { nombre, url, ...paths, minutos, salto_pct, modo, activa, version }
  }, [fuente])
  return (
    <Formulario
      campos={camposFuente}
      schema={contratoFuentes.guardar.body}
      secciones={SECCIONES}
      inicial={inicial}
      guardar={(body) => save({ params: { id: par.id }, body })}
      guardando={saving}
      error={error}
      actual={inicial}
      accion={fuente ? 'Guardar fuente' : 'Nombrar fuente'}
    />
  )
}
