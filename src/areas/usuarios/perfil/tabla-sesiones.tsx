import { Button } from '@mantine/core'
import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Fecha, Ficha, Hace, Vacio } from '../../../web/crud/valores.tsx'
import type { SesionPropia } from '../contract/perfil.ts'
import { dispositivo } from '../palabras.ts'

type Fila = Omit<SesionPropia, 'actual'> & { actual?: boolean }

/** Open sessions, one per place; `terminar` is absent for those who may only look. */
export function TablaSesiones(props: {
  filas: readonly Fila[] | undefined
  ocupado: boolean
  terminar?: ((id: number) => void) | undefined
}) {
  const { filas, ocupado, terminar } = props
  return (
    <Tabla
      titulo="Sesiones abiertas"
      esperadas={2}
      id={({ id }) => id}
      filas={filas}
      vacio={<p>No tiene ninguna sesión abierta.</p>}
      columnas={[
        {
          clave: 'agente',
          titulo: 'Dispositivo',
          principal: true,
          celda: ({ agente, actual }) => (
            <>
              <span title={agente ?? undefined}>{dispositivo(agente)}</span>{' '}
              {actual && <Ficha tono="info">Esta sesión</Ficha>}
            </>
          ),
        },
        { clave: 'ip', titulo: 'Dirección IP', celda: ({ ip }) => ip ?? '—' },
        {
          clave: 'creada_en',
          titulo: 'Ingresó',
          celda: ({ creada_en }) => <Fecha valor={creada_en} hora />,
        },
        {
          clave: 'usada_en',
          titulo: 'Último uso',
          celda: ({ usada_en }) => <Hace momento={usada_en} />,
        },
        ...(terminar
          ? [
              {
                clave: 'acciones',
                titulo: 'Acciones',
                celda: ({ id, actual, agente }: Fila) =>
                  actual ? (
                    <Vacio />
                  ) : (
                    <Button
                      variant="default"
                      size="compact-sm"
                      disabled={ocupado}
                      aria-label={`Terminar la sesión de ${dispositivo(agente)}`}
                      onClick={() => terminar(id)}
                    >
                      Terminar
                    </Button>
                  ),
              },
            ]
          : []),
      ]}
    />
  )
}
