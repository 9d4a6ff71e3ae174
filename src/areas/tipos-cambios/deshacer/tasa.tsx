import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatFechaHora } from '../../../core/formato.ts'
import { ApiError } from '../../../web/api/http.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { Confirmar } from '../../../web/crud/dialogo.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { Mensaje } from '../../../web/marco/mensaje.tsx'
import { useId, useIr, useVolver } from '../../../web/marco/navegacion.tsx'
import type { RutaCon } from '../../../web/marco/screens.ts'
import { camposDeshacer, type PreviaDeshacer } from '../contract/deshacer.ts'
import { contrato } from '../contract.ts'
import { Afectadas } from './afectadas.tsx'
import { Alcance, Balance } from './alcance.tsx'
import classes from './deshacer.module.css'

/** Preview of undoing a rate: what is restored, the operations made at it, and the reason. */
export default function DeshacerTasa() {
  const id = useId()
  const { data, error } = useAnswer(contrato.previaDeshacer, { params: { id } })
  const { save, saving } = useSave(contrato.deshacer, { stale: ['pares-divisas'] })
  return (
    <Previa
      titulo="Deshacer tasa"
      miga={{ texto: 'Tipos de cambio', ruta: 'tipos-cambios' }}
      data={data}
      error={error}
      ocupado={saving}
      deshacer={(body) => save({ params: { id }, body })}
    />
  )
}

export interface PreviaProps {
  titulo: string
  miga: { texto: string; ruta: RutaCon }
  data: PreviaDeshacer | undefined
  error: Error | null
  ocupado: boolean
  deshacer: (body: { historico_id: number; motivo: string }) => Promise<{ id: number } | null>
}

/** The preview, shared by rates and pairs. */
export function Previa({ titulo, miga, data, error, ocupado, deshacer }: PreviaProps) {
  const [pide, setPide] = useState(false)
  const ir = useIr()
  const volver = useVolver(miga.ruta)
  if (error && !data) return <Imposible titulo={titulo} error={error} volver={volver} />
  if (!data) return <Cargando />
  async function confirm(motivo: string) {
    const answer = await deshacer({ historico_id: data?.historico_id ?? 0, motivo })
    // Refused, as until another person says yes: the reason stays where it was typed.
    if (!answer) return
    setPide(false)
    ir('tasa-deshecha', { id: answer.id })
  }
  return (
    <Pagina titulo={titulo} migas={[miga]}>
      <section className={classes.bloque} aria-label="Qué cambia">
        <p>
          Se publicó el {formatFechaHora(data.desde)}
          {data.usuario && ` por ${data.usuario}`}
          {data.motivo && `: «${data.motivo}»`}.
        </p>
        <Alcance {...data} />
        {data.tasa_manual === true && <p>Queda manual, como estaba.</p>}
        {data.tasa_manual === false && <p>Vuelve a seguir a sus pares.</p>}
        {!data.exacta && (
          <p className="alerta">
            Sus pares cambiaron mientras tanto: vuelve lo que su regla da con los precios de ahora.
          </p>
        )}
        <Balance {...data} />
        <div className="seguidos">
          <Button color="red" onClick={() => setPide(true)}>
            Deshacer
          </Button>
          <Button variant="default" onClick={volver}>
            Cancelar
          </Button>
        </div>
      </section>
      {data.total > 0 && <Afectadas filas={data.operaciones} />}
      <Confirmar
        abierto={pide}
        titulo={`¿${titulo}?`}
        accion="Deshacer"
        motivo={camposDeshacer.motivo}
        peligro
        ocupado={ocupado}
        alConfirmar={(motivo) => void confirm(motivo)}
        alCancelar={() => setPide(false)}
      >
        <Alcance {...data} />
      </Confirmar>
    </Pagina>
  )
}

/** There is nothing to restore, or the pair must be undone instead. */
function Imposible(props: { titulo: string; error: Error; volver: () => void }) {
  const { titulo, error, volver } = props
  const detalle = error instanceof ApiError ? error.body.detalle : undefined
  const par = Number(detalle?.par_id ?? 0)
  return (
    <Pagina titulo={titulo}>
      <Mensaje
        nivel={2}
        titulo="No se puede deshacer"
        accion={
          par > 0 ? (
            <BotonEnlace a="deshacer-par" params={{ id: par }}>
              Deshacer los precios de {String(detalle?.par)}
            </BotonEnlace>
          ) : (
            <Button variant="default" onClick={volver}>
              Volver
            </Button>
          )
        }
      >
        {error.message}
      </Mensaje>
    </Pagina>
  )
}
