import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Catalogo } from '../../../core/catalog.ts'
import { useAnswer } from '../../api/query.ts'
import { useSave } from '../../api/save.ts'
import { useCodigo, useId, useIr, useVolver } from '../../marco/navegacion.tsx'
import { usePestanas } from '../../marco/pestanas.tsx'
import { usePuede } from '../../sesion/sesion.ts'
import { useAlternar } from '../alternar.ts'
import { BotonConfirmar } from '../boton-confirmar.tsx'
import { Formulario } from '../formulario/formulario.tsx'
import { Fallo } from '../lista/lista.tsx'
import { Cargando } from '../pagina/cargando.tsx'
import { DatosDe, Detalle } from '../pagina/detalle.tsx'
import { Pagina } from '../pagina/pagina.tsx'
import { pestanaHistorial } from '../pagina/pestana-historial.tsx'
import { Estatus } from '../valores.tsx'
import { type CatalogoProps, type Fila, nuevoTitulo, pluralTitulo } from './comun.ts'

/** Creation of a row of a plain catalogue; the detail opens afterwards. */
export function PaginaNuevo({ catalogo, nombres, secciones }: CatalogoProps) {
  const { palabras, clave, campos, contrato } = catalogo
  const { save, saving, error } = useSave(contrato.crear)
  const ir = useIr()
  const volver = useVolver(nombres.lista)
  return (
    <Pagina
      titulo={nuevoTitulo(palabras)}
      migas={[{ texto: pluralTitulo(palabras), ruta: nombres.lista }]}
    >
      <Formulario
        campos={clave ? { id: clave, ...campos } : campos}
        schema={contrato.crear.body}
        {...(secciones && { secciones })}
        guardar={(body) => save({ body })}
        alGuardar={({ id }: { id: number }) => ir(nombres.detalle, { id })}
        guardando={saving}
        error={error}
        cancelar={volver}
      />
    </Pagina>
  )
}

/** Detail of a row of a plain catalogue: editable in place with the permission, read only without it. */
export function PaginaDetalle(props: CatalogoProps) {
  const { catalogo, nombres, nombreFila = (fila: Fila) => String(fila.nombre ?? fila.id) } = props
  const { palabras } = catalogo
  const id = useClave(catalogo.clave)
  const { data, error, refetch } = useAnswer(catalogo.contrato.obtener, { params: { id } })
  const edita = usePuede(catalogo.permisos.editar)
  const fila = data as Fila | undefined
  const ajenas = usePestanas(nombres.detalle, id, fila)
  if (error && !fila) return <Fallo nivel={1} error={error} reintentar={() => void refetch()} />
  if (!fila) return <Cargando />
  return (
    <Detalle
      titulo={nombreFila(fila)}
      retrato={props.retrato?.(fila)}
      migas={[{ texto: pluralTitulo(palabras), ruta: nombres.lista }]}
      estado={<Estatus activo={fila.estatus} />}
      acciones={edita && <CambiarEstatus {...props} fila={fila} nombre={nombreFila(fila)} />}
      pestanas={[
        {
          clave: 'datos',
          titulo: 'Datos',
          contenido: () =>
            edita ? (
              <Edicion {...props} fila={fila} />
            ) : (
              <DatosDe campos={catalogo.campos} fila={fila} />
            ),
        },
        ...ajenas,
        pestanaHistorial({ endpoint: catalogo.contrato.historial, id }),
      ]}
    />
  )
}

/** The key of the row, of the address; a number where no field says otherwise. */
function useClave(clave: Catalogo['clave']): number {
  const [code, number] = [useCodigo(), useId()]
  return clave ? (code as unknown as number) : number
}

function Edicion({ catalogo, nombres, secciones, fila }: CatalogoProps & { fila: Fila }) {
  const { campos, contrato } = catalogo
  const { save, saving, error } = useSave(contrato.editar)
  const volver = useVolver(nombres.lista)
  // While the user edits, a refetched row must not replace the version on which the edit is based.
  const [abierta, setAbierta] = useState(fila)
  const [guardada, setGuardada] = useState(false)
  if (guardada && fila.version !== abierta.version) {
    setGuardada(false)
    setAbierta(fila)
  }
  const inicial = useMemo(() => {
    const own = Object.keys(campos).map((nombre) => [nombre, abierta[nombre]])
    return { ...Object.fromEntries(own), version: abierta.version }
  }, [campos, abierta])
  return (
    <Formulario
      campos={campos}
      schema={contrato.editar.body}
      inicial={inicial}
      {...(secciones && { secciones })}
      guardar={(body) => save({ params: { id: fila.id as number }, body })}
      alGuardar={() => setGuardada(true)}
      guardando={saving}
      error={error}
      actual={fila}
      cancelar={volver}
    />
  )
}

function CambiarEstatus({
  catalogo,
  controlada = false,
  fila,
  nombre,
}: CatalogoProps & { fila: Fila; nombre: string }) {
  const { alternar, saving } = useAlternar(catalogo.contrato.estatus)
  const efecto = fila.estatus
    ? `${nombre} deja de ofrecerse al registrar; lo ya registrado no cambia.`
    : `${nombre} vuelve a ofrecerse al registrar.`
  const accion = fila.estatus ? 'Desactivar' : 'Activar'
  const hacer = () => alternar(fila.id as number, fila.version, efecto, controlada)
  if (!controlada) {
    return (
      <Button variant="default" loading={saving} onClick={() => void hacer()}>
        {accion}
      </Button>
    )
  }
  return (
    <BotonConfirmar
      titulo={`¿${accion} ${nombre}?`}
      accion={accion}
      peligro={fila.estatus}
      ocupado={saving}
      alConfirmar={hacer}
    >
      {efecto}
      {fila.estatus ? ' Activarlo de nuevo necesita a otra persona.' : ''}
    </BotonConfirmar>
  )
}
