import { IconCalculator } from '@tabler/icons-react'
import classes from '../marco/layout.module.css'
import { LLAVE_TASAS } from '../sesion/sesion.ts'

/** While the service cannot be reached and nobody could be let in: what works without it. */
export default function SinServicio({ abrir }: { abrir: () => void }) {
  if (localStorage.getItem(LLAVE_TASAS) === null) return null
  return (
    <button type="button" className={classes.aparte} onClick={abrir}>
      <IconCalculator size={18} aria-hidden="true" />
      Calculadora con las últimas tasas
    </button>
  )
}
