import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { decimal, isDecimal } from '../../../core/dinero/decimal.ts'
import { formatFecha, formatMonto, sinCortar } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import { useBusqueda } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { MUEVE } from '../acciones/uso-acciones.tsx'
import { contrato, type DetalleOrden } from '../contract.ts'
import { restoDe } from '../dialogos/cobro-nuevo.tsx'
import { DialogoOrden } from '../dialogos/orden.tsx'

const menor = (one: string, other: string) => (decimal(one).lt(decimal(other)) ? one : other)

/** The button that pays an order with what its client paid too much of another; nothing where he has no such credit. */
export function BotonUsarSaldo({ orden }: { orden: DetalleOrden }) {
  const [{ usar }, cambiar] = useBusqueda()
  // The form of a new order leads here with its credit asked for.
  const [abierto, abrir] = useState(usar === 'saldo')
  const puede = usePuede('ordenes:cobrar')
  const cerrar = () => {
    abrir(false)
    cambiar({ usar: undefined })
  }
  if (!puede || orden.saldos_usables.length === 0 || !orden.acciones.includes('cobrar')) return null
  return (
    <>
      <Button size="compact-sm" variant="light" onClick={() => abrir(true)}>
        Usar saldo a favor
      </Button>
      {abierto && <UsarSaldo orden={orden} cerrar={cerrar} />}
    </>
  )
}

/** Pays an order, or a part of it, with a credit of its client. */
function UsarSaldo({ orden, cerrar }: { orden: DetalleOrden; cerrar: () => void }) {
  const { envia_moneda, saldos_usables } = orden
  const envio = useSave(contrato.usarSaldo, { stale: MUEVE })
  const [chosen, setChosen] = useState<number>()
  const saldo = saldos_usables.find(({ cobro_id }) => cobro_id === chosen) ?? saldos_usables[0]
  const [typed, setTyped] = useState<string | null>()
  const resto = restoDe(orden)
  const monto = typed === undefined ? menor(saldo?.saldo ?? '0', resto) : typed
  const lacks = () => {
    if (!saldo) return 'El cliente ya no tiene saldo a favor.'
    if (!monto || !isDecimal(monto) || !decimal(monto).gt(0)) return 'Escriba el monto.'
    if (decimal(monto).gt(decimal(saldo.saldo))) return 'Es más de lo que tiene a su favor.'
    if (decimal(monto).gt(decimal(resto))) return 'Es más de lo que falta pagar de la orden.'
    return null
  }
  async function enviar() {
    if (!saldo || !monto) return
    const body = { orden_id: saldo.orden_id, cobro_id: saldo.cobro_id, monto }
    if (!(await envio.save({ params: { id: orden.id }, body }))) return
    // Who used the whole of a credit is offered the next one for what is left of the order.
    const more = saldos_usables.length > 1 && decimal(monto).lt(decimal(resto))
    if (typed !== undefined || !more) return cerrar()
    setChosen(undefined)
  }
  return (
    <DialogoOrden
      titulo={`Usar saldo a favor en ${orden.numero}`}
      accion={monto ? `Usar ${formatMonto(monto, envia_moneda)}` : 'Usar'}
      orden={orden}
      envio={envio}
      cerrar={cerrar}
      enviar={() => void enviar()}
      falta={lacks()}
    >
      <p>
        {sinCortar(
          `Faltan ${formatMonto(resto, envia_moneda)} de la orden de ${orden.cliente}. Lo que se usa sale de su saldo: no entra dinero a ninguna cuenta.`,
        )}
      </p>
      <NativeSelect
        label="Saldo a favor"
        data={saldos_usables.map(({ cobro_id, numero, fecha, saldo }) => ({
          value: String(cobro_id),
          label: `${formatMonto(saldo, envia_moneda)} · ${numero} · ${formatFecha(fecha)}`,
        }))}
        value={saldo?.cobro_id}
        onChange={({ currentTarget }) => {
          setChosen(Number(currentTarget.value))
          setTyped(undefined)
        }}
      />
      <DecimalInput
        data-autofocus
        label={`Monto ${envia_moneda.simbolo}`}
        withAsterisk
        decimales={envia_moneda.decimales}
        value={monto}
        onChange={setTyped}
      />
    </DialogoOrden>
  )
}
