import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { Adjuntar, Comprobantes } from '../../../web/comprobantes/miniaturas.tsx'
import { VistaComprobante } from '../../../web/comprobantes/vista.tsx'
import { Ficha, Monto, type Tono } from '../../../web/crud/valores.tsx'
import { ConLogo } from '../../../web/logo/logo.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { MUEVE } from '../acciones/uso-acciones.tsx'
import { camposAccion } from '../contract/acciones.ts'
import type { Cobro } from '../contract/partes.ts'
import { contrato, type DetalleOrden } from '../contract.ts'
import { Rechazo } from '../dialogos/orden.tsx'
import { RechazarCobro } from '../dialogos/rechazar.tsx'
import { ESTADOS_COBRO, type EstadoCobro } from '../rules.ts'
import classes from './detalle.module.css'
import { NotaCobro } from './nota-cobro.tsx'

const TONOS: Record<EstadoCobro, Tono> = {
  por_verificar: 'aviso',
  verificado: 'positivo',
  rechazado: 'negativo',
  devuelto: 'neutro',
}
/** The routes that serve the vouchers of orders. */
export const FUENTE = { bajar: contrato.bajarComprobante, detalle: 'detalle-orden' } as const

/** The client's payments; those to verify are shown with their vouchers. */
export function Cobros({
  orden,
  alTerminar,
}: {
  orden: DetalleOrden
  /** Called when no payment is left to verify. */
  alTerminar?: () => void
}) {
  if (orden.cobros.length === 0) {
    return (
      <p className="tenue">
        El cliente no pagó todavía. Registre su cobro cuando envíe el comprobante.
      </p>
    )
  }
  return (
    <ul>
      {orden.cobros.map((cobro) => (
        <LineaCobro key={cobro.id} orden={orden} cobro={cobro} alTerminar={alTerminar} />
      ))}
    </ul>
  )
}

function LineaCobro(props: {
  orden: DetalleOrden
  cobro: Cobro
  alTerminar: (() => void) | undefined
}) {
  const { orden, cobro: c, alTerminar } = props
  const adjunta =
    usePuede('ordenes:crear') && c.estado !== 'devuelto' && !c.efectivo && c.cuenta_id !== null
  const waits = c.estado === 'por_verificar'
  const first = c.comprobantes[0]
  const copies = c.comprobantes.flatMap(({ repetidos }) => repetidos)
  return (
    <li className={classes.linea}>
      <div className={classes.cuerpo}>
        <p className={classes.cabeza}>
          <strong>
            <Monto valor={c.monto} moneda={orden.envia_moneda} />
          </strong>
          <ConLogo marca={c.marca}>{[c.tipo_pago, c.cuenta].filter(Boolean).join(' · ')}</ConLogo>
          <Ficha tono={TONOS[c.estado]}>{ESTADOS_COBRO[c.estado]}</Ficha>
        </p>
        <NotaCobro cobro={c} moneda={orden.envia_moneda} />
        {c.motivo && <p className="nota">{`Rechazado: ${c.motivo}`}</p>}
        {copies.length > 0 && (
          <p className="banda" role="alert">
            {'El mismo comprobante está en '}
            {copies.map(({ id, numero }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <Enlace a="detalle-orden" params={{ id }}>
                  {numero}
                </Enlace>
              </span>
            ))}
            . Revise si es el mismo pago.
          </p>
        )}
        <Comprobantes comprobantes={c.comprobantes} fuente={FUENTE}>
          {adjunta && c.comprobantes.length < 5 && (
            <Adjuntar
              endpoint={contrato.adjuntarCobro}
              params={{ id: orden.id, linea_id: c.id }}
              de={c.tipo_pago}
              falta={c.pide_comprobante && c.comprobantes.length === 0}
            />
          )}
        </Comprobantes>
        {waits && c.suya && <Verificar orden={orden} cobro={c} alTerminar={alTerminar} />}
      </div>
      {waits && first && <VistaComprobante comprobante={first} fuente={FUENTE} />}
    </li>
  )
}

/** Buttons to verify a payment or to refuse it. */
function Verificar({ orden, cobro, alTerminar }: Parameters<typeof LineaCobro>[0]) {
  const [referencia, setReferencia] = useState(cobro.referencia ?? '')
  const [refuses, setRefuses] = useState(false)
  const envio = useSave(contrato.verificar, { stale: MUEVE })
  if (!orden.acciones.includes('verificar')) return null
  const last = orden.cobros.filter(({ estado }) => estado === 'por_verificar').length === 1
  async function verify() {
    const body = { cobro_id: cobro.id, referencia: referencia.trim() || null }
    if ((await envio.save({ params: { id: orden.id }, body })) && last) alTerminar?.()
  }
  return (
    <form
      className={classes.verificar}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void verify()
      }}
    >
      <TextInput
        size="xs"
        aria-label="Referencia"
        placeholder="Referencia"
        maxLength={camposAccion.referencia.control.maximo}
        value={referencia}
        onChange={({ currentTarget }) => setReferencia(currentTarget.value)}
      />
      <Button size="xs" type="submit" loading={envio.saving} data-autofocus>
        Llegó: verificar
      </Button>
      <Button size="xs" variant="default" disabled={envio.saving} onClick={() => setRefuses(true)}>
        No llegó
      </Button>
      {envio.error && <Rechazo error={envio.error} orden={orden} />}
      {refuses && <RechazarCobro orden={orden} cobro={cobro} cerrar={() => setRefuses(false)} />}
    </form>
  )
}
