import { TextInput } from '@mantine/core'
import { useSave } from '../../../../web/api/save.ts'
import { CampoComprobante, useComprobante } from '../../../../web/comprobantes/campo.tsx'
import { BotonConfirmar } from '../../../../web/crud/boton-confirmar.tsx'
import { DecimalInput } from '../../../../web/crud/formulario/decimal-input.tsx'
import type { Columna } from '../../../../web/crud/lista/tabla.tsx'
import { MUEVE } from '../../acciones/uso-acciones.tsx'
import { camposAccion } from '../../contract/acciones.ts'
import { contrato } from '../../contract.ts'
import { contratoLotes, type DetalleLote, type LineaLote } from '../contract.ts'
import classes from './lotes.module.css'
import type { Respondidas } from './uso-respuesta.tsx'

interface Celda {
  lote: DetalleLote
  linea: LineaLote
  r: Respondidas
}

/** The columns of the answer: what is typed of a line that waits, what is known of another. */
export function celdasRespuesta(lote: DetalleLote, r: Respondidas): Columna<LineaLote>[] {
  return [
    {
      clave: 'referencia',
      titulo: 'Referencia del banco',
      celda: (linea) =>
        linea.estado === 'pendiente' ? (
          <Referencia lote={lote} linea={linea} r={r} />
        ) : (
          (linea.referencia ?? linea.motivo)
        ),
    },
    {
      clave: 'comision',
      titulo: 'Comisión',
      celda: (linea) =>
        linea.estado === 'pendiente' && (
          <DecimalInput
            aria-label={`Comisión de ${linea.numero}`}
            className={classes.comision}
            decimales={lote.moneda.decimales}
            value={r.de(linea).comision}
            onChange={(comision) => r.poner(linea, { comision })}
          />
        ),
    },
  ]
}

function Referencia({ lote, linea, r }: Celda) {
  const own = r.de(linea)
  const wrong =
    (own.monto !== null && own.monto !== linea.monto) ||
    (own.cuenta !== null && own.cuenta !== linea.cuenta)
  return (
    <div className={classes.referencia}>
      <TextInput
        aria-label={`Referencia de ${linea.numero}`}
        maxLength={camposAccion.referencia_pago.control.maximo}
        autoComplete="off"
        value={own.referencia}
        onChange={({ currentTarget }) =>
          r.poner(linea, { referencia: currentTarget.value, rechazo: null, dicho: null })
        }
      />
      <Rechazo lote={lote} linea={linea} r={r} />
      {linea.pide_comprobante && <Comprobante lote={lote} linea={linea} r={r} />}
      {linea.observada && <p className="alerta menor">Está observada: resuélvalo en la orden.</p>}
      {own.rechazo && <p className="malo menor">{`El banco dice: ${own.rechazo}`}</p>}
      {wrong && (
        <p className="malo menor">
          El banco tiene otro monto u otra cuenta: no la registre sin revisar qué archivo recibió.
        </p>
      )}
      {own.dicho && (
        <p role="alert" className="malo menor">
          {own.dicho}
        </p>
      )}
    </div>
  )
}

/** Uploads the voucher that a large payout needs. */
function Comprobante({ linea, r }: Celda) {
  const comprobante = useComprobante(contrato.subirVoucher)
  const { subida } = comprobante
  if ((subida?.id ?? null) !== (r.de(linea).comprobante?.id ?? null)) {
    r.poner(linea, { comprobante: subida && { ...subida } })
  }
  return <CampoComprobante comprobante={comprobante} pide />
}

/** The bank did not pay this one: it leaves the batch. */
function Rechazo({ lote, linea, r }: Celda) {
  const { save, saving } = useSave(contratoLotes.rechazar, { stale: MUEVE })
  return (
    <BotonConfirmar
      boton="No la pagó"
      titulo={`El banco no pagó ${linea.numero}`}
      accion="Sacar del lote"
      motivo={camposAccion.motivo}
      peligro
      ocupado={saving}
      alConfirmar={(motivo) =>
        save({ params: { id: lote.id }, body: { linea_id: linea.id, motivo } })
      }
    >
      {`La orden sale del lote y su pagador la tiene de nuevo. ${r.de(linea).rechazo ?? 'Hágalo solo si el banco la rechazó.'}`}
    </BotonConfirmar>
  )
}
