import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { aporte, type ConteoDeCajaProps } from '../../../web/marco/aportes.ts'
import { parte } from '../../../web/sin-linea/parte.tsx'
import { tarde } from '../../../web/tarde.ts'

let Conteo: ComponentType<ConteoDeCajaProps> | undefined

/** The same in one line, once somebody works here: the counter is there before it. */
export function ConteoALaVista(props: ConteoDeCajaProps) {
  const [usada, setUsada] = useState(false)
  useEffect(() => {
    tarde(async () => setUsada(true))
  }, [])
  return usada && <UltimoConteo breve {...props} />
}

/** What the user's own till last counted in this currency, where the program keeps counts. */
export function UltimoConteo(props: ConteoDeCajaProps) {
  const load = aporte('caja').conteo
  if (!load) return null
  Conteo ??= parte(load)
  const Drawn = Conteo
  return (
    <Suspense fallback={null}>
      <Drawn {...props} />
    </Suspense>
  )
}
