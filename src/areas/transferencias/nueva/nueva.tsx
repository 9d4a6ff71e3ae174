import '../../../web/operacion/operacion.css'
import { useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { notify } from '../../../web/avisos/notify.ts'
import { CampoComprobante, useComprobante } from '../../../web/comprobantes/campo.tsx'
import { Confirmar } from '../../../web/crud/dialogo.tsx'
import { useSalida } from '../../../web/crud/formulario/salida.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { useBusqueda, useIr, useVolver } from '../../../web/marco/navegacion.tsx'
import { useTeclas } from '../../../web/marco/teclas.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import type { Opciones } from '../contract/opciones.ts'
import type { Registro, Tipo } from '../contract/registro.ts'
import { contrato } from '../contract.ts'
import { type Borrador, calcular, empezar, extremos, registroDe } from './borrador.ts'
import { Cuentas } from './cuentas-campos.tsx'
import { Importes } from './importes-campos.tsx'
import { Lleva } from './lleva.tsx'
import classes from './nueva.module.css'
import { Resumen } from './resumen.tsx'
import { TipoCampo } from './tipo-campo.tsx'

/** A new transfer: one screen, keyboard first, with both balances after it. */
export default function NuevaTransferencia() {
  const { data, error, refetch } = useAnswer(contrato.opciones)
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  return data ? <Formulario opciones={data} /> : <Cargando />
}

const SIN_MERCADO = { compra: null, venta: null }

/** The market prices between the currencies of both accounts. */
function useMercado(opciones: Opciones, borrador: Borrador) {
  const { origen, destino } = extremos(opciones, borrador)
  const params = { de: origen?.moneda.id ?? 1, a: destino?.moneda.id ?? 1 }
  const activa = borrador.tipo === 'conversion' && origen !== null && destino !== null
  const { data } = useAnswer(contrato.mercado, { params }, { activa })
  return activa && data ? data : SIN_MERCADO
}

function Formulario({ opciones }: { opciones: Opciones }) {
  const [{ origen, tipo: asked }] = useBusqueda()
  const tercero = usePuede('transferencias:tercero')
  const start = (tipo: Tipo) => empezar(opciones, tipo, { origen_id: Number(origen) })
  const [borrador, setBorrador] = useState(() => start(asked === 'conversion' ? asked : 'interna'))
  const mercado = useMercado(opciones, borrador)
  const calculo = calcular(opciones, borrador, mercado)
  const comprobante = useComprobante(contrato.subirComprobante)
  const [tried, setTried] = useState(false)
  const ir = useIr()
  const volver = useVolver('transferencias')
  const { enviar, dialogo, oferta } = useSalida(
    borrador.monto !== null || borrador.recibido !== null,
    () => borrador,
    setBorrador,
  )
  const registro = useSave(contrato.crear, { stale: ['cuentas', 'posiciones', 'dashboard'] })

  const change = (values: Partial<Borrador>) => setBorrador((before) => ({ ...before, ...values }))
  const choose = (tipo: Tipo) =>
    setBorrador(({ origen_id, monto, referencia, motivo }) => ({
      ...start(tipo),
      ...{ origen_id, monto, referencia, motivo },
    }))

  async function registrar(more: Partial<Registro> = {}) {
    setTried(true)
    if (calculo.problema) {
      document.getElementById(calculo.campo ?? '')?.focus()
      return notify('warning', calculo.problema)
    }
    const { id = null, error = null } = comprobante.subida ?? {}
    if (comprobante.subida && id === null && error === null) {
      return notify('warning', 'Espere a que suba el comprobante.')
    }
    const body = registroDe(borrador, calculo, id === null ? [] : [id], more)
    const made = await enviar(() => registro.save({ body }))
    if (made) ir('detalle-transferencia', { id: made.id })
  }

  useTeclas([
    ['F2', () => choose('interna')],
    ['F4', () => choose('conversion')],
    ['F6', () => tercero && choose('tercero')],
    ['F9', () => void registrar()],
    ['Escape', volver],
  ])
  const refused = registro.error?.body
  return (
    <div className={classes.pagina}>
      <form
        aria-label="Transferencia"
        noValidate
        className="pila"
        onSubmit={(event) => {
          event.preventDefault()
          void registrar()
        }}
      >
        <h1 className="solo-lectores">Nueva transferencia</h1>
        {oferta}
        <TipoCampo tipo={borrador.tipo} tercero={tercero} elegir={choose} />
        <Cuentas opciones={opciones} borrador={borrador} calculo={calculo} change={change} />
        <Importes
          borrador={borrador}
          calculo={calculo}
          mercado={mercado}
          setBorrador={setBorrador}
        />
        <Lleva opciones={opciones} borrador={borrador} calculo={calculo} change={change} />
        <CampoComprobante comprobante={comprobante} />
        {/* Lets Enter in a field submit, although the visible buttons are outside the form. */}
        <input type="submit" hidden />
      </form>
      <Resumen
        borrador={borrador}
        calculo={calculo}
        limite={opciones.desvio_pct}
        tried={tried}
        registro={registro}
        send={() => void registrar()}
      />
      <Confirmar
        abierto={refused?.codigo === 'DOBLE_OPERACION'}
        titulo="¿Es otra transferencia?"
        accion="Sí, registrar otra"
        cancelar="No, volver"
        alConfirmar={() => void registrar({ confirmo_duplicado: true })}
        alCancelar={registro.clear}
      >
        {registro.error?.message}
      </Confirmar>
      {dialogo}
    </div>
  )
}
