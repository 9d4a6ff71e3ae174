import { Button } from '@mantine/core'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Historial } from '../../../web/crud/pagina/historial.tsx'
import { contratoPerfil } from '../contract/perfil.ts'
import { ACCIONES } from '../palabras.ts'

/** What others changed of the user's account. It stays in the bell until he says that he saw it. */
export function MisCambios() {
  const { data, error, refetch } = useAnswer(contratoPerfil.cambios)
  const { save, saving } = useSave(contratoPerfil.vistos, { stale: ['notificaciones'] })
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  if (data.length === 0) return <p>En los últimos 30 días nadie más cambió su cuenta.</p>
  return (
    <div className="pila hueco-16">
      <div className="fila extremos">
        <p>
          Lo que otras personas cambiaron de su cuenta. Si algo no lo pidió, pregúntele a quien lo
          hizo y cambie su contraseña.
        </p>
        {data.some(({ nuevo }) => nuevo) && (
          <Button loading={saving} onClick={() => void save({})}>
            Ya lo vi
          </Button>
        )}
      </div>
      <Historial filas={data} acciones={ACCIONES} />
    </div>
  )
}
