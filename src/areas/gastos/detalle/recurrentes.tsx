import { Button } from '@mantine/core'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { Estatus, Monto, Vacio } from '../../../web/crud/valores.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato, type Recurrente } from '../contract.ts'

/** What comes back every month: proposed on its day, paid by a person. */
export default function GastosRecurrentes() {
  const { data, error, refetch } = useAnswer(contrato.recurrentes)
  const crear = usePuede('gastos:crear')
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  return (
    <Pagina
      titulo="Gastos recurrentes"
      migas={[{ texto: 'Gastos', ruta: 'gastos' }]}
      nota="Cada uno se propone en su día como pendiente. Nada se paga solo."
    >
      <Tabla<Recurrente>
        titulo="Lista de gastos recurrentes"
        filas={data}
        id={({ id }) => id}
        vacio={<p>Ninguno todavía. Marque «Se repite cada mes» al registrar un gasto.</p>}
        columnas={[
          {
            clave: 'descripcion',
            titulo: 'Descripción',
            celda: ({ descripcion }) => descripcion,
            principal: true,
          },
          { clave: 'categoria', titulo: 'Categoría', celda: ({ categoria }) => categoria },
          { clave: 'proveedor', titulo: 'Proveedor', celda: (r) => r.proveedor ?? <Vacio /> },
          { clave: 'cuenta', titulo: 'Cuenta', celda: ({ cuenta }) => cuenta },
          {
            clave: 'monto',
            titulo: 'Monto',
            alinear: 'right',
            celda: ({ monto, moneda }) => <Monto valor={monto} moneda={moneda} />,
          },
          { clave: 'dia', titulo: 'Día', alinear: 'right', celda: ({ dia }) => dia },
          {
            clave: 'activo',
            titulo: 'Estado',
            celda: ({ activo }) => <Estatus activo={activo} />,
          },
          ...(crear
            ? [{ clave: 'accion', titulo: '', celda: (r: Recurrente) => <Cambiar fila={r} /> }]
            : []),
        ]}
      />
    </Pagina>
  )
}

function Cambiar({ fila: { id, activo, descripcion } }: { fila: Recurrente }) {
  const { save, saving } = useSave(contrato.recurrenteEstatus)
  const words = activo ? 'Detener' : 'Retomar'
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${words}: ${descripcion}`}
      loading={saving}
      onClick={() => void save({ params: { id } })}
    >
      {words}
    </Button>
  )
}
