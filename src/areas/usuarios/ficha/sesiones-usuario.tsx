import { Button } from '@mantine/core'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { contrato } from '../contract.ts'
import { TablaSesiones } from '../perfil/tabla-sesiones.tsx'

/** The open sessions of a user, for an administrator. */
export function SesionesUsuario({ id, edita }: { id: number; edita: boolean }) {
  const { data, error, refetch } = useAnswer(contrato.sesiones, { params: { id } })
  const { save, saving } = useSave(contrato.terminar)
  const end = (sesion_id: number | null) => void save({ params: { id }, body: { sesion_id } })
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  return (
    <div className="pila hueco-16">
      <div className="fila extremos">
        <p>Una sesión se cierra sola tras un tiempo sin uso. Aquí puede terminarla ya.</p>
        {edita && data && data.length > 1 && (
          <Button variant="default" disabled={saving} onClick={() => end(null)}>
            Terminar todas
          </Button>
        )}
      </div>
      <TablaSesiones filas={data} ocupado={saving} terminar={edita ? end : undefined} />
    </div>
  )
}
