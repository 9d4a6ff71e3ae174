import { type ComponentType, lazy, Suspense } from 'react'
import { aporte, type ConteoDeCajaProps } from '../../../web/marco/aportes.ts'

let Conteo: ComponentType<ConteoDeCajaProps> | undefined

/** What the user's own till last counted in this currency, where the program keeps counts. */
export function UltimoConteo(props: ConteoDeCajaProps) {
  const load = aporte('caja').conteo
  if (!load) return null
  Conteo ??= lazy(load)
  const Drawn = Conteo
  return (
    <Suspense fallback={null}>
      <Drawn {...props} />
    </Suspense>
  )
}
