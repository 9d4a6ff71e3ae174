import { IconDeviceFloppy, IconHome, IconPencil, IconShare, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useAnswer } from '../../web/api/query.ts'
import { useSave } from '../../web/api/save.ts'
import type { Guardada, PanelVistasProps } from '../../web/crud/lista/arreglo/panel-vistas.ts'
import { direccionDe, filtrosDe } from '../../web/crud/lista/despues/vista.ts'
import { usePuede } from '../../web/sesion/sesion.ts'
import { contrato, type Vista } from './contract.ts'
import { traerInicios } from './inicios.tsx'
import classes from './panel.module.css'
import { Boton, Nombre } from './piezas.tsx'
import { useQuitar } from './quitar.tsx'

/** The kept views of a list: choose, keep what one sees, rename, share, begin with it, remove. */
export default function PanelVistas(props: PanelVistasProps) {
  const { lista, busqueda, cambiar: ir, pref, poner, cerrar } = props
  const { data } = useAnswer(contrato.listar, { params: { lista } })
  const [nombra, setNombra] = useState<Vista>()
  const comparte = usePuede('vistas:compartir')
  const crear = useSave(contrato.crear)
  const editar = useSave(contrato.editar)
  const quitar = useQuitar(lista)
  const empezar = useSave(contrato.empezar)
  if (!data) return <p className="nota">Cargando…</p>
  const { vistas, inicio } = data
  const visto = { filtros: filtrosDe(busqueda), columnas: pref } as Pick<
    Vista,
    'filtros' | 'columnas'
  >
  function aplicar(vista: Guardada) {
    poner(vista.columnas)
    ir(direccionDe(vista, busqueda), 'push')
  }

  const cambiar = (
    { id, version, nombre, compartida, filtros, columnas }: Vista,
    more: Partial<Vista>,
  ) =>
    editar.save({
      params: { id },
      body: { version, nombre, compartida, filtros, columnas, ...more },
    })
  async function guardar(nombre: string) {
    const body = { lista, nombre, compartida: false, ...visto }
    const done = nombra ? await cambiar(nombra, { nombre }) : await crear.save({ body })
    if (done) setNombra(undefined)
    return done !== null
  }
  async function alEmpezar(vista: Vista) {
    const vista_id = vista.id === inicio ? null : vista.id
    if (await empezar.save({ params: { lista }, body: { vista_id } })) await traerInicios()
  }
  return (
    <div className={classes.panel}>
      <div className={classes.vista}>
        <button
          type="button"
          className={classes.nombre}
          onClick={() => {
            aplicar({ filtros: {}, columnas: {} })
            cerrar()
          }}
        >
          Todo, como viene
        </button>
      </div>
      {vistas.map((vista) => (
        <div key={vista.id} className={classes.vista}>
          <button
            type="button"
            className={classes.nombre}
            onClick={() => {
              aplicar(vista as Guardada)
              cerrar()
            }}
          >
            {vista.nombre}
            {vista.compartida && (
              <span className="tenue"> · {vista.propia ? 'compartida' : `de ${vista.de}`}</span>
            )}
          </button>
          <Boton
            texto={
              vista.id === inicio ? `No empezar con ${vista.nombre}` : `Empezar con ${vista.nombre}`
            }
            puesto={vista.id === inicio}
            icono={IconHome}
            alPulsar={() => void alEmpezar(vista)}
          />
          {vista.propia && (
            <>
              <Boton
                texto={`Guardar en ${vista.nombre} lo que se ve`}
                icono={IconDeviceFloppy}
                alPulsar={() => void cambiar(vista, visto)}
              />
              <Boton
                texto={`Cambiar el nombre de ${vista.nombre}`}
                icono={IconPencil}
                alPulsar={() => setNombra(vista)}
              />
            </>
          )}
          {vista.propia && comparte && (
            <Boton
              texto={
                vista.compartida ? `No compartir ${vista.nombre}` : `Compartir ${vista.nombre}`
              }
              puesto={vista.compartida}
              icono={IconShare}
              alPulsar={() => void cambiar(vista, { compartida: !vista.compartida })}
            />
          )}
          {(vista.propia || comparte) && (
            <Boton
              texto={`Borrar ${vista.nombre}`}
              icono={IconTrash}
              alPulsar={() => void quitar(vista, vista.id === inicio)}
            />
          )}
        </div>
      ))}
      <Nombre
        key={nombra?.id ?? 'nueva'}
        inicial={nombra?.nombre ?? ''}
        boton={nombra ? 'Cambiar' : 'Guardar vista'}
        guardar={guardar}
        error={(nombra ? editar.error : crear.error)?.body.errors?.[0]?.msg}
      />
      <p className="nota">
        {comparte
          ? 'Se comparten los filtros y las columnas, nunca lo que se buscó.'
          : 'Guarda los filtros, el orden y las columnas que ve ahora.'}
      </p>
    </div>
  )
}
