import { useMemo } from 'react'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { useSave } from '../../../web/api/save.ts'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { useIr, useVolver } from '../../../web/marco/navegacion.tsx'
import { contrato } from '../contract.ts'
import { FichaForm } from './ficha-form.tsx'

/** Registration of a client; then opens his page. */
export default function NuevoCliente() {
  const { save, saving, error } = useSave(contrato.crear)
  const ir = useIr()
  const volver = useVolver('clientes')
  const inicial = useMemo(
    () => ({
      tipo_persona: 'natural' as const,
      tipo_doc: monedaFuncional().pais === 'pe' ? 'DNI' : 'PAS',
      segmento: 'publico',
      nacionalidad: monedaFuncional().pais,
      residencia: monedaFuncional().pais,
      cuenta_propia: true,
    }),
    [],
  )
  return (
    <Pagina titulo="Nuevo cliente" migas={[{ texto: 'Clientes', ruta: 'clientes' }]}>
      <FichaForm
        schema={contrato.crear.body}
        inicial={inicial}
        guardar={(body) => save({ body })}
        alGuardar={({ id }: { id: number }) => ir('detalle-cliente', { id })}
        guardando={saving}
        error={error}
        accion="Crear cliente"
        cancelar={volver}
      />
    </Pagina>
  )
}
