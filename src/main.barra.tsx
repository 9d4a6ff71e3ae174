import { BotonAyuda } from './areas/ayuda/boton.tsx'
import { IndicadorCaja } from './areas/cierres/caja/indicador.tsx'
import { Campana } from './areas/notificaciones/campana.tsx'
import { InterruptorTelegram } from './areas/telegram/interruptor.tsx'

/** The tools at the right end of the bar. */
export function Herramientas() {
  return (
    <>
      <IndicadorCaja />
      <Campana />
      <InterruptorTelegram />
      <BotonAyuda />
    </>
  )
}
