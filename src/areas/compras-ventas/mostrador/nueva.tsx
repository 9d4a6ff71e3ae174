import '../../../web/operacion/operacion.css'
import { useState } from 'react'
import { useAnswer, useEnPartes } from '../../../web/api/query.ts'
import { useSalida } from '../../../web/crud/formulario/salida.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { useBusqueda, useIr, useVolver } from '../../../web/marco/navegacion.tsx'
import { useTeclas } from '../../../web/marco/teclas.ts'
import { SinTasas } from '../../../web/operacion/sin-tasas.tsx'
import { useClienteQueLlega } from '../../clientes/ui/que-llega.ts'
import { alRecuperar } from '../../tipos-pagos/rules/linea-pago.ts'
import { useComprobantes, usePegar } from '../../tipos-pagos/ui/comprobantes.ts'
import { Autorizacion } from '../autorizacion/autorizacion.tsx'
import { usePermiso } from '../autorizacion/use-permiso.tsx'
import { TIPOS, type Tipo } from '../contract/opciones.ts'
import { contrato } from '../contract.ts'
import { permisoPara } from '../tickets/juntas.ts'
import { useJuntar } from '../tickets/use-juntar.tsx'
import { CajaCerrada } from './caja-cerrada.tsx'
import { calcular, empezar } from './calculo/calculo.ts'
import { startOf } from './calculo/inicio.ts'
import type { Borrador, Opciones } from './calculo/tipos.ts'
import { Cliente } from './cliente.tsx'
import { Cotizacion } from './cotizacion.tsx'
import type { Cambiar } from './linea-pago.tsx'
import { MontosCampos } from './montos-campos.tsx'
import classes from './mostrador.module.css'
import { Pagos } from './pagos.tsx'
import { Pie } from './pie.tsx'
import { Preguntas, useRegistrar } from './registrar.tsx'
import { Resumen } from './resumen.tsx'
import { useTasasDeLineas, useTasaViva } from './tasa-viva.tsx'
import { TipoYDivisa } from './tipo-y-divisa.tsx'

/** The counter: one screen, usable by keyboard alone. */
export default function Nueva() {
  const { data: came, error, refetch } = useAnswer(contrato.opciones)
  const data = useEnPartes(came)
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  if (data.tasas.length === 0) return <SinTasas titulo="Compra - Venta" caja />
  return <Llegada opciones={data} />
}

/** The key remounts the counter when another screen passes new values. */
function Llegada({ opciones }: { opciones: Opciones }) {
  const [{ historico_id, monto, contravalor, cliente_id }] = useBusqueda()
  const cliente = useClienteQueLlega(cliente_id)
  if (cliente === undefined) return <Cargando />
  const key = `${historico_id} ${monto} ${contravalor} ${cliente_id}`
  return <Mostrador key={key} opciones={opciones} cliente={cliente} />
}

function Mostrador({ opciones, cliente }: Pick<Borrador, 'cliente'> & { opciones: Opciones }) {
  const [busqueda] = useBusqueda()
  const asked = busqueda.tipo && busqueda.tipo in TIPOS ? (busqueda.tipo as Tipo) : 'compra'
  const [typed, setBorrador] = useState<Borrador>(() =>
    empezar(opciones, asked, { ...startOf(busqueda), cliente }),
  )
  const permiso = usePermiso()
  const { otras = [], tipo, divisa_id, contramoneda_id } = typed
  const borrador: Borrador = { ...typed, permiso: permisoPara(opciones, typed, permiso) }
  const calculo = calcular(opciones, borrador)
  const ir = useIr()
  const volver = useVolver('compras-ventas')
  const comprobantes = useComprobantes(contrato.subirComprobante, setBorrador)
  usePegar(borrador.lineas, opciones.tipos_pago, comprobantes)
  const change: Cambiar = (values) =>
    setBorrador((b) => ({ ...b, ...(values instanceof Function ? values(b) : values) }))
  const choose = (tipo: Tipo, values: Partial<Borrador> = {}) =>
    setBorrador((before) => empezar(opciones, tipo, { ...before, ...values }))
  const recuperar = (kept: Borrador) =>
    setBorrador({
      ...{ ...alRecuperar(kept), permiso: null },
      otras: kept.otras?.map(alRecuperar) ?? [],
    })
  const escrito = borrador.valor !== null || otras.length > 0
  // What was typed alone: the permission that the saved operation used is gone with the next answer.
  const { enviar, dialogo, oferta } = useSalida(escrito, () => typed, recuperar)
  useTasaViva(calculo.tasa)
  useTasasDeLineas(opciones, otras)
  const juntar = useJuntar(opciones, borrador, setBorrador)
  const registro = useRegistrar(opciones, borrador, enviar, ({ pagina, id }, imprimir) =>
    ir(pagina, { id }, imprimir ? { imprimir: '1' } : {}),
  )
  const { registrar } = registro
  useTeclas([
    ['F2', () => choose('compra')],
    ['F3', juntar.agregar],
    ['F4', () => choose('venta')],
    ['F6', () => choose('canje')],
    ['F8', () => document.getElementById('campo-cliente')?.focus()],
    ['F9', () => void registrar(true)],
    ['Escape', volver],
  ])

  return (
    <div className={classes.mostrador}>
      <form
        aria-label="Mostrador"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void registrar(false)
        }}
        className="pila"
      >
        <h1 className="solo-lectores">Nueva compra - venta</h1>
        {oferta}
        <CajaCerrada {...opciones} />
        <TipoYDivisa
          opciones={opciones}
          elegido={{ tipo, divisa_id, contramoneda_id }}
          choose={choose}
        />
        <MontosCampos opciones={opciones} borrador={borrador} calculo={calculo} change={change} />
        <Autorizacion opciones={opciones} borrador={borrador} calculo={calculo} permiso={permiso} />
        <Pagos
          opciones={opciones}
          borrador={borrador}
          calculo={calculo}
          change={change}
          comprobantes={comprobantes}
        />
      </form>
      <aside className="pila" aria-label="Resumen de la operación">
        <Cliente opciones={opciones} borrador={borrador} calculo={calculo} change={change} />
        <Resumen
          opciones={opciones}
          borrador={borrador}
          calculo={calculo}
          change={change}
          juntar={juntar}
          registro={registro}
          send={(imprimir) => void registrar(imprimir)}
        />
      </aside>
      <Cotizacion borrador={borrador} calculo={calculo} />
      <Pie {...{ calculo, registro }} />
      <Preguntas change={change} registro={registro} />
      {dialogo}
    </div>
  )
}
