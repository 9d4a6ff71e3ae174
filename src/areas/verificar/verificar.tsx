import { Button } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { papelDelEnlace } from '../../core/documento/papel.ts'
import { formatFechaHora, formatMonto } from '../../core/formato.ts'
import { useSave } from '../../web/api/save.ts'
import { Formulario } from '../../web/crud/formulario/formulario.tsx'
import { campos, contrato, type Verificado } from './contract.ts'
import classes from './verificar.module.css'

/**
 * Checks a printed document for anybody who holds it: opened by its QR code, or with number and code typed. What is
 * shown is what the house's books say, to be compared with the paper.
 */
export default function VerificarPapel() {
  const enlace = papelDelEnlace(useRouterState({ select: ({ location }) => location.hash }))
  const { save, saving, error, clear } = useSave(contrato.verificar, { silencio: true })
  const [papel, setPapel] = useState<Verificado | null>(null)
  const verificar = async (body: { numero: string; codigo: string }) => {
    const found = await save({ body })
    setPapel(found)
    return found
  }
  const opened = useEffectEvent(() => enlace && void verificar(enlace))
  useEffect(() => {
    opened()
  }, [])
  return (
    <div className={classes.pagina}>
      <div className={classes.hoja}>
        <h1 className={classes.titulo}>Verificar un documento</h1>
        {papel ? (
          <Resultado
            papel={papel}
            otro={() => {
              setPapel(null)
              clear()
            }}
          />
        ) : (
          <>
            <p className={classes.guia}>
              Escriba el número y el código que están impresos en el ticket, el recibo o la
              declaración.
            </p>
            <Formulario
              campos={campos}
              schema={contrato.verificar.body}
              inicial={enlace ?? {}}
              guardar={verificar}
              guardando={saving}
              error={error}
              accion="Verificar"
            />
          </>
        )}
      </div>
    </div>
  )
}

function Resultado({ papel, otro }: { papel: Verificado; otro: () => void }) {
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
        Verificar otro
      </Button>
    </div>
  )
}
