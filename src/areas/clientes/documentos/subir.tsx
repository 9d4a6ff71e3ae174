import { useMemo, useState } from 'react'
import { z } from 'zod'
import { useSave } from '../../../web/api/save.ts'
import { AdjuntoCampo } from '../../../web/crud/formulario/adjunto-campo.tsx'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import { Modal } from '../../../web/crud/modal.tsx'
import {
  camposPapel,
  contratoDocumentos,
  PAPELES,
  type Papel,
  type PapelDeCliente,
  vencePapel,
} from '../contract/documentos.ts'
import classes from './documentos.module.css'

/** What the dialog was opened for. */
export interface Pedido {
  tipo: Papel
  /** The paper in force that the new one replaces. */
  previo?: PapelDeCliente | undefined
  /** Dropped or pasted on the page. */
  archivo?: File | undefined
  /** Which paper it is, is chosen in the dialog. */
  libre?: boolean
}

interface Props {
  cliente_id: number
  pedido: Pedido | null
  /** The papers in force: choosing the kind of one replaces it. */
  vigentes: readonly PapelDeCliente[]
  cambiar: (pedido: Pedido | null) => void
}

/** Dialog that takes a paper of a client, or one in place of another. */
export function Subir({ pedido, ...rest }: Props) {
  const { vigentes, cambiar } = rest
  const titulo = pedido && `${pedido.previo ? 'Reemplazar: ' : ''}${nombreDe(pedido)}`
  const elegir = (valor: string | undefined) => {
    const tipo = valor as Papel | undefined
    const previo = vigentes.find((papel) => papel.tipo === tipo && tipo !== 'otro')
    if (pedido && tipo) cambiar({ ...pedido, tipo, previo })
  }
  return (
    <Modal
      opened={pedido !== null}
      onClose={() => cambiar(null)}
      title={titulo}
      transitionProps={{ duration: 120 }}
    >
      {pedido?.libre && (
        <Seleccion
          etiqueta={camposPapel.tipo.etiqueta}
          className={classes.tipo}
          opciones={Object.entries(PAPELES).map(([valor, etiqueta]) => ({ valor, etiqueta }))}
          valor={pedido.tipo}
          alElegir={elegir}
        />
      )}
      {pedido && <Cuerpo {...rest} pedido={pedido} />}
    </Modal>
  )
}

const nombreDe = ({ tipo, previo }: Pedido) => previo?.titulo ?? PAPELES[tipo]

/** The fields that this paper has. */
function camposDe({ tipo, previo }: Pedido) {
  return {
    ...(tipo === 'otro' && { titulo: { ...camposPapel.titulo, requerido: true } }),
    ...(vencePapel(tipo) && { vence: camposPapel.vence }),
    ...(previo && { motivo: { ...camposPapel.motivo, requerido: true } }),
  }
}

function Cuerpo({ cliente_id, pedido, cambiar }: Omit<Props, 'pedido'> & { pedido: Pedido }) {
  const cerrar = () => cambiar(null)
  const [adjunto_id, setAdjunto] = useState<number | null>(null)
  const { save, saving, error } = useSave(contratoDocumentos.guardar)
  const { tipo, previo } = pedido
  const reemplaza_id = previo?.id ?? null
  const campos = useMemo(() => camposDe(pedido), [pedido])
  const schema = useMemo(
    () =>
      z.preprocess(
        (typed) => ({ ...sinVacios(typed as object), tipo, adjunto_id, reemplaza_id }),
        contratoDocumentos.guardar.body,
      ),
    [tipo, adjunto_id, reemplaza_id],
  )
  const inicial = useMemo(
    () => ({ titulo: previo?.titulo ?? null, vence: null, motivo: null }),
    [previo],
  )
  return (
    <Formulario
      campos={campos}
      schema={schema}
      inicial={inicial}
      guardar={(body) => save({ params: { id: cliente_id }, body })}
      alGuardar={cerrar}
      guardando={saving}
      error={error}
      accion={previo ? 'Reemplazar' : 'Guardar'}
      cancelar={cerrar}
      conForm={({ formState: { errors } }) => (
        <AdjuntoCampo
          endpoint={contratoDocumentos.subirAdjunto}
          etiqueta="Foto o PDF"
          inicial={pedido.archivo}
          camara
          onChange={setAdjunto}
          error={errors.adjunto_id?.message as string | undefined}
        />
      )}
    />
  )
}

const sinVacios = (typed: object) =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, value === '' ? null : value]),
  )
