import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { unaVez } from '../../../core/texto/una-vez.ts'
import { monedasSinCuenta } from '../rules/costo.ts'

const lista = unaVez(() => new Intl.ListFormat('es-PE'))

/** Says in which currencies nothing can be paid out yet, because the house holds none of them. */
export function SinPagar(props: {
  pares: Parameters<typeof monedasSinCuenta>[0]
  cuentas: Parameters<typeof monedasSinCuenta>[1]
  monedas: readonly { id: number; nombre: string; iso: string }[]
}) {
  const faltan = monedasSinCuenta(props.pares, props.cuentas, monedaFuncional())
  const monedas = props.monedas.filter(({ id }) => faltan.includes(id))
  if (monedas.length === 0) return null
  const all = lista().format(monedas.map(({ nombre, iso }) => `${nombre} (${iso})`))
  const [quien, abra] =
    monedas.length === 1 ? ['esa moneda', 'una cuenta'] : ['esas monedas', 'una cuenta de cada una']
  return (
    <p role="status" className="recuadro" data-tono="aviso">
      Todavía no se puede pagar en {all}: ninguna cuenta tiene {quien}. Las órdenes se registran y
      esperan. Abra {abra} aquí abajo, o después en Cuentas.
    </p>
  )
}
