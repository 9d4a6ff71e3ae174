import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatMonto, sinCortar } from '../../../core/formato.ts'
import { quienAprueba } from '../../../web/crud/aprobadores.ts'
import { Adjuntos } from '../../../web/crud/pagina/adjuntos.tsx'
import { AsientoTabla } from '../../../web/crud/pagina/asiento-tabla.tsx'
import { Datos, Detalle, type Pestana, parSucursal } from '../../../web/crud/pagina/detalle.tsx'
import { Historial } from '../../../web/crud/pagina/historial.tsx'
import { UnaFila } from '../../../web/crud/pagina/una-fila.tsx'
import { Fecha, Monto, Numero } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { useSaldosEnVivo } from '../../cuentas/ui/en-vivo.tsx'
import classes from '../ajustes-saldo.module.css'
import { type Detalle as Ajuste, contrato } from '../contract.ts'
import { MOTIVOS } from '../rules.ts'
import { Acciones } from './acciones.tsx'
import { EstadoFicha } from './estado-ficha.tsx'

const ACCIONES: Record<string, string> = {
  proponer: 'Pidió el ajuste',
  aplicar: 'Aplicó el ajuste',
  aprobar: 'Aprobó el ajuste',
  rechazar: 'Rechazó el ajuste',
  retirar: 'Retiró su solicitud',
}

export const empieza: Empieza = { fila: contrato.obtener }

/** One adjustment: what was found, its entry in the books, and its history. */
export default function DetalleAjuste() {
  useSaldosEnVivo()
  return <UnaFila endpoint={contrato.obtener}>{(a) => <Hoja ajuste={a} />}</UnaFila>
}

function Hoja({ ajuste: a }: { ajuste: Ajuste }) {
  const pestanas: Pestana[] = [
    { clave: 'datos', titulo: 'Datos', contenido: () => <DatosAjuste ajuste={a} /> },
  ]
  const { apuntes } = a
  if (apuntes && apuntes.length > 0) {
    const monedas = [a.moneda, a.funcional]
    pestanas.push({
      clave: 'asiento',
      titulo: 'Asiento',
      contenido: () => <AsientoTabla apuntes={apuntes} monedas={monedas} />,
    })
  }
  pestanas.push({
    clave: 'historial',
    titulo: 'Historial',
    contenido: () => <Historial filas={a.historial} acciones={ACCIONES} />,
  })
  return (
    <Detalle
      titulo={`Ajuste ${a.numero}`}
      migas={[
        { texto: 'Cuentas', ruta: 'cuentas' },
        { texto: 'Ajustes', ruta: 'ajustes-saldo' },
        { texto: a.numero },
      ]}
      estado={<EstadoFicha estado={a.estado} />}
      acciones={<Acciones ajuste={a} />}
      pestanas={pestanas}
    />
  )
}

function DatosAjuste({ ajuste: a }: { ajuste: Ajuste }) {
  const money = (value: string | null) => <Monto valor={value} moneda={a.moneda} />
  const other = (de: NonNullable<Ajuste['revierte']>) => (
    <Enlace a="detalle-ajuste-saldo" params={{ id: de.id }}>
      {de.numero}
    </Enlace>
  )
  return (
    <div className="pila">
      {a.estado === 'pendiente' && <Espera ajuste={a} />}
      <Datos
        pares={[
          [
            'Cuenta',
            <Enlace key="c" a="detalle-cuenta" params={{ id: a.cuenta_id }}>
              {a.cuenta}
            </Enlace>,
          ],
          ['Motivo', MOTIVOS[a.motivo].nombre],
          ['Monto', money(a.importe)],
          ...(a.valor === undefined || a.moneda.id === a.funcional.id
            ? []
            : [
                ['Al costo', <Monto key="v" valor={a.valor} moneda={monedaFuncional()} />] as const,
              ]),
          ...(a.tasa_costo
            ? [['Tasa de costo', <Numero key="t" valor={a.tasa_costo} decimales={4} />] as const]
            : []),
          ['Saldo en libros entonces', money(a.saldo_visto)],
          ...(a.contado !== null ? [['Saldo contado', money(a.contado)] as const] : []),
          ...(a.cargo ? [['Cargado a', a.cargo] as const] : []),
          ['Fecha', <Fecha key="f" valor={a.fecha} hora />],
          ['Pidió', a.solicitante],
          ...parSucursal(a),
          ...(a.resuelto_por
            ? [
                [a.estado === 'aplicado' ? 'Aprobó' : 'Rechazó', a.resuelto_por] as const,
                ['Respondido', <Fecha key="r" valor={a.resuelto_en} hora />] as const,
              ]
            : a.estado === 'aplicado'
              ? [['Aprobó', `Nadie más: lo aplicó ${a.solicitante}`] as const]
              : []),
          ...(a.nota ? [['Nota', a.nota] as const] : []),
          ...(a.revierte ? [['Revierte', other(a.revierte)] as const] : []),
          ...(a.revertido_por ? [['Revertido por', other(a.revertido_por)] as const] : []),
          ['Observación', a.observacion],
          ['Adjunto', <Adjuntos key="a" endpoint={contrato.bajarAdjunto} adjuntos={a.adjuntos} />],
        ]}
      />
    </div>
  )
}

/** Warns the approver when the balance moved since the request. */
function Espera({ ajuste: a }: { ajuste: Ajuste }) {
  const money = (value: string) => formatMonto(value, a.moneda)
  const moved =
    a.movimientos > 0
      ? ` Desde entonces la cuenta tuvo ${a.movimientos === 1 ? 'un movimiento' : `${a.movimientos} movimientos`} y tiene ${money(a.saldo_actual)}.`
      : ''
  const who = a.propio ? quienAprueba(a.aprueban) : ''
  return (
    <p className={classes.aviso} role="status">
      {sinCortar(`Espera aprobación: todavía no se movió nada.${moved} ${who}`)}
    </p>
  )
}
