import { Button } from '@mantine/core'
import { useState } from 'react'
import { textoMotivo } from '../../../core/fields.ts'
import { formatFecha } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { useSoltar } from '../../../web/comprobantes/soltar.ts'
import { Confirmar } from '../../../web/crud/dialogo.tsx'
import { Adjuntos } from '../../../web/crud/pagina/adjuntos.tsx'
import { Ficha, type Tono } from '../../../web/crud/valores.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import {
  contratoDocumentos,
  ESTADOS_PAPEL,
  PAPELES,
  type Papel,
  type PapelDeCliente,
} from '../contract/documentos.ts'
import classes from './documentos.module.css'
import type { Pedido } from './subir.tsx'

export const tituloDe = ({ tipo, titulo }: Pick<PapelDeCliente, 'tipo' | 'titulo'>) =>
  titulo ?? PAPELES[tipo]

/** A kind of paper: the one in force, or that it is missing; a file may be dropped on it. */
export function Casilla(props: {
  tipo: Papel
  papel: PapelDeCliente | undefined
  falta?: { texto: string; tono: Tono }
  pedir: ((pedido: Pedido) => void) | undefined
}) {
  const { tipo, papel, falta, pedir } = props
  const abrir = (archivo?: File) => pedir?.({ tipo, previo: papel, archivo })
  const soltar = useSoltar((file) => abrir(file))
  const titulo = papel ? tituloDe(papel) : PAPELES[tipo]
  return (
    <li className={classes.casilla} {...(pedir && soltar)}>
      <div className={classes.que}>
        <strong>{titulo}</strong>
        {papel ? <Estado papel={papel} /> : falta && <Ficha tono={falta.tono}>{falta.texto}</Ficha>}
      </div>
      {papel && <Entregado papel={papel} />}
      <div className={classes.acciones}>
        {papel && <Archivo papel={papel} />}
        {pedir && (
          <Button
            size="compact-sm"
            variant={papel ? 'default' : 'light'}
            aria-label={`${papel ? 'Reemplazar' : 'Subir'}: ${titulo}`}
            onClick={() => abrir()}
          >
            {papel ? 'Reemplazar' : 'Subir'}
          </Button>
        )}
        {papel && <Rechazar papel={papel} />}
      </div>
    </li>
  )
}

function Estado({ papel: { vencido, vence } }: { papel: PapelDeCliente }) {
  if (vencido) return <Ficha tono="negativo">{`Venció el ${formatFecha(vence ?? '')}`}</Ficha>
  return (
    <Ficha tono="positivo">
      {vence ? `Hasta el ${formatFecha(vence)}` : ESTADOS_PAPEL.vigente}
    </Ficha>
  )
}

const Entregado = ({ papel }: { papel: PapelDeCliente }) => (
  <p className="nota">{`Lo entregó ${papel.subido_por} el ${formatFecha(papel.subido_en)}`}</p>
)

/** Opens or downloads the file, for whoever may read it. */
function Archivo({ papel: { adjunto, legible } }: { papel: PapelDeCliente }) {
  if (!legible) return <span className="nota">Lo mira cumplimiento</span>
  return <Adjuntos endpoint={contratoDocumentos.bajarAdjunto} adjuntos={[adjunto]} />
}

function Rechazar({ papel }: { papel: PapelDeCliente }) {
  const aprueba = usePuede('clientes:aprobar')
  const { save, saving } = useSave(contratoDocumentos.rechazar)
  const [abierto, setAbierto] = useState(false)
  if (!aprueba) return null
  async function confirm(motivo: string) {
    if (await save({ params: { id: papel.id }, body: { motivo } })) setAbierto(false)
  }
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAbierto(true)}>
        Rechazar
      </Button>
      <Confirmar
        abierto={abierto}
        titulo={`Rechazar: ${tituloDe(papel)}`}
        accion="Rechazar"
        motivo={textoMotivo()}
        peligro
        ocupado={saving}
        alConfirmar={(motivo) => void confirm(motivo)}
        alCancelar={() => setAbierto(false)}
      >
        <p>El archivo queda guardado y se pedirá otro. Ninguna operación cambia.</p>
      </Confirmar>
    </>
  )
}

/** Papers that are no longer in force: they stay, for compliance. */
export function Anteriores({ papeles }: { papeles: readonly PapelDeCliente[] }) {
  if (papeles.length === 0) return null
  return (
    <section className="pila" aria-labelledby="documentos-anteriores">
      <h2 id="documentos-anteriores">Anteriores</h2>
      <ul className={classes.lista}>
        {papeles.map((papel) => (
          <li key={papel.id} className={classes.casilla}>
            <div className={classes.que}>
              <strong>{tituloDe(papel)}</strong>
              <Ficha tono={papel.estado === 'rechazado' ? 'negativo' : 'neutro'}>
                {ESTADOS_PAPEL[papel.estado]}
              </Ficha>
            </div>
            <Entregado papel={papel} />
            <p className="nota">
              {`Lo cambió ${papel.cambiado_por} el ${formatFecha(papel.cambiado_en ?? '')}: ${papel.motivo}`}
            </p>
            <div className={classes.acciones}>
              <Archivo papel={papel} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
