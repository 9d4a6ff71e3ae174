import { TIPOS_DOCUMENTO } from '../../../core/documento/documentos.ts'
import type { Campos } from '../../../core/fields.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { Datos, DatosDe, Detalle } from '../../../web/crud/pagina/detalle.tsx'
import { Historial } from '../../../web/crud/pagina/historial.tsx'
import { UnaFila } from '../../../web/crud/pagina/una-fila.tsx'
import { Ficha, Hace, Monto } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { usePestanas } from '../../../web/marco/pestanas.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { type ClienteDetalle, campos, contrato, DOLARES } from '../contract.ts'
import { Aprobacion, Aprobar } from './aprobar.tsx'
import { CambiarEstado } from './cambiar-estado.tsx'
import { Parecidos, QuitarPep } from './cumplimiento.tsx'
import { Edicion } from './edicion.tsx'
import { camposDe } from './ficha-form.tsx'
import { EstadoCliente, NivelCliente } from './fichas.tsx'

const ACCIONES: Record<string, string> = {
  crear: 'Registró al cliente',
  editar: 'Editó la ficha',
  estado: 'Cambió el estado',
  aprobar: 'Aprobó al cliente',
  pep: 'Quitó la marca PEP',
  distinto: 'Dijo que es otra persona',
}

/** One client: his data, what they lack, his operations, his history. */
export default function DetalleCliente() {
  return <UnaFila endpoint={contrato.obtener}>{(cliente) => <Cliente cliente={cliente} />}</UnaFila>
}

function Cliente({ cliente: data }: { cliente: ClienteDetalle }) {
  const { id } = data
  const edita = usePuede('clientes:editar')
  const bloquea = usePuede('clientes:bloquear')
  const aprueba = usePuede('clientes:aprobar')
  const opera = usePuede('compras-ventas:ver')
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
          {opera && (
            <BotonEnlace a="compras-ventas" search={{ cliente_id: String(id) }} variant="default">
              Ver operaciones
            </BotonEnlace>
          )}
          {bloquea && <CambiarEstado cliente={data} />}
          {aprueba && data.pep && <QuitarPep cliente={data} />}
          {aprueba && data.reforzado && <Aprobar cliente={data} />}
        </>
      }
      pestanas={[
        {
          clave: 'datos',
          titulo: 'Datos',
          contenido: () => (
            <div className="pila">
              <Parecidos cliente={data} />
              <Alrededor cliente={data} />
              <Aprobacion cliente={data} />
              {edita ? (
                <Edicion cliente={data} />
              ) : (
                <DatosDe campos={camposDe(data.tipo_persona)} fila={data} />
              )}
            </div>
          ),
        },
        ...ajenas,
        {
          clave: 'historial',
          titulo: 'Historial',
          contenido: () => <Historial filas={data.historial} acciones={ACCIONES} />,
        },
      ]}
    />
  )
}

/** Note under the title: the reason why he is not active, otherwise the missing fields. */
function notaDe({ estado, motivo_estado, faltan }: ClienteDetalle): string | undefined {
  if (estado !== 'activo' && motivo_estado) return `Motivo: ${motivo_estado}`
  if (faltan.length === 0) return undefined
  const all: Campos = campos
  const words = faltan.map((nombre) => all[nombre]?.etiqueta.toLowerCase() ?? nombre)
  return `Falta para la ficha completa: ${words.join(', ')}.`
}

/** His operations, his agent, and the clients whose agent he is. */
function Alrededor({ cliente }: { cliente: ClienteDetalle }) {
  const { operado_30d, ultima_operacion, agente, referidos, id } = cliente
  return (
    <Datos
      pares={[
        ['Operado 30 días', <Monto key="operado" valor={operado_30d} moneda={DOLARES} />],
        ['Última operación', <Hace key="ultima" momento={ultima_operacion} />],
        ...(agente
          ? [
              [
                'Agente',
                <Enlace key="agente" a="detalle-cliente" params={{ id: agente.id }}>
                  {agente.nombre}
                </Enlace>,
              ] as const,
            ]
          : []),
        ...(referidos > 0
          ? [
              [
                'Referidos',
                <Enlace key="referidos" a="clientes" search={{ agente_id: String(id) }}>
                  {`${referidos} ${referidos === 1 ? 'cliente' : 'clientes'}`}
                </Enlace>,
              ] as const,
            ]
          : []),
      ]}
    />
  )
}
