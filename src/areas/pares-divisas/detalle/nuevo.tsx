import { useMemo } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { Formulario, type Seccion } from '../../../web/crud/formulario/formulario.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { useIr, useVolver } from '../../../web/marco/navegacion.tsx'
import { campos, camposPrecio, contrato } from '../contract.ts'

const CAMPOS = { ...campos, ...camposPrecio }

const SECCIONES: Seccion[] = [
  { titulo: 'Par', campos: ['pais', 'base_id', 'cotizacion_id'] },
  { titulo: 'Precios', campos: ['compra', 'venta', 'precision', 'alerta_pct', 'fuente'] },
]

/** A new pair with its first prices; its detail opens afterwards. */
export default function NuevoPar() {
  const { save, saving, error } = useSave(contrato.crear)
  const ir = useIr()
  const volver = useVolver('pares-divisas')
  const inicial = useMemo(() => ({ precision: 3, alerta_pct: '3' }), [])
  return (
    <Pagina
      titulo="Nuevo par de divisas"
      migas={[{ texto: 'Pares de divisas', ruta: 'pares-divisas' }]}
    >
      <Formulario
        campos={CAMPOS}
        schema={contrato.crear.body}
        secciones={SECCIONES}
        inicial={inicial}
        guardar={(body) => save({ body })}
        alGuardar={({ id }: { id: number }) => ir('detalle-par-divisa', { id })}
        guardando={saving}
        error={error}
        accion="Crear par"
        cancelar={volver}
        conForm={(form) => <Lectura valores={form.watch()} />}
      />
    </Pagina>
  )
}

/** What the prices mean, in words: it catches a pair typed the wrong way round. */
function Lectura({ valores }: { valores: Record<string, unknown> }) {
  const { compra, venta } = valores
  const known = typeof compra === 'string' && typeof venta === 'string'
  return (
    <p role="status">
      {known
        ? `Compramos 1 unidad de la base a ${compra} y la vendemos a ${venta} de la cotización.`
        : ''}
    </p>
  )
}
