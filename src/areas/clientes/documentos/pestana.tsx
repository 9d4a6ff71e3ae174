import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Duda } from '../../../web/duda/duda.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contratoDocumentos, type PapelDeCliente } from '../contract/documentos.ts'
import type { ClienteDetalle } from '../contract.ts'
import classes from './documentos.module.css'
import { Anteriores, Casilla } from './papel.tsx'
import { papelesDe } from './rules.ts'
import { type Pedido, Subir } from './subir.tsx'

/** The papers of a client: those that his level asks for, others, and those that were replaced or refused. */
export default function Documentos({ cliente }: { cliente: ClienteDetalle }) {
  const { data, error } = useAnswer(contratoDocumentos.listar, { params: { id: cliente.id } })
  if (error) return <p role="alert">{error.message}</p>
  return data ? <Papeles cliente={cliente} papeles={data} /> : <Cargando />
}

function Papeles({ cliente, papeles }: { cliente: ClienteDetalle; papeles: PapelDeCliente[] }) {
  const edita = usePuede('clientes:editar')
  const [pedido, setPedido] = useState<Pedido | null>(null)
  const pedir = edita ? setPedido : undefined
  usePegado(pedir && ((archivo) => pedir({ tipo: 'otro', libre: true, archivo })))
  const vigentes = papeles.filter(({ estado }) => estado === 'vigente')
  const pedidos = papelesDe(cliente)
  const suyos = pedidos.map(({ tipo, desde, pide }) => ({
    tipo,
    papel: vigentes.find((papel) => papel.tipo === tipo),
    falta: pide
      ? ({ texto: `Falta: lo pide ${desde}`, tono: 'aviso' } as const)
      : ({ texto: `Lo pedirá ${desde}`, tono: 'neutro' } as const),
  }))
  // Of another kind, or of one that was asked for when he was another type of person.
  const otros = vigentes.filter(({ tipo }) => !pedidos.some((each) => each.tipo === tipo))
  return (
    <div className={classes.pestana}>
      <p className="nota">
        Los que pide su nivel y los que faltan{' '}
        <Duda en="clientes#documentos" sobre="documentos de un cliente" />
      </p>
      <ul className={classes.lista} aria-label="Documentos del cliente">
        {suyos.map((each) => (
          <Casilla key={each.tipo} {...each} pedir={pedir} />
        ))}
        {otros.map((papel) => (
          <Casilla key={papel.id} tipo={papel.tipo} papel={papel} pedir={pedir} />
        ))}
      </ul>
      {pedir && (
        <div className="fila">
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => pedir({ tipo: 'otro', libre: true })}
          >
            Otro documento
          </Button>
          <span className={`nota ${classes.ayuda}`}>
            Arrastre un archivo sobre su casilla, o péguelo con Ctrl+V.
          </span>
        </div>
      )}
      <Anteriores papeles={papeles.filter(({ estado }) => estado !== 'vigente')} />
      <Subir cliente_id={cliente.id} pedido={pedido} vigentes={vigentes} cambiar={setPedido} />
    </div>
  )
}

/** A file that is pasted on the page while no dialog is open. */
function usePegado(poner: ((file: File) => void) | undefined) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0]
    if (!file || !poner || document.querySelector('[role=dialog]')) return
    event.preventDefault()
    poner(file)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event)
    addEventListener('paste', listen)
    return () => removeEventListener('paste', listen)
  }, [])
}
