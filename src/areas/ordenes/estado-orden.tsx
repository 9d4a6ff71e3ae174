import { IconClock, IconHourglass } from '@tabler/icons-react'
import { Ficha, type Tono } from '../../web/crud/valores.tsx'
import { useAhora } from '../../web/reloj.ts'
import { relojDe } from './acciones/reloj-orden.ts'
import type { FilaOrden } from './contract.ts'
import classes from './ordenes.module.css'
import { ESTADOS, type Estado, MOTIVOS_OBSERVACION } from './rules.ts'

export const TONOS: Record<Estado, Tono> = {
  pendiente: 'aviso',
  vencida: 'negativo',
  pagada: 'info',
  en_proceso: 'info',
  completada: 'positivo',
  anulada: 'neutro',
}

/** Where an order stands, and why it waits when it does. */
export function EstadoOrden({
  orden: { estado, observada },
}: {
  orden: Pick<FilaOrden, 'estado' | 'observada'>
}) {
  return (
    <span className={classes.fichas}>
      <Ficha tono={TONOS[estado]}>{ESTADOS[estado]}</Ficha>
      {observada && <Ficha tono="aviso">{MOTIVOS_OBSERVACION[observada]}</Ficha>}
    </span>
  )
}

/** How long it stands there, or what is left of its quote, in the colour of its urgency; all of it on hover. */
export function Tiempo({ orden }: { orden: FilaOrden }) {
  const { texto, urgencia, detalle, resta } = relojDe(orden, useAhora())
  const Icono = resta ? IconHourglass : IconClock
  return (
    <span className={classes.tiempo} data-urgencia={urgencia} title={detalle}>
      <Icono size={13} aria-hidden="true" />
      {resta && <span className="solo-lectores">Vence en </span>}
      {texto}
      {urgencia === 'tarde' && <span className="solo-lectores">, fuera de plazo</span>}
    </span>
  )
}
