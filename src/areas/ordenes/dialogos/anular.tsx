import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatMonto, sinCortar } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import { MUEVE } from '../acciones/uso-acciones.tsx'
import { contrato, type DetalleOrden } from '../contract.ts'
import classes from './dialogos.module.css'
import { DialogoOrden } from './orden.tsx'

/** Ends an order for good; what the client paid goes back to him out of an account of ours. */
export function Anular({ orden, cerrar }: { orden: DetalleOrden; cerrar: () => void }) {
  const [motivo, setMotivo] = useState('')
  const [chosen, setChosen] = useState<number>()
  const { con_devolucion: back, cobrado, envia_moneda, envia_moneda_id } = orden
  const { data } = useAnswer(contrato.opciones)
  const accounts = data?.cuentas.filter(({ moneda_id }) => moneda_id === envia_moneda_id) ?? []
  const came = orden.cobros.find(({ estado }) => estado === 'verificado')?.cuenta_id
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
        motivo.trim().length < 5
          ? 'Escriba el motivo, en 5 letras o más.'
          : back && !cuenta
            ? 'No hay una cuenta de la que devolver.'
            : null
      }
    >
      <p>
        {sinCortar(
          back
            ? `${orden.cliente} recibe de vuelta ${formatMonto(cobrado, envia_moneda)}. No se puede deshacer.`
            : `${orden.cliente} no pagó todavía: no se mueve dinero. No se puede deshacer.`,
        )}
      </p>
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
        maxLength={200}
        value={motivo}
        onChange={({ currentTarget }) => setMotivo(currentTarget.value)}
      />
    </DialogoOrden>
  )
}
