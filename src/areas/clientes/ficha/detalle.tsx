import { type ReactNode, Suspense } from 'react'
import { TIPOS_DOCUMENTO } from '../../../core/documento/documentos.ts'
import type { Campos } from '../../../core/fields.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { DatosDe, Detalle, type Pestana } from '../../../web/crud/pagina/detalle.tsx'
import { Historial } from '../../../web/crud/pagina/historial.tsx'
import { UnaFila } from '../../../web/crud/pagina/una-fila.tsx'
import { Ficha } from '../../../web/crud/valores.tsx'
import { usePestanas } from '../../../web/marco/pestanas.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { parte } from '../../../web/sin-linea/parte.tsx'
import { type ClienteDetalle, campos, contrato } from '../contract.ts'
import { Aprobar } from './aprobar.tsx'
import { CambiarEstado } from './cambiar-estado.tsx'
import { QuitarPep } from './cumplimiento.tsx'
import { Edicion } from './edicion.tsx'
import { camposDe } from './ficha-form.tsx'
import { EstadoCliente, NivelCliente } from './fichas.tsx'
import { Resumen } from './resumen.tsx'

const Documentos = parte(() => import('../documentos/pestana.tsx'))
const Limites = parte(() => import('../expediente/limites.tsx'))
const SaldoPendiente = parte(() => import('../expediente/saldo.tsx'))
const Cumplimiento = parte(() => import('../expediente/cumplimiento.tsx'))

const ACCIONES: Record<string, string> = {
  crear: 'Registró al cliente',
  editar: 'Editó la ficha',
  estado: 'Cambió el estado',
  aprobar: 'Aprobó al cliente',
  pep: 'Quitó la marca PEP',
  distinto: 'Dijo que es otra persona',
  documento: 'Guardó un documento',
  'reemplazar-documento': 'Reemplazó un documento',
  'rechazar-documento': 'Rechazó un documento',
}

export const empieza: Empieza = { fila: contrato.obtener }

/** One client: what he may do and did, his data, what they lack, his history. */
export default function DetalleCliente() {
  return <UnaFila endpoint={contrato.obtener}>{(cliente) => <Cliente cliente={cliente} />}</UnaFila>
}

function Cliente({ cliente: data }: { cliente: ClienteDetalle }) {
  const { id } = data
  const edita = usePuede('clientes:editar')
  const bloquea = usePuede('clientes:bloquear')
  const aprueba = usePuede('clientes:aprobar')
  const compra = usePuede('compras-ventas:crear')
  const envia = usePuede('ordenes:crear')
  const opera = data.estado === 'activo' || data.estado === 'observado'
  const ajenas = usePestanas('detalle-cliente', id, data)
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
          {data.riesgo_efectivo === 'alto' && <Ficha tono="negativo">Riesgo alto</Ficha>}
          {data.etiquetas.map((etiqueta) => (
            <Ficha key={etiqueta}>{etiqueta}</Ficha>
          ))}
          {data.documento_vencido && <Ficha tono="negativo">Documento vencido</Ficha>}
        </>
      }
      nota={notaDe(data)}
      acciones={
        <>
          {opera && compra && (
            <BotonEnlace a="nueva-compra-venta" search={{ cliente_id: String(id) }}>
              Nueva operación
            </BotonEnlace>
          )}
          {opera && envia && (
            <BotonEnlace a="nueva-orden" search={{ cliente_id: String(id) }} variant="default">
              Nueva orden
            </BotonEnlace>
          )}
          {bloquea && <CambiarEstado cliente={data} />}
          {aprueba && data.pep && <QuitarPep cliente={data} />}
          {aprueba && data.reforzado && <Aprobar cliente={data} />}
        </>
      }
      pestanas={[
        { clave: 'resumen', titulo: 'Resumen', contenido: () => <Resumen cliente={data} /> },
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
        tarde('documentos', 'Documentos', () => <Documentos cliente={data} />),
        tarde('limites', 'Límites', () => <Limites cliente={data} />),
        tarde('saldo', 'Saldo pendiente', () => <SaldoPendiente id={id} />),
        ...ajenas,
        ...(bloquea
          ? [tarde('cumplimiento', 'Cumplimiento', () => <Cumplimiento cliente={data} />)]
          : []),
        {
          clave: 'historial',
          titulo: 'Historial',
          contenido: () => <Historial filas={data.historial} acciones={ACCIONES} />,
        },
      ]}
    />
  )
}

/** A tab whose code comes when it is opened. */
const tarde = (clave: string, titulo: string, contenido: () => ReactNode): Pestana => ({
  clave,
  titulo,
  contenido: () => <Suspense fallback={<Cargando />}>{contenido()}</Suspense>,
})

/** Note under the title: the reason why he is not active, otherwise the missing fields. */
function notaDe({ estado, motivo_estado, faltan }: ClienteDetalle): string | undefined {
  if (estado !== 'activo' && motivo_estado) return `Motivo: ${motivo_estado}`
  if (faltan.length === 0) return undefined
  const all: Campos = campos
  const words = faltan.map((nombre) => all[nombre]?.etiqueta.toLowerCase() ?? nombre)
  return `Falta para la ficha completa: ${words.join(', ')}.`
}
