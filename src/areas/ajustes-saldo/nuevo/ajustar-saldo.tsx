import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { AnswerOf } from '../../../core/contract.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { AdjuntoCampo } from '../../../web/crud/formulario/adjunto-campo.tsx'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { useBusqueda, useIr, useVolver } from '../../../web/marco/navegacion.tsx'
import { useSaldosEnVivo } from '../../cuentas/ui/en-vivo.tsx'
import { camposDe, type Forma, schemaDe } from '../campos.ts'
import { contrato, type Propuesta } from '../contract.ts'
import { importeDe, MOTIVOS, pideTasa } from '../rules.ts'
import { VistaPrevia } from './previa.tsx'
import { Seguir, type Tecleado, VACIO } from './tecleado.tsx'

const FORMAS = [
  { value: 'monto', label: 'Por monto' },
  { value: 'contado', label: 'Por conteo' },
]

/** Form that adjusts a balance: applied at once up to the user's limit, otherwise sent for approval. */
export default function AjustarSaldo() {
  const { data, error, refetch } = useAnswer(contrato.opciones)
  useSaldosEnVivo()
  if (error && !data) return <Fallo nivel={1} error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  return (
    <Pagina
      titulo="Ajustar saldo"
      migas={[
        { texto: 'Cuentas', ruta: 'cuentas' },
        { texto: 'Ajustes', ruta: 'ajustes-saldo' },
      ]}
    >
      <Ajuste opciones={data} />
    </Pagina>
  )
}

function Ajuste({ opciones }: { opciones: AnswerOf<typeof contrato.opciones> }) {
  const [busqueda] = useBusqueda()
  const ir = useIr()
  const volver = useVolver('ajustes-saldo')
  const inicial = useMemo(
    () => ({
      cuenta_id: opciones.cuentas.some(({ id }) => String(id) === busqueda.cuenta_id)
        ? busqueda.cuenta_id
        : null,
      motivo: busqueda.motivo && busqueda.motivo in MOTIVOS ? busqueda.motivo : null,
    }),
    [opciones, busqueda.cuenta_id, busqueda.motivo],
  )
  const [forma, setForma] = useState<Forma>(busqueda.forma === 'contado' ? 'contado' : 'monto')
  const [typed, setTyped] = useState<Tecleado>({ ...VACIO, ...(inicial as Partial<Tecleado>) })
  const [adjunto_id, setAdjunto] = useState<number | null>(null)
  /** The balance that was on screen when the count was typed. */
  const [visto, setVisto] = useState<string | null>(null)
  const { save, saving, incierto, pendiente, error } = useSave(contrato.crear, {
    stale: ['posiciones', 'aprobaciones'],
  })
  const cuenta = opciones.cuentas.find(({ id }) => String(id) === typed.cuenta_id)
  const { motivo } = typed
  const escrito = motivo && {
    ...typed,
    motivo,
    monto: forma === 'monto' ? typed.monto : null,
    contado: forma === 'contado' ? typed.contado : null,
  }
  const importe = escrito && cuenta ? importeDe(escrito, cuenta) : null
  const tasa = !!(motivo && cuenta && pideTasa(motivo, typed.sentido, cuenta, importe))
  const campos = useMemo(
    () => camposDe(opciones.cuentas, opciones.personas, { forma, motivo, tasa, cuenta }),
    [opciones, forma, motivo, tasa, cuenta],
  )
  const saldo_visto = forma === 'contado' ? (visto ?? cuenta?.saldo ?? null) : null
  const schema = useMemo(
    () => schemaDe(campos, () => ({ saldo_visto, adjunto_id })),
    [campos, saldo_visto, adjunto_id],
  )
  /** Copies what is typed to the state from which the form's fields are chosen. */
  function follow(now: Tecleado) {
    const changed = (name: keyof Tecleado) => (now[name] ?? null) !== (typed[name] ?? null)
    if (!(Object.keys(VACIO) as (keyof Tecleado)[]).some(changed)) return
    if (changed('contado') || changed('cuenta_id')) {
      const own = opciones.cuentas.find(({ id }) => String(id) === now.cuenta_id)
      setVisto(now.contado === null ? null : (own?.saldo ?? null))
    }
    setTyped(now)
  }
  const cargo = opciones.personas.find(({ id }) => String(id) === typed.cargo_usuario_id)

  return (
    <>
      <SegmentedControl
        aria-label="Qué se sabe"
        className="suelto"
        value={forma}
        onChange={(value) => setForma(value === 'contado' ? 'contado' : 'monto')}
        data={FORMAS}
      />
      <Formulario
        borrador="ajuste"
        campos={campos}
        schema={schema}
        inicial={inicial}
        guardar={(body: Propuesta) => save({ body })}
        alGuardar={({ id }: { id: number }) => ir('detalle-ajuste-saldo', { id })}
        guardando={saving}
        incierto={incierto}
        pendiente={pendiente}
        error={error}
        accion="Ajustar"
        cancelar={volver}
        conForm={(form) => {
          const now = { ...VACIO, ...(form.watch() as Partial<Tecleado>) }
          return <Seguir now={now} follow={follow} />
        }}
      >
        <AdjuntoCampo endpoint={contrato.subirAdjunto} onChange={setAdjunto} />
        {cuenta && escrito && (
          <VistaPrevia
            cuenta={cuenta}
            escrito={escrito}
            cargo={MOTIVOS[escrito.motivo].cargo ? (cargo?.nombre ?? null) : null}
            solo={opciones}
            visto={visto ?? cuenta.saldo}
            actualizar={() => setVisto(cuenta.saldo)}
          />
        )}
      </Formulario>
    </>
  )
}
