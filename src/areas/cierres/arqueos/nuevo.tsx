import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { useBusqueda } from '../../../web/marco/navegacion.tsx'
import { ConteoCuentas } from '../caja/conteo-cuentas.tsx'
import { campos } from '../contract/turnos.ts'
import { type ArqueoFila, contrato } from '../contract.ts'
import { TablaCuentas } from '../turno/cuentas.tsx'

const CUENTA = 'campo-cuenta-contada'

/** Counts a till or vault without closing it; only the count is stored, nothing is posted. */
export default function NuevoArqueo() {
  const [{ cuenta_id }, cambiar] = useBusqueda()
  const { data, error, refetch } = useAnswer(contrato.cuentasArqueo)
  const { save, saving } = useSave(contrato.arquear)
  const [nota, setNota] = useState('')
  // Arrows of the list choose one till after another: the count takes the focus only if it opened with the page.
  const [elegida, setElegida] = useState(false)
  const [hecho, setHecho] = useState<ArqueoFila>()
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  const cuenta = data.find((c) => String(c.cuenta_id) === cuenta_id)
  const otro = () => {
    cambiar({ cuenta_id: undefined })
    flushSync(() => {
      setHecho(undefined)
      setNota('')
    })
    document.getElementById(CUENTA)?.focus()
  }
  return (
    <Pagina
      titulo="Nuevo arqueo"
      migas={[{ texto: 'Arqueos', ruta: 'cierres-arqueos' }, { texto: 'Nuevo' }]}
      nota="Se cuenta sin cerrar la caja. Nadie debe operar en ella mientras tanto."
    >
      {hecho ? (
        <div className="pila hueco-16">
          <TablaCuentas titulo="Arqueo" cuentas={[hecho]} />
          <div className="seguidos">
            <Button autoFocus onClick={otro}>
              Otro arqueo
            </Button>
            <BotonEnlace a="cierres-arqueos" variant="default">
              Ver arqueos
            </BotonEnlace>
          </div>
        </div>
      ) : (
        <div className="pila hueco-16">
          <Seleccion
            id={CUENTA}
            etiqueta="Cuenta que se cuenta"
            vacia="Elija una caja o bóveda"
            opciones={data.map((c) => ({
              valor: String(c.cuenta_id),
              etiqueta: c.responsable ? `${c.cuenta} · ${c.responsable}` : c.cuenta,
            }))}
            valor={cuenta_id}
            alElegir={(valor) => {
              setElegida(true)
              cambiar({ cuenta_id: valor })
            }}
          />
          {cuenta && (
            <>
              <ConteoCuentas
                key={cuenta.cuenta_id}
                cuentas={[cuenta]}
                lugar={`arqueo:${cuenta.cuenta_id}`}
                accion="Guardar arqueo"
                ocupado={saving}
                enfocar={!elegida}
                guardar={async ([conteo]) => {
                  if (!conteo) return false
                  const answer = await save({ body: { ...conteo, motivo: nota.trim() || null } })
                  if (answer) setHecho(answer.arqueo)
                  return answer !== null
                }}
              />
              <Textarea
                label="Nota"
                rows={2}
                maxLength={campos.nota.control.maximo}
                value={nota}
                onChange={(event) => setNota(event.currentTarget.value)}
              />
            </>
          )}
        </div>
      )}
    </Pagina>
  )
}
