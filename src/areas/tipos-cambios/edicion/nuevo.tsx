import { SegmentedControl } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { useIr, useVolver } from '../../../web/marco/navegacion.tsx'
import { contrato } from '../contract.ts'
import { ReglaForm } from './regla-form.tsx'

type Form = UseFormReturn<Record<string, unknown>>

const MODOS = [
  { value: 'auto', label: 'Automática' },
  { value: 'manual', label: 'Manual' },
]

/** A new rate: pairs are proposed as soon as the corridor is chosen. */
export default function NuevoTipo() {
  const { save, saving, error } = useSave(contrato.crear)
  const [modo, setModo] = useState('auto')
  const ir = useIr()
  const volver = useVolver('tipos-cambios')
  const manual = modo === 'manual'
  const extra = useMemo(() => ({ tasa_manual: manual }), [manual])
  const inicial = useMemo(
    () => ({
      ...{ pais: monedaFuncional().pais, segmento: 'publico', metodo_calculo: 'm' },
      ...{ precision: 3, margen: '5' },
    }),
    [],
  )
  return (
    <Pagina
      titulo="Nuevo tipo de cambio"
      migas={[{ texto: 'Tipos de cambio', ruta: 'tipos-cambios' }]}
    >
      <div className="pila">
        <SegmentedControl
          aria-label="Modo"
          className="suelto"
          value={modo}
          onChange={setModo}
          data={MODOS}
        />
        <ReglaForm
          manual={manual}
          extra={extra}
          schema={contrato.crear.body}
          inicial={inicial}
          guardar={(body) => save({ body })}
          alGuardar={({ id }: { id: number }) => ir('detalle-tipo-cambio', { id })}
          guardando={saving}
          error={error}
          accion="Crear tipo de cambio"
          cancelar={volver}
          alEscribir={(form) => <Propuesta form={form} />}
        />
      </div>
    </Pagina>
  )
}

/** Fills in pairs and method for the chosen corridor; the user's own choices are kept. */
function Propuesta({ form }: { form: Form }) {
  const [pais, base, cotizacion] = form.watch(['pais', 'base_id', 'cotizacion_id'])
  const whole =
    typeof pais === 'string' &&
    typeof base === 'number' &&
    typeof cotizacion === 'number' &&
    base !== cotizacion
  const query = whole ? { pais, base, cotizacion } : { pais: '', base: 0, cotizacion: 0 }
  const { data } = useAnswer(contrato.proponer, { query }, { activa: whole })
  const fill = useEffectEvent((found: NonNullable<typeof data>) => {
    const text = (id: number | null) => (id === null ? null : String(id))
    form.setValue('par_origen_id', text(found.par_origen_id))
    form.setValue('par_destino_id', text(found.par_destino_id))
    const { dirtyFields } = form.formState
    if (!dirtyFields.metodo_calculo) form.setValue('metodo_calculo', found.metodo_calculo)
    if (!dirtyFields.precision) form.setValue('precision', found.precision)
  })
  useEffect(() => {
    if (data) fill(data)
  }, [data])
  if (!whole || !data) return null
  const none = data.par_origen_id === null && data.par_destino_id === null
  return (
    <p role="status" className="tenue">
      {none
        ? 'Ningún par activo lleva de una divisa a la otra. Cree el par que falta o escriba una tasa manual.'
        : 'Pares propuestos por el sistema; puede elegir otros.'}
    </p>
  )
}
