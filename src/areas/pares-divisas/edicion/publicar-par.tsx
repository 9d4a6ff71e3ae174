import { useCallback, useMemo, useRef, useState } from 'react'
import { decimal, isDecimal } from '../../../core/dinero/decimal.ts'
import { opcional } from '../../../core/fields.ts'
import { useSave } from '../../../web/api/save.ts'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { useBusqueda } from '../../../web/marco/navegacion.tsx'
import { campoMotivo, camposPrecio, contrato, type Par, type Recalculado } from '../contract.ts'
import { Resultado } from '../impacto/resultado.tsx'
import { mismo, type Repetir, repetirDe } from './borrador.ts'
import { Previa, type Revisado } from './previa.tsx'
import { Reescribir } from './reescribir.tsx'

const CAMPOS = { ...camposPrecio, motivo: opcional(campoMotivo) }

/** The values of the form after validation. */
interface Cuerpo {
  compra: string
  venta: string
  motivo: string | null
}

/** An open question: the prices to type again, and the promise to resolve. */
interface Pregunta {
  repetir: Repetir
  responder: (yes: boolean) => void
}

/** A price that the address proposes; null for what is none. It is judged as a typed one. */
const precioPedido = (text: string | undefined) =>
  text && isDecimal(text) && decimal(text).gt(0) ? text : null

/** Publishes new prices of one pair. Saving the same ones confirms them. */
export function PublicarPar({ par }: { par: Par }) {
  const { save, saving, error } = useSave(contrato.precio, { stale: ['tipos-cambios'] })
  const [pregunta, setPregunta] = useState<Pregunta>()
  const [resultado, setResultado] = useState<readonly Recalculado[]>()
  const [pedido, pedir] = useBusqueda()
  const compra = precioPedido(pedido.compra) ?? par.compra
  const venta = precioPedido(pedido.venta) ?? par.venta
  const inicial = useMemo(() => ({ compra, venta, motivo: null }), [compra, venta])

  const revision = useRef<Revisado>(null)
  const revisado = useCallback((seen: Revisado | null) => {
    revision.current = seen
  }, [])

  async function publicar({ compra, venta, motivo }: Cuerpo) {
    setResultado(undefined)
    const repetir = repetirDe(par, { compra, venta })
    if (repetir) {
      const sure = await new Promise<boolean>((responder) => setPregunta({ repetir, responder }))
      setPregunta(undefined)
      if (!sure) return null
    }
    const seen = revision.current
    const same = seen && mismo(seen.compra, compra) && mismo(seen.venta, venta)
    const body = {
      ...{ compra, venta, motivo, confirmar: repetir !== null, version: par.version },
      ...(same && { revision: seen.revision }),
    }
    const answer = await save({ params: { id: par.id }, body })
    if (answer) {
      setResultado(answer.recalculados)
      // The address no longer proposes what is published.
      pedir({ compra: undefined, venta: undefined })
    }
    return answer
  }

  return (
    <div className="pila">
      <Formulario
        campos={CAMPOS}
        schema={contrato.precio.body}
        inicial={inicial}
        guardar={publicar}
        guardando={saving}
        error={error}
        accion="Publicar"
        conForm={(form) => <Previa par={par} valores={form.watch()} alRevisar={revisado} />}
      />
      {resultado && <Resultado filas={resultado} cerrar={() => setResultado(undefined)} />}
      <Reescribir
        pares={pregunta ? [pregunta.repetir] : []}
        ocupado={saving}
        alConfirmar={() => pregunta?.responder(true)}
        alCorregir={() => pregunta?.responder(false)}
      />
    </div>
  )
}
