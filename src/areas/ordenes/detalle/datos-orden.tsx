import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { parSucursal } from '../../../web/crud/pagina/detalle.tsx'
import { Fecha, Monto, TasaTexto, Vacio } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { conHoy, fueEntonces, hoyDe } from '../../clientes/ui/entonces.tsx'
import type { Acciones } from '../acciones/uso-acciones.tsx'
import type { DetalleOrden } from '../contract.ts'
import { CambiarBeneficiario } from '../dialogos/beneficiario.tsx'
import { CobroNuevo } from '../dialogos/cobro-nuevo.tsx'
import { Tiempo } from '../estado-orden.tsx'
import { SaldosFavor } from '../saldos/saldos-favor.tsx'
import { BotonUsarSaldo } from '../saldos/usar.tsx'
import { Cobros } from './cobros.tsx'
import { DatosPago, MensajeCliente } from './datos-pago.tsx'
import classes from './detalle.module.css'
import { GananciaOrden } from './ganancia-orden.tsx'
import { LineaTiempo } from './linea-tiempo.tsx'
import { PagosHechos } from './pagos-hechos.tsx'

interface Props {
  orden: DetalleOrden
  acciones: Acciones
  cobrando: boolean
  cobrar: (open: boolean) => void
}

/** What was agreed on top; payments, payouts and payment data on the left; history on the right. */
export function DatosOrden({ orden: o, acciones, cobrando, cobrar }: Props) {
  const rest = texto(decimal(o.recibe).minus(decimal(o.pagado)), o.recibe_moneda.decimales)
  const [cambia, setCambia] = useState(false)
  const open = o.estado === 'pagada' || o.estado === 'en_proceso'
  return (
    <div className="pila">
      <Resumen orden={o} />
      <div className={classes.columnas}>
        <div className={classes.columna}>
          <section className={classes.bloque} aria-label="Cobros">
            <header>
              <h2>Cobros</h2>
              {o.acciones.includes('cobrar') && (
                <span className="fila">
                  <BotonUsarSaldo orden={o} />
                  <Button size="compact-sm" variant="light" onClick={() => cobrar(true)}>
                    Registrar cobro
                  </Button>
                </span>
              )}
            </header>
            <Cobros orden={o} />
          </section>
          {o.saldos.length > 0 && <SaldosFavor orden={o} />}
          <DatosPago orden={o} monto={open ? rest : o.recibe}>
            {o.acciones.includes('beneficiario') && (
              <Button size="compact-sm" variant="subtle" onClick={() => setCambia(true)}>
                Cambiar
              </Button>
            )}
          </DatosPago>
          <section className={classes.bloque} aria-label="Pagos">
            <header>
              <h2>Pagos</h2>
              {o.acciones.includes('pagar') && (
                <Button size="compact-sm" onClick={() => acciones.pedir(o, 'pagar')}>
                  Registrar pago
                </Button>
              )}
            </header>
            <PagosHechos orden={o} falta={rest} />
          </section>
          {o.ganancia !== undefined && <GananciaOrden orden={o} />}
        </div>
        <div className={classes.columna}>
          <LineaTiempo orden={o} />
          <MensajeCliente orden={o} />
        </div>
      </div>
      {cambia && <CambiarBeneficiario orden={o} cerrar={() => setCambia(false)} />}
      {cobrando && <CobroNuevo orden={o} cerrar={() => cobrar(false)} />}
    </div>
  )
}

function Resumen({ orden: o }: { orden: DetalleOrden }) {
  const facts: (readonly [titulo: string, valor: ReactNode])[] = [
    ['Cliente', <Cliente key="c" orden={o} />],
    ...fueEntonces(o.ficha),
    ['Beneficiario', `${o.beneficiario}${o.beneficiario_datos.verificado ? ' · verificado' : ''}`],
    ['Destino', o.pais_destino_nombre],
    [
      o.estado === 'pendiente' ? 'Plazo del cliente' : 'Tiempo en este estado',
      <Tiempo key="t" orden={o} />,
    ],
    ['Pagador', o.pagador ?? <Vacio key="p" />],
    ['Registró', `${o.cajero}${o.agente ? ` · agente ${o.agente}` : ''}`],
    ['Fecha', <Fecha key="f" valor={o.fecha} hora />],
    ...parSucursal(o),
  ]
  if (o.observacion) facts.push(['Observación', o.observacion])
  if (o.observada && o.observada_nota) facts.push(['Por qué espera', o.observada_nota])
  if (o.motivo_anulacion)
    facts.push(['Anulada', `${o.motivo_anulacion} (${o.anulada_por ?? 'el sistema'})`])
  return (
    <section className={classes.resumen} aria-label="Resumen">
      <p className={classes.montos}>
        <span>
          <small>Envía</small>
          <Monto valor={o.envia} moneda={o.envia_moneda} />
        </span>
        <span className={classes.tasa}>
          <small>{`Tasa ${o.metodo_calculo === 'm' ? '×' : '÷'}`}</small>
          <TasaTexto tasa={o.tasa} precision={o.precision} />
        </span>
        <span>
          <small>Recibe</small>
          <Monto valor={o.recibe} moneda={o.recibe_moneda} />
        </span>
      </p>
      <dl className="datos">
        {facts.map(([titulo, valor]) => (
          <div key={titulo}>
            <dt>{titulo}</dt>
            <dd>{valor}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Cliente({ orden: o }: { orden: DetalleOrden }) {
  return (
    <>
      <Enlace a="detalle-cliente" params={{ id: o.cliente_id }}>
        {o.cliente}
      </Enlace>
      {' · '}
      {conHoy(o.cliente_documento, hoyDe(o.ficha))}
    </>
  )
}
