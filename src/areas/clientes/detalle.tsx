import { useMemo, useState } from 'react'
import { TIPOS_DOCUMENTO } from '../../core/documentos.ts'
import type { Campos } from '../../core/fields.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { Cargando } from '../../web/crud/cargando.tsx'
import { DatosDe, Detalle } from '../../web/crud/detalle.tsx'
import { Fallo } from '../../web/crud/lista.tsx'
import { Tabla } from '../../web/crud/tabla.tsx'
import { Fecha, Ficha } from '../../web/crud/valores.tsx'
import { useId, useVolver } from '../../web/navegacion.tsx'
import { useAnswer } from '../../web/query.ts'
import { useSave } from '../../web/save.ts'
import { usePuede } from '../../web/sesion.ts'
import { CambiarEstado } from './cambiar-estado.tsx'
import { type ClienteDetalle, campos, contrato } from './contract.ts'
import { camposDe, FichaForm } from './ficha-form.tsx'
import { EstadoCliente, NivelCliente } from './fichas.tsx'

const ACCIONES: Record<string, string> = {
  crear: 'Registró al cliente',
  editar: 'Editó la ficha',
  estado: 'Cambió el estado',
}

/** One client: his form, what it lacks, his operations, who changed what. */
export default function DetalleCliente() {
  const id = useId()
  const { data, error, refetch } = useAnswer(contrato.obtener, { params: { id } })
  const edita = usePuede('clientes:editar')
  const bloquea = usePuede('clientes:bloquear')
  const opera = usePuede('compras-ventas:ver')
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  return (
    <Detalle
      titulo={data.nombre}
      migas={[
        { texto: 'Clientes', ruta: 'clientes' },
        { texto: `${TIPOS_DOCUMENTO[data.tipo_doc]} ${data.num_doc}` },
      ]}
      estado={
        <>
          <EstadoCliente estado={data.estado} />
          <NivelCliente {...data} />
          {data.documento_vencido && <Ficha tono="negativo">Documento vencido</Ficha>}
        </>
      }
      nota={notaDe(data)}
      acciones={
        <>
          {opera && (
            <BotonEnlace a="compras-ventas" search={{ cliente_id: String(id) }} variant="default">
              Ver operaciones
            </BotonEnlace>
          )}
          {bloquea && <CambiarEstado cliente={data} />}
        </>
      }
      pestanas={[
        {
          clave: 'datos',
          titulo: 'Datos',
          contenido: () =>
            edita ? (
              <Edicion cliente={data} />
            ) : (
              <DatosDe campos={camposDe(data.tipo_persona)} fila={data} />
            ),
        },
        {
          clave: 'historial',
          titulo: 'Historial',
          contenido: () => <Historial filas={data.historial} />,
        },
      ]}
    />
  )
}

/** Why he is not active, else what the full form lacks. */
function notaDe({ estado, motivo_estado, faltan }: ClienteDetalle): string | undefined {
  if (estado !== 'activo' && motivo_estado) return `Motivo: ${motivo_estado}`
  if (faltan.length === 0) return undefined
  const all: Campos = campos
  const words = faltan.map((nombre) => all[nombre]?.etiqueta.toLowerCase() ?? nombre)
  return `Falta para la ficha completa: ${words.join(', ')}.`
}

function Edicion({ cliente }: { cliente: ClienteDetalle }) {
  const { save, saving, error } = useSave(contrato.editar)
  const volver = useVolver('clientes')
  // While somebody writes, a newer row must not slip its version under what is being written.
  const [abierto, setAbierto] = useState(cliente)
  const [guardado, setGuardado] = useState(false)
  if (guardado && cliente.version !== abierto.version) {
    setGuardado(false)
    setAbierto(cliente)
  }
  const inicial = useMemo(() => {
    const row: Record<string, unknown> = abierto
    const own = Object.keys(campos).map((nombre) => [nombre, row[nombre]])
    const { tipo_persona, version } = abierto
    return { ...Object.fromEntries(own), tipo_persona, version }
  }, [abierto])
  return (
    <FichaForm
      schema={contrato.editar.body}
      inicial={inicial}
      guardar={(body) => save({ params: { id: cliente.id }, body })}
      alGuardar={() => setGuardado(true)}
      guardando={saving}
      error={error}
      actual={cliente}
      cancelar={volver}
    />
  )
}

function Historial({ filas }: { filas: ClienteDetalle['historial'] }) {
  return (
    <Tabla
      titulo="Historial"
      id={({ fecha, accion }) => `${fecha}${accion}`}
      filas={filas}
      columnas={[
        { clave: 'fecha', titulo: 'Fecha', celda: ({ fecha }) => <Fecha valor={fecha} hora /> },
        { clave: 'usuario', titulo: 'Usuario', celda: ({ usuario }) => usuario },
        { clave: 'accion', titulo: 'Acción', celda: ({ accion }) => ACCIONES[accion] ?? accion },
      ]}
    />
  )
}
