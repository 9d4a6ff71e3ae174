import { useMemo } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { useBusqueda, useIr, useVolver } from '../../../web/marco/navegacion.tsx'
import { contrato } from '../contract.ts'
import { hoy } from '../palabras.ts'
import { ReglaForm } from '../reglas/regla-form.tsx'

const MIGAS = [
  { texto: 'Comisiones', ruta: 'reporte-comisiones' },
  { texto: 'Reglas', ruta: 'reglas-comision' },
] as const

/** A new rule, for whoever the address names. */
export default function NuevaRegla() {
  const { save, saving, error } = useSave(contrato.crearRegla)
  const [{ usuario_id, agente_id }] = useBusqueda()
  const ir = useIr()
  const volver = useVolver('reglas-comision')
  const inicial = useMemo(
    () => ({
      rol: agente_id ? ('agente' as const) : ('creador' as const),
      usuario_id: usuario_id ? Number(usuario_id) : null,
      agente_id: agente_id ? Number(agente_id) : null,
      base: agente_id ? 'monto' : 'margen',
      desde: hoy(),
    }),
    [usuario_id, agente_id],
  )
  return (
    <Pagina titulo="Nueva regla de comisión" migas={MIGAS}>
      <ReglaForm
        schema={contrato.crearRegla.body}
        inicial={inicial}
        guardar={(body) => save({ body })}
        alGuardar={() => ir('reglas-comision')}
        guardando={saving}
        error={error}
        accion="Crear regla"
        cancelar={volver}
      />
    </Pagina>
  )
}
