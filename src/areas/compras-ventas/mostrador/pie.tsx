import { IconPrinter } from '@tabler/icons-react'
import { sinCortar } from '../../../core/formato.ts'
import { Boton, Icono } from '../../../web/operacion/partes.tsx'
import type { Calculo } from './calculo/tipos.ts'
import classes from './mostrador.module.css'
import type { useRegistrar } from './registrar.tsx'

/** On a phone, where the summary is a screen and more below: what changes hands and the buttons, at the bottom. */
export function Pie({
  calculo: { manos },
  registro: { saving, registrar },
}: {
  calculo: Calculo
  registro: Pick<ReturnType<typeof useRegistrar>, 'saving' | 'registrar'>
}) {
  return (
    <section className={classes.pie} aria-label="Guardar la operación">
      <p className={classes.manos} data-necesario>
        {manos ? (
          <>
            <span>
              Entrega <strong>{sinCortar(manos.entrega)}</strong>
            </span>
            <span>
              Recibe <strong>{sinCortar(manos.recibe)}</strong>
            </span>
          </>
        ) : (
          'Falta el monto'
        )}
      </p>
      <Icono
        variant="default"
        size={42}
        aria-label="Guardar e imprimir"
        title="Guardar e imprimir"
        disabled={saving}
        onClick={() => void registrar(true)}
      >
        <IconPrinter size={20} aria-hidden="true" />
      </Icono>
      <Boton size="md" loading={saving} onClick={() => void registrar(false)}>
        Guardar
      </Boton>
    </section>
  )
}
