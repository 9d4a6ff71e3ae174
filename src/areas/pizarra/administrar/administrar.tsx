import { useMemo } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { Formulario, type Seccion } from '../../../web/crud/formulario/formulario.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { type AjustesPizarra, campos, contrato } from '../contract.ts'
import classes from './administrar.module.css'
import { Eleccion } from './eleccion.tsx'
import { Enlaces } from './enlaces.tsx'

const SECCIONES: Seccion[] = [{ titulo: 'Qué muestra', campos: ['mercado', 'tema', 'mensaje'] }]

/** What the board shows, and who may see it without a session. */
export default function AdministrarPizarra() {
  const { data, error, refetch } = useAnswer(contrato.ajustes)
  return (
    <Pagina
      titulo="Administrar la pizarra"
      acciones={
        <>
          <BotonEnlace a="tasas-del-dia" variant="default">
            Tasas del día
          </BotonEnlace>
          <BotonEnlace a="pizarra">Ver la pizarra</BotonEnlace>
        </>
      }
    >
      <div className={classes.partes}>
        {data ? (
          <Contenido ajustes={data} />
        ) : error ? (
          <Fallo error={error} reintentar={() => void refetch()} />
        ) : (
          <Cargando />
        )}
        <Enlaces />
      </div>
    </Pagina>
  )
}

function Contenido({ ajustes }: { ajustes: AjustesPizarra }) {
  const { save, saving, error } = useSave(contrato.editar)
  const inicial = useMemo(() => {
    const { mercados: _, ...rest } = ajustes
    return rest
  }, [ajustes])
  return (
    <Formulario
      campos={campos}
      schema={contrato.editar.body}
      secciones={SECCIONES}
      inicial={inicial}
      guardar={(body) => save({ body })}
      guardando={saving}
      error={error}
      actual={inicial}
      conForm={(form) => <Eleccion mercados={ajustes.mercados} form={form} />}
    />
  )
}
