import { Button, NativeSelect, SegmentedControl, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { formatMonto } from '../../../core/formato.ts'
import { esCorto } from '../../../core/texto/texto.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { dicho, useSave } from '../../../web/api/save.ts'
import { Modal } from '../../../web/crud/modal.tsx'
import { usePagoNuevo } from '../../tipos-pagos/ui/pago-nuevo.tsx'
import { CARGOS, type Cargo, motivoPago } from '../contract/pendientes.ts'
import { contrato, type Detalle, type PagoDetalle } from '../contract.ts'
import { monedaPago } from './moneda-pago.ts'

type Salida = 'otro' | 'perdido'

const MUEVE = { stale: ['cuentas', 'posiciones', 'dashboard'] } as const

/** A payment that waits and does not come: it is paid in another way, all of it or a part, or given up as lost. */
export function NoLlego(props: { operacion: Detalle; pago: PagoDetalle; cerrar: () => void }) {
  const { operacion: o, pago, cerrar } = props
  const moneda = { ...monedaPago(o, pago), id: pago.moneda_id }
  const entra = pago.lado === 'recibimos'
  const [salida, setSalida] = useState<Salida>('otro')
  const [motivo, setMotivo] = useState('')
  const [cargo, setCargo] = useState<Cargo>('casa')
  const { data } = useAnswer(contrato.opciones)
  const nuevo = usePagoNuevo({
    opciones: data,
    moneda,
    lado: pago.lado,
    resto: pago.monto,
    subir: contrato.subirComprobante,
    sinForma: 'No hay otra forma de pago en esa moneda a su alcance.',
  })
  const cambio = useSave(contrato.sustituir, MUEVE)
  const perdida = useSave(contrato.perder, MUEVE)
  const { saving, error, incierto } = salida === 'otro' ? cambio : perdida
  const corto = esCorto(motivoPago, motivo)
    ? `Escriba qué pasó, en ${motivoPago.control.minimo} letras o más.`
    : null
  const falta = (salida === 'otro' && nuevo.falta) || corto
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (falta || saving) return
    const params = { id: o.id }
    const body = { pago_id: pago.id, motivo: motivo.trim() }
    const done =
      salida === 'perdido'
        ? await perdida.save({ params, body: { ...body, cargo } })
        : nuevo.pago && (await cambio.save({ params, body: { ...body, pago: nuevo.pago } }))
    if (done) cerrar()
  }
  const cuanto = formatMonto(pago.monto, moneda)
  return (
    <Modal
      opened
      onClose={() => !saving && cerrar()}
      title={entra ? 'El pago no llegó' : 'La entrega no se hizo'}
      size="lg"
      transitionProps={{ duration: 120 }}
    >
      <form className="pila" noValidate onSubmit={(event) => void submit(event)}>
        <p>{`${cuanto} por ${pago.tipo_pago}, ${pago.cuenta}.`}</p>
        {entra && (
          <SegmentedControl
            aria-label="Qué pasa con ese pago"
            value={salida}
            onChange={(value) => setSalida(value as Salida)}
            data={[
              { value: 'otro', label: 'De otro modo' },
              { value: 'perdido', label: 'Se da por perdido' },
            ]}
          />
        )}
        {salida === 'otro' ? (
          <>
            {nuevo.campos}
            <p className="tenue">Si es menos de lo que falta, el resto sigue esperando.</p>
          </>
        ) : (
          <>
            <NativeSelect
              label="Responde"
              value={cargo}
              onChange={({ currentTarget }) => setCargo(currentTarget.value as Cargo)}
              data={Object.entries(CARGOS).map(([value, label]) => ({ value, label }))}
            />
            <p className="tenue">
              Otra persona, que no registró la operación, tiene que dar su visto bueno.
            </p>
          </>
        )}
        <Textarea
          label={motivoPago.etiqueta}
          withAsterisk
          rows={2}
          maxLength={motivoPago.control.maximo}
          value={motivo}
          onChange={({ currentTarget }) => setMotivo(currentTarget.value)}
        />
        {(error || incierto) && (
          <p role="alert" className="malo">
            {dicho({ error, incierto })}
          </p>
        )}
        <div className="seguidos">
          <Button
            type="submit"
            loading={saving}
            disabled={Boolean(falta)}
            {...(salida === 'perdido' && { color: 'red' })}
          >
            {salida === 'otro' ? 'Registrar el pago' : 'Dar por perdido'}
          </Button>
          <Button variant="default" disabled={saving} onClick={cerrar}>
            Cancelar
          </Button>
          <span role="status" className="nota">
            {falta}
          </span>
        </div>
      </form>
    </Modal>
  )
}
