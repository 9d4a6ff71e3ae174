import { IconAlertTriangle, IconHandStop, IconTrendingDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { TipoCambio } from '../contract.ts'
import classes from '../tipos.module.css'

function Aviso({ texto, children }: { texto: string; children: ReactNode }) {
  return (
    <span className={classes.aviso}>
      {children}
      {texto}
    </span>
  )
}

/** The same in words, for a file. */
export function avisosDe({ tasa_manual, rancia, vencida, bajo_costo }: TipoCambio): string {
  const said = [
    tasa_manual && 'Manual',
    rancia && (vencida ? 'Vencida' : 'Sin confirmar'),
    bajo_costo && 'Bajo costo',
  ]
  return said.filter(Boolean).join(', ')
}

/** What to look at: written by hand, not confirmed, below cost. */
export function Avisos({ tipo }: { tipo: TipoCambio }) {
  return (
    <span className={classes.avisos}>
      {tipo.tasa_manual && (
        <Aviso texto="Manual">
          <IconHandStop size={16} aria-hidden="true" />
        </Aviso>
      )}
      {tipo.rancia && (
        <Aviso texto={tipo.vencida ? 'Vencida' : 'Sin confirmar'}>
          <IconAlertTriangle size={16} aria-hidden="true" />
        </Aviso>
      )}
      {tipo.bajo_costo && (
        <Aviso texto="Bajo costo">
          <IconTrendingDown size={16} aria-hidden="true" />
        </Aviso>
      )}
    </span>
  )
}
