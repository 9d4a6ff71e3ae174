import { useMemo, useState } from 'react'
import { formatMonto } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { Datos } from '../../../web/crud/pagina/detalle.tsx'
import { Monto, Vacio } from '../../../web/crud/valores.tsx'
import { useVolver } from '../../../web/marco/navegacion.tsx'
import { type CuentaDetalle, campos, contrato, TIPOS } from '../contract.ts'
import { CuentaForm } from './cuenta-form.tsx'

/** The account's data: a form for users who may edit, read-only for others. */
export function DatosCuenta({ cuenta, edita }: { cuenta: CuentaDetalle; edita: boolean }) {
  return (
    <div className="pila">{edita ? <Edicion cuenta={cuenta} /> : <Lectura cuenta={cuenta} />}</div>
  )
}

function Lectura({ cuenta }: { cuenta: CuentaDetalle }) {
  const { moneda } = cuenta
  const text = (valor: string | null) => valor ?? <Vacio />
  const money = (valor: unknown) => <Monto valor={valor as string | null} moneda={moneda} />
  return (
    <Datos
      pares={[
        ['Tipo', TIPOS[cuenta.tipo]],
        ['Moneda', `${moneda.iso} · ${moneda.nombre}`],
        ['Entidad financiera', text(cuenta.entidad)],
        ['Número de cuenta', text(cuenta.numero)],
        ['Titular', cuenta.titular],
        ['Documento del titular', text(cuenta.titular_doc)],
        ['Sucursal', text(cuenta.sucursal)],
        ['Responsable', text(cuenta.responsable)],
        ['Saldo mínimo', money(cuenta.saldo_min)],
        ['Saldo máximo', money(cuenta.saldo_max)],
        ['Límite por operación', money(cuenta.limite_op)],
        ['Límite diario', money(cuenta.limite_dia)],
        ['Límite mensual', money(cuenta.limite_mes)],
        ['Sobregiro permitido', money(cuenta.sobregiro)],
        ['Comisión por salida', comision(cuenta)],
      ]}
    />
  )
}

/** The fee for outgoing payments in words: `0.5 % + S/ 3.50`. */
function comision({ comision_salida_pct, comision_salida_fija, moneda }: CuentaDetalle) {
  const parts = [
    comision_salida_pct && `${comision_salida_pct}\u00a0%`,
    comision_salida_fija && formatMonto(comision_salida_fija, moneda),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' + ') : <Vacio />
}

function Edicion({ cuenta }: { cuenta: CuentaDetalle }) {
  const { save, saving, error } = useSave(contrato.editar, { stale: ['posiciones'] })
  const volver = useVolver('cuentas')
  // While somebody edits, a newer row must not replace the base of his edit: the server detects the conflict.
  const [abierta, setAbierta] = useState(cuenta)
  const [guardada, setGuardada] = useState(false)
  if (guardada && cuenta.version !== abierta.version) {
    setGuardada(false)
    setAbierta(cuenta)
  }
  const inicial = useMemo(() => {
    const row: Record<string, unknown> = abierta
    const own = Object.keys(campos).map((nombre) => [nombre, row[nombre]])
    const { tipo, version } = abierta
    return { ...Object.fromEntries(own), tipo, version }
  }, [abierta])
  return (
    <CuentaForm
      schema={contrato.editar.body}
      inicial={inicial}
      congelada={cuenta.con_movimientos}
      guardar={(body) => save({ params: { id: cuenta.id }, body })}
      alGuardar={() => setGuardada(true)}
      guardando={saving}
      error={error}
      actual={cuenta}
      cancelar={volver}
    />
  )
}
