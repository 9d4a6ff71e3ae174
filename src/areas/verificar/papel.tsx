import { Button } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { papelDelEnlace } from '../../core/documento/papel.ts'
import { formatFechaHora, formatMonto } from '../../core/formato.ts'
import { callWith } from '../../web/api/api.ts'
import { useSave } from '../../web/api/save.ts'
import { Formulario } from '../../web/crud/formulario/formulario.tsx'
import { campos, contrato, type Verificado } from './contract.ts'
import classes from './verificar.module.css'

interface Palabras {
  titulo: string
  guia: string
  accion: string
  otro: string
}

/** How often what is still on its way is asked for again. */
const CADA_MS = 20_000

/**
 * What the house's books say of a document, for anybody who holds it: opened by its link, or with number and code typed.
 * While it is on its way it is asked for again by itself.
 */
export function PapelDeLaCasa({ titulo, guia, accion, otro }: Palabras) {
  const enlace = papelDelEnlace(useRouterState({ select: ({ location }) => location.hash }))
  const { save, saving, error, clear } = useSave(contrato.verificar, { silencio: true })
  const [papel, setPapel] = useState<Verificado | null>(null)
  const [pedido, setPedido] = useState(enlace)
  const verificar = async (body: { numero: string; codigo: string }) => {
    setPedido(body)
    const found = await save({ body })
    setPapel(found)
    return found
  }
  const opened = useEffectEvent(() => enlace && void verificar(enlace))
  useEffect(() => {
    opened()
  }, [])
  const again = useEffectEvent(() => {
    if (!pedido || document.hidden) return
    // Without an answer what is shown stays, and the next turn asks again.
    callWith(contrato.verificar, { body: pedido }).then(setPapel, () => {})
  })
  const sigue = papel?.sigue === true
  useEffect(() => {
    if (!sigue) return
    const turn = setInterval(() => again(), CADA_MS)
    return () => clearInterval(turn)
  }, [sigue])
  return (
    <div className={classes.pagina}>
      <div className={classes.hoja}>
        <h1 className={classes.titulo}>{titulo}</h1>
        {papel ? (
          <Resultado
            papel={papel}
            palabra={otro}
            otro={() => {
              setPapel(null)
              clear()
            }}
          />
        ) : (
          <>
            <p className={classes.guia}>{guia}</p>
            <Formulario
              campos={campos}
              schema={contrato.verificar.body}
              inicial={enlace ?? {}}
              guardar={verificar}
              guardando={saving}
              error={error}
              accion={accion}
            />
          </>
        )}
      </div>
    </div>
  )
}

function Resultado({
  papel,
  palabra,
  otro,
}: {
  papel: Verificado
  palabra: string
  otro: () => void
}) {
  const amounts = (all: Verificado['entrega']) =>
    all.map((one) => formatMonto(one.monto, one)).join(' y ')
  const rows = [
    ['Documento', papel.documento],
    ['Número', papel.numero],
    ['Fecha', formatFechaHora(papel.fecha)],
    ['El cliente entregó', amounts(papel.entrega)],
    ['A cambio de', amounts(papel.recibe)],
    ...papel.aparte.map((one) => [one.nombre, formatMonto(one.monto, one)] as const),
    ['Estado', papel.estado],
  ] as const
  return (
    <div className={classes.resultado}>
      <p className={classes.veredicto} data-mal={papel.anulada || undefined} role="status">
        {papel.anulada
          ? `${papel.casa} emitió este documento y después lo anuló: ya no vale.`
          : `${papel.casa} emitió este documento.`}
      </p>
      {papel.pasos && <Camino pasos={papel.pasos} sigue={papel.sigue === true} />}
      <dl className={classes.datos}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.guia}>
        Compare estos datos con los del papel. Si algo no coincide, el papel fue alterado: no lo
        acepte y avise a la casa. Los nombres no se muestran aquí.
      </p>
      <Button variant="default" onClick={otro}>
        {palabra}
      </Button>
    </div>
  )
}

/** Where it is and since when; what is on its way is followed by itself. */
function Camino({ pasos, sigue }: { pasos: NonNullable<Verificado['pasos']>; sigue: boolean }) {
  return (
    <>
      <ol className={classes.camino} aria-label="Recorrido" aria-live="polite">
        {pasos.map(({ paso, en }) => (
          <li key={paso}>
            <strong>{paso}</strong>
            <time dateTime={en}>{formatFechaHora(en)}</time>
          </li>
        ))}
      </ol>
      {sigue && <p className={classes.guia}>Esta página se actualiza sola.</p>}
    </>
  )
}
