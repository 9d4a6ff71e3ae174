import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { formatMonto, sinCortar } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import { MUEVE } from '../acciones/uso-acciones.tsx'
import { camposAccion } from '../contract/acciones.ts'
import { contrato, type DetalleOrden } from '../contract.ts'
import classes from './dialogos.module.css'
import { DialogoOrden, faltaMotivo } from './orden.tsx'

/** What the client gets back: what he sends, the fees, and what he paid too much; or (`saldo`) what is his credit again. */
function devuelveDe({ cobros, envia_moneda }: DetalleOrden, saldo: boolean): string {
  const came = cobros.filter(
    ({ estado, cuenta_id }) => estado === 'verificado' && (cuenta_id === null) === saldo,
  )
  const sum = came.flatMap(({ monto, tarifa, a_favor }) => [monto, tarifa, a_favor])
  return texto(
    sum.reduce((total, each) => total.plus(decimal(each)), decimal('0')),
    envia_moneda.decimales,
  )
}

/** Annuls an order; the client's payments are returned from an account of ours. */
export function Anular({ orden, cerrar }: { orden: DetalleOrden; cerrar: () => void }) {
  const [motivo, setMotivo] = useState('')
  const [chosen, setChosen] = useState<number>()
  const { envia_moneda, envia_moneda_id } = orden
  const [cobrado, saldo] = [devuelveDe(orden, false), devuelveDe(orden, true)]
  const back = !decimal(cobrado).eq(0)
  // Only who returns money chooses an account: the options are for those who may register orders.
  const { data } = useAnswer(contrato.opciones, {}, { activa: back })
  const accounts = data?.cuentas.filter(({ moneda_id }) => moneda_id === envia_moneda_id) ?? []
  const came = orden.cobros.find(
    ({ estado, cuenta_id }) => estado === 'verificado' && cuenta_id !== null,
  )?.cuenta_id
  const cuenta = chosen ?? accounts.find(({ id }) => id === came)?.id ?? accounts[0]?.id
  const envio = useSave(contrato.anular, { stale: MUEVE })
  async function enviar() {
    const body = { motivo: motivo.trim(), cuenta_devolucion_id: back ? (cuenta ?? null) : null }
    if (await envio.save({ params: { id: orden.id }, body })) cerrar()
  }
  return (
    <DialogoOrden
      titulo={`Anular ${orden.numero}`}
      accion={back ? `Anular y devolver ${formatMonto(cobrado, envia_moneda)}` : 'Anular'}
      orden={orden}
      envio={envio}
      cerrar={cerrar}
      enviar={() => void enviar()}
      peligro
      falta={
        faltaMotivo(motivo) ?? (back && !cuenta ? 'No hay una cuenta de la que devolver.' : null)
      }
    >
      <p>
        {sinCortar(
          back
            ? `${orden.cliente} recibe de vuelta ${formatMonto(cobrado, envia_moneda)}. No se puede deshacer.`
            : `${decimal(saldo).eq(0) ? `${orden.cliente} no pagó todavía: no` : 'No'} se mueve dinero. No se puede deshacer.`,
        )}
      </p>
      {!decimal(saldo).eq(0) && (
        <p>{sinCortar(`${formatMonto(saldo, envia_moneda)} quedan otra vez a su favor.`)}</p>
      )}
      {back && (
        <>
          <label className={classes.campo} htmlFor="campo-devolucion">
            Cuenta de la que se devuelve
          </label>
          <Seleccion
            id="campo-devolucion"
            etiqueta="Cuenta de la que se devuelve"
            opciones={accounts.map(({ id, nombre }) => ({ valor: String(id), etiqueta: nombre }))}
            valor={cuenta ? String(cuenta) : undefined}
            alElegir={(value) => setChosen(Number(value))}
          />
        </>
      )}
      <Textarea
        data-autofocus
        label="Motivo"
        withAsterisk
        rows={2}
        maxLength={camposAccion.motivo.control.maximo}
        value={motivo}
        onChange={({ currentTarget }) => setMotivo(currentTarget.value)}
      />
    </DialogoOrden>
  )
}
