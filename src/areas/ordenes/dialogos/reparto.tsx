import { Button } from '@mantine/core'
import { decimal } from '../../../core/dinero/decimal.ts'
import type { Simbolo } from '../../../core/formato.ts'
import { Ficha, Monto } from '../../../web/crud/valores.tsx'
import { ConLogo } from '../../../web/logo/logo.tsx'
import type { PropuestaPago } from '../contract/consultas.ts'
import classes from './dialogos.module.css'

export const SERVICIOS = {
  operativo: 'Operativo',
  intermitente: 'Su banco está intermitente.',
  caido: 'Su banco está caído.',
} as const

/** The proposed split of the rest among accounts, by balance and limits; a click uses a line. */
export function Reparto(props: {
  propuesta: PropuestaPago
  moneda: Simbolo
  cuenta_id: number
  usar: (linea: PropuestaPago['lineas'][number]) => void
}) {
  const { propuesta, moneda, cuenta_id, usar } = props
  const { lineas, falta } = propuesta
  const lacks = decimal(falta).gt(0)
  const marcaDe = (id: number) => propuesta.fondo?.cuentas.find((each) => each.id === id)?.marca
  if (lineas.length < 2 && !lacks) return null
  return (
    <section className={classes.reparto} aria-label="Reparto propuesto">
      <h3>{lineas.length === 0 ? 'Sin fondos' : 'Reparto propuesto'}</h3>
      <ul>
        {lineas.map((linea) => (
          <li key={linea.cuenta_id} data-actual={linea.cuenta_id === cuenta_id || undefined}>
            <ConLogo marca={marcaDe(linea.cuenta_id)}>{linea.cuenta}</ConLogo>
            <Servicio propuesta={propuesta} cuenta_id={linea.cuenta_id} />
            <Monto valor={linea.monto} moneda={moneda} />
            <Button size="compact-xs" variant="subtle" onClick={() => usar(linea)}>
              Usar
            </Button>
          </li>
        ))}
      </ul>
      {lacks && (
        <p className="banda">
          Faltan <Monto valor={falta} moneda={moneda} />: ninguna cuenta puede pagarlos ahora.
        </p>
      )}
    </section>
  )
}

/** The service state of an account's bank, when it is not operational. */
function Servicio({ propuesta, cuenta_id }: { propuesta: PropuestaPago; cuenta_id: number }) {
  const servicio = propuesta.fondo?.cuentas.find(({ id }) => id === cuenta_id)?.servicio
  if (!servicio || servicio === 'operativo') return null
  return (
    <Ficha tono={servicio === 'caido' ? 'negativo' : 'aviso'}>
      {servicio === 'caido' ? 'Banco caído' : 'Intermitente'}
    </Ficha>
  )
}
