import '../../../web/operacion/operacion.css'
import { useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { useSalida } from '../../../web/crud/formulario/salida.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { enfocar } from '../../../web/marco/foco.ts'
import { useBusqueda, useIr, useVolver } from '../../../web/marco/navegacion.tsx'
import { useTeclas } from '../../../web/marco/teclas.ts'
import { Rechazo } from '../../../web/operacion/rechazo.tsx'
import { SinTasas } from '../../../web/operacion/sin-tasas.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { useClienteQueLlega } from '../../clientes/ui/que-llega.ts'
import { alRecuperar } from '../../tipos-pagos/rules/linea-pago.ts'
import { useComprobantes, usePegar } from '../../tipos-pagos/ui/comprobantes.ts'
import type { OpcionesOrden } from '../contract/opciones.ts'
import { contrato } from '../contract.ts'
import { BeneficiarioBloque } from './beneficiario.tsx'
import { corredorDe, empezar } from './calculo/borrador.ts'
import { calcular } from './calculo/calculo.ts'
import type { Borrador, Cambiar } from './calculo/tipos.ts'
import { ClienteBloque } from './cliente/cliente.tsx'
import { CobroBloque } from './cobro.tsx'
import { CorredorBloque } from './corredor.tsx'
import { Cotizacion } from './cotizacion.tsx'
import { useAgenda, useOrdenViva, useSaldo } from './en-vivo.tsx'
import classes from './nueva.module.css'
import { useRegistrar } from './registrar.tsx'
import { Resumen } from './resumen.tsx'

/** A new order: four blocks on one page, keyboard first. */
export default function NuevaOrden() {
  const { data, error, refetch } = useAnswer(contrato.opciones)
  if (error && !data) return <Fallo nivel={1} error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  if (data.corredores.length === 0) return <SinTasas titulo="Nueva orden" />
  return <Llegada opciones={data} />
}

/** A new key for each arrival from another screen, so that the form starts again. */
function Llegada({ opciones }: { opciones: OpcionesOrden }) {
  const [{ historico_id, envia, recibe, cliente_id }] = useBusqueda()
  const cliente = useClienteQueLlega(cliente_id)
  if (cliente === undefined) return <Cargando />
  const key = `${historico_id} ${envia} ${recibe} ${cliente_id}`
  return <Orden key={key} opciones={opciones} cliente={cliente} />
}

const PALABRAS = { monto: 'Envía', contravalor: 'Recibe' }

function Orden({ opciones, cliente }: Pick<Borrador, 'cliente'> & { opciones: OpcionesOrden }) {
  const [busqueda] = useBusqueda()
  const [borrador, setBorrador] = useState<Borrador>(() => ({
    ...empezar(opciones, busqueda),
    cliente,
  }))
  const change: Cambiar = (values) =>
    setBorrador((before) => ({
      ...before,
      ...(values instanceof Function ? values(before) : values),
    }))
  const agenda = useAgenda(borrador.cliente?.id ?? null)
  const { base } = corredorDe(opciones, borrador.corredor) ?? {}
  const saldo = useSaldo(borrador.cliente?.id ?? null, base?.id)
  const usable = usePuede('ordenes:cobrar') ? saldo : null
  const calculo = calcular(opciones, borrador, agenda, usable)
  const ir = useIr()
  const volver = useVolver('ordenes')
  const comprobantes = useComprobantes(contrato.subirComprobante, setBorrador)
  usePegar(borrador.cobrar ? borrador.lineas : [], opciones.tipos_pago, comprobantes)
  const { enviar, dialogo, oferta } = useSalida(
    borrador.valor !== null || borrador.cliente !== null,
    () => borrador,
    (kept) => setBorrador(alRecuperar(kept)),
  )
  useOrdenViva(calculo.tramo, calculo.corredor)

  const registro = useRegistrar(opciones, borrador, enviar, { agenda, saldo: usable }, (id) =>
    // The order is there: its page asks for the credit, and for a second person where one must say yes.
    ir('detalle-orden', { id }, calculo.credito === null ? {} : { usar: 'saldo' }),
  )
  const { registrar, clear } = registro

  useTeclas([
    ['F2', () => enfocar(`campo-${borrador.lado}`)],
    ['F8', () => enfocar('campo-cliente')],
    ['F4', () => enfocar('campo-beneficiario')],
    ['F6', () => enfocar('campo-cobro')],
    ['F9', () => void registrar()],
    ['Escape', volver],
  ])
  const shared = { opciones, borrador, calculo, change }
  return (
    <div className={classes.orden}>
      <form
        aria-label="Nueva orden"
        noValidate
        className="pila"
        onSubmit={(event) => {
          event.preventDefault()
          void registrar()
        }}
      >
        <h1 className="solo-lectores">Nueva orden</h1>
        {oferta}
        <CorredorBloque {...shared} />
        <ClienteBloque {...shared} agenda={agenda} />
        <BeneficiarioBloque {...shared} agenda={agenda} />
        <CobroBloque
          {...shared}
          saldo={saldo}
          usable={usable !== null}
          comprobantes={comprobantes}
        />
      </form>
      <aside className={classes.lado} aria-label="Resumen de la orden">
        <Resumen {...shared} registro={registro} />
        <Cotizacion {...shared} />
      </aside>
      <Rechazo
        error={registro.error}
        palabras={PALABRAS}
        clear={() => {
          clear()
          change({ cotizada: null })
        }}
        repetir={(more) => void registrar(more)}
        mantener={({ historico_id }) => void registrar({ mantener_tasa: true, historico_id })}
      />
      {dialogo}
    </div>
  )
}
