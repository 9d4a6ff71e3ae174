import { useMemo, useState } from 'react'
import { monedaFuncional } from '../../core/dinero/moneda.ts'
import { formatMonto, sinCortar } from '../../core/formato.ts'
import { useAnswer } from '../../web/api/query.ts'
import { useSave } from '../../web/api/save.ts'
import { AdjuntoCampo } from '../../web/crud/formulario/adjunto-campo.tsx'
import { Formulario } from '../../web/crud/formulario/formulario.tsx'
import { Fallo } from '../../web/crud/lista/lista.tsx'
import { Cargando } from '../../web/crud/pagina/cargando.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { useBusqueda, useIr, useVolver } from '../../web/marco/navegacion.tsx'
import { camposDe, inicialDe, type Opciones, previa, schemaDe } from './campos.ts'
import { contrato, type Detalle, type Nuevo } from './contract.ts'
import { Seguir } from './detalle/seguir.tsx'
import classes from './gastos.module.css'

const SECCIONES = [
  { titulo: 'Gasto', campos: ['fecha', 'categoria_id', 'descripcion', 'cuenta_id', 'monto'] },
  { titulo: 'Comprobante', campos: ['proveedor', 'ruc', 'comprobante', 'serie_numero'] },
  { titulo: 'Repetición', campos: ['repite', 'recurrente_dia'] },
]

/** Form for a new expense, or for completing one that the calendar proposed (`?de=`). */
export default function NuevoGasto() {
  const [{ de }] = useBusqueda()
  const id = Number(de)
  const asked = Number.isSafeInteger(id) && id > 0
  const { data, error, refetch } = useAnswer(contrato.opciones)
  const propuesta = useAnswer(contrato.obtener, { params: { id } }, { activa: asked })
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data || (asked && propuesta.isPending)) return <Cargando />
  const found = asked && propuesta.data && !propuesta.data.confirmado ? propuesta.data : null
  return (
    <Pagina
      titulo={found ? `Pagar ${found.numero}` : 'Nuevo gasto'}
      migas={[{ texto: 'Gastos', ruta: 'gastos' }]}
      nota={found && 'Del mes, propuesto por el calendario: revise el monto y el comprobante.'}
    >
      <Gasto opciones={data} propuesta={found} />
    </Pagina>
  )
}

function Gasto({ opciones, propuesta }: { opciones: Opciones; propuesta: Detalle | null }) {
  const ir = useIr()
  const volver = useVolver('gastos')
  const [seen, setSeen] = useState({ cuenta_id: String(propuesta?.cuenta_id ?? ''), repite: false })
  const [adjunto_id, setAdjunto] = useState<number | null>(null)
  const { save, saving, incierto, pendiente, error } = useSave(contrato.crear, {
    stale: ['cuentas', 'posiciones', 'aprobaciones'],
  })
  const cuenta = opciones.cuentas.find(({ id }) => String(id) === seen.cuenta_id)
  const campos = useMemo(
    () => camposDe(opciones, { cuenta, nueva: !propuesta, repite: seen.repite }),
    [opciones, cuenta, propuesta, seen.repite],
  )
  const propuesta_id = propuesta?.id ?? null
  const schema = useMemo(() => schemaDe({ adjunto_id, propuesta_id }), [adjunto_id, propuesta_id])
  const inicial = useMemo(() => inicialDe(opciones, propuesta), [opciones, propuesta])
  return (
    <Formulario
      campos={campos}
      secciones={propuesta ? SECCIONES.slice(0, 2) : SECCIONES}
      schema={schema}
      inicial={inicial}
      borrador=""
      guardar={(body: Nuevo) => save({ body })}
      alGuardar={({ id }: { id: number }) => ir('detalle-gasto', { id })}
      guardando={saving}
      incierto={incierto}
      pendiente={pendiente}
      error={error}
      accion={propuesta ? 'Pagar' : 'Registrar'}
      cancelar={volver}
      conForm={(form) => {
        const [cuenta_id, repite, amount] = form.watch(['cuenta_id', 'repite', 'monto'])
        const sinPapel = form.watch('comprobante') === 'sin'
        const libre = (sinPapel ? cuenta?.libre_sin_papel : cuenta?.libre) ?? '0'
        const now = { cuenta_id: String(cuenta_id ?? ''), repite: repite === true }
        return (
          <>
            <Seguir
              change={now.cuenta_id !== seen.cuenta_id || now.repite !== seen.repite}
              follow={() => setSeen(now)}
            />
            <AdjuntoCampo endpoint={contrato.subirAdjunto} onChange={setAdjunto} />
            <Previa p={previa(cuenta, amount, libre)} libre={libre} />
          </>
        )
      }}
    />
  )
}

/** Live preview of what will happen. */
function Previa({ p, libre }: { p: ReturnType<typeof previa>; libre: string }) {
  return (
    <div role="status">
      {p && (
        <p className={classes.previa}>
          {sinCortar(p.frase)}
          {p.dia && <span>{sinCortar(p.dia)}</span>}
          <span data-espera={p.espera}>
            {p.espera
              ? sinCortar(
                  `Pasa de ${formatMonto(libre, monedaFuncional())}, lo que hoy puede pagar sin aprobación: esperará la de otra persona.`,
                )
              : 'Se paga en el acto.'}
          </span>
        </p>
      )}
    </div>
  )
}
