import { IconMessage2, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { decimal, dividir, texto } from '../../../core/dinero/decimal.ts'
import { formatMonto } from '../../../core/formato.ts'
import { Monto } from '../../../web/crud/valores.tsx'
import { ruta } from '../../../web/marco/screens.ts'
import { useAhora } from '../../../web/reloj.ts'
import { BotonesAccion } from '../acciones/botones-accion.tsx'
import { duracion } from '../acciones/reloj-orden.ts'
import type { Acciones } from '../acciones/uso-acciones.tsx'
import type { FilaOrden } from '../contract.ts'
import { Tiempo } from '../estado-orden.tsx'
import type { Monedas } from '../lista/filtros.tsx'
import { MOTIVOS_OBSERVACION } from '../rules.ts'
import { Marca, type Marcadas } from '../tablero/marcadas.tsx'
import classes from './carta.module.css'

const MARCA_MS = 60_000

interface Props {
  orden: FilaOrden
  monedas: Monedas
  acciones: Acciones
  marcadas: Marcadas
  /** When it arrived in this column, if the page was open then. */
  llego: number | undefined
  /** Whether it is the tab stop of its column. */
  parada: boolean
}

/** An order as a card: client, beneficiary, amounts, time, and what blocks it. */
export function TarjetaOrden(props: Props) {
  const { orden: o, monedas, acciones, marcadas, llego, parada } = props
  const ahora = useAhora()
  const fresh = llego !== undefined && ahora - llego < MARCA_MS
  const envia = monedas.get(o.envia_moneda_id)
  const recibe = monedas.get(o.recibe_moneda_id)
  const part = o.estado === 'en_proceso' && decimal(o.pagado).gt(0)
  return (
    <li
      className={classes.carta}
      data-orden={o.id}
      data-nueva={fresh || undefined}
      data-estado={o.estado}
      draggable
    >
      <p className={classes.alto}>
        <Marca orden={o} marcadas={marcadas} />
        <Link
          to={ruta('detalle-orden', { id: o.id })}
          data-carta
          draggable={false}
          tabIndex={parada ? 0 : -1}
          aria-label={`${o.numero}, ${o.cliente}`}
        >
          {o.numero}
        </Link>
        {fresh && <span className={classes.nueva}>Nueva</span>}
        <Tiempo orden={o} />
      </p>
      <p className={classes.cliente}>{o.cliente}</p>
      <p className="nota cortado">
        <span aria-hidden="true">→ </span>
        {o.beneficiario} · {o.metodo}
      </p>
      <p className={classes.montos}>
        <strong>{recibe && <Monto valor={o.recibe} moneda={recibe} />}</strong>
        <span>{envia && <Monto valor={o.envia} moneda={envia} />}</span>
      </p>
      {part && recibe && (
        <p className={classes.avance}>
          <progress value={porcentaje(o)} max={100} aria-hidden="true" />
          Pagado {formatMonto(o.pagado, recibe)}
        </p>
      )}
      <Notas orden={o} />
      <span className={classes.acciones}>
        <BotonesAccion orden={o} acciones={acciones} />
      </span>
    </li>
  )
}

const porcentaje = ({ pagado, recibe }: FilaOrden) =>
  texto(dividir(decimal(pagado).times(100), decimal(recibe), 0, 'abajo'), 0)

/** When an expired, unpaid order will be annulled automatically. */
function SeAnula({ anula_en }: { anula_en: string }) {
  const left = Date.parse(anula_en) - useAhora()
  return (
    <span className={classes.dicha}>
      {left > 0 ? `Se anula en ${duracion(left)}` : 'Por anularse'}
    </span>
  )
}

/** The payer, the payments to verify, and why the order is observed. */
function Notas({ orden: o }: { orden: FilaOrden }) {
  const waits = o.estado === 'pendiente' && o.cobros_por_verificar > 0
  const held = o.estado === 'en_proceso' && o.pagador
  if (!waits && !held && !o.observada && !o.observacion && !o.anula_en) return null
  return (
    <p className={classes.notas}>
      {o.anula_en && <SeAnula anula_en={o.anula_en} />}
      {held && (
        <span className={classes.dicha}>
          <IconUser size={13} aria-hidden="true" />
          <span className="solo-lectores">Pagador</span>
          {o.pagador}
        </span>
      )}
      {waits && (
        <span className={classes.espera}>
          {o.cobros_por_verificar === 1
            ? '1 cobro por verificar'
            : `${o.cobros_por_verificar} cobros por verificar`}
        </span>
      )}
      {o.observada && (
        <span className={classes.espera} title={o.observada_nota ?? undefined}>
          {MOTIVOS_OBSERVACION[o.observada]}
        </span>
      )}
      {!o.observada && o.observacion && (
        <span className={classes.dicha} title={o.observacion}>
          <IconMessage2 size={13} aria-hidden="true" />
          {o.observacion}
        </span>
      )}
    </p>
  )
}
