import { IconCashRegister } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAnswer } from '../../../web/api/query.ts'
import barra from '../../../web/barra/barra.module.css'
import { ruta } from '../../../web/marco/screens.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato } from '../contract.ts'
import classes from './indicador.module.css'

const PALABRAS = { abierto: 'Mi caja: abierta', en_conteo: 'Mi caja: en conteo' } as const

/** State of the cashier's own till, in the top bar; nothing for a user without a till. */
export function IndicadorCaja() {
  const turno = usePuede('cierres:turno')
  return turno ? <Indicador /> : null
}

function Indicador() {
  const { data } = useAnswer(contrato.miCaja)
  if (!data || data.cuentas.length === 0) return null
  const estado = data.turno?.estado
  const vivo = estado === 'abierto' || estado === 'en_conteo' ? estado : undefined
  const palabras = vivo ? PALABRAS[vivo] : 'Mi caja: cerrada'
  return (
    <Link to={ruta('mi-caja')} className={barra.icono} aria-label={palabras} title={palabras}>
      <span className={classes.caja} data-estado={vivo ?? 'cerrada'}>
        <IconCashRegister size={18} aria-hidden="true" />
      </span>
    </Link>
  )
}
