import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatMonto, sinCortar } from '../../../core/formato.ts'
import { quienAprueba } from '../../../web/crud/aprobadores.ts'
import { Adjuntos } from '../../../web/crud/pagina/adjuntos.tsx'
import { AsientoTabla } from '../../../web/crud/pagina/asiento-tabla.tsx'
import { Datos, Detalle, type Pestana, parSucursal } from '../../../web/crud/pagina/detalle.tsx'
import { Historial } from '../../../web/crud/pagina/historial.tsx'
import { UnaFila } from '../../../web/crud/pagina/una-fila.tsx'
import { Fecha, Monto, Vacio } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { COMPROBANTES, contrato, type Detalle as Gasto } from '../contract.ts'
import classes from '../gastos.module.css'
import { Acciones } from './acciones.tsx'
import { EstadoFicha } from './estado-ficha.tsx'

const ACCIONES: Record<string, string> = {
  pagar: 'Registró y pagó el gasto',
  proponer: 'Pidió el gasto',
  'proponer-mes': 'El calendario lo propuso',
  aprobar: 'Aprobó y pagó el gasto',
  rechazar: 'Rechazó el gasto',
  retirar: 'Retiró el gasto',
  anular: 'Anuló el gasto',
}

export const empieza: Empieza = { fila: contrato.obtener }

/** One expense: what it was for, its payment, its entry, its history. */
export default function DetalleGasto() {
  return <UnaFila endpoint={contrato.obtener}>{(g) => <Hoja gasto={g} />}</UnaFila>
}

function Hoja({ gasto: g }: { gasto: Gasto }) {
  const { apuntes } = g
  const pestanas: Pestana[] = [
    { clave: 'datos', titulo: 'Datos', contenido: () => <DatosGasto gasto={g} /> },
  ]
  if (apuntes && apuntes.length > 0) {
    const monedas = [g.moneda, g.funcional]
    pestanas.push({
      clave: 'asiento',
      titulo: 'Asiento',
      contenido: () => <AsientoTabla apuntes={apuntes} monedas={monedas} />,
    })
  }
  pestanas.push({
    clave: 'historial',
    titulo: 'Historial',
    contenido: () => <Historial filas={g.historial} acciones={ACCIONES} />,
  })
  return (
    <Detalle
      titulo={`Gasto ${g.numero}`}
      migas={[{ texto: 'Gastos', ruta: 'gastos' }, { texto: g.numero }]}
      estado={<EstadoFicha {...g} />}
      acciones={<Acciones gasto={g} />}
      pestanas={pestanas}
    />
  )
}

function DatosGasto({ gasto: g }: { gasto: Gasto }) {
  const foreign = g.moneda.id !== g.funcional.id
  return (
    <div className="pila">
      {g.estado === 'pendiente' && (
        <p className={classes.aviso} role="status">
          {g.confirmado
            ? `Espera aprobación: todavía no se pagó nada.${g.propio ? ` ${quienAprueba(g.aprueban)}` : ''}`
            : 'Lo propuso el calendario: revise el monto y páguelo, o retírelo si este mes no corresponde.'}
        </p>
      )}
      <Datos
        pares={[
          ['Fecha', <Fecha key="f" valor={g.fecha} />],
          ['Categoría', g.categoria],
          ['Descripción', g.descripcion],
          [
            'Cuenta',
            <Enlace key="c" a="detalle-cuenta" params={{ id: g.cuenta_id }}>
              {g.cuenta}
            </Enlace>,
          ],
          ['Monto', <Monto key="m" valor={g.monto} moneda={g.moneda} />],
          ...(g.valor !== undefined && foreign
            ? [['Al costo', <Monto key="v" valor={g.valor} moneda={monedaFuncional()} />] as const]
            : []),
          ['Proveedor', g.proveedor ?? <Vacio key="p" />],
          ['RUC', g.ruc ?? <Vacio key="r" />],
          ['Comprobante', `${COMPROBANTES[g.comprobante]} ${g.serie_numero ?? ''}`.trim()],
          ['Usuario', g.usuario],
          ...parSucursal(g),
          ...(g.recurrente
            ? [['Se repite', `El día ${g.recurrente.dia} de cada mes`] as const]
            : []),
          ...(g.resuelto_por
            ? [[g.estado === 'rechazado' ? 'Rechazó' : 'Aprobó', g.resuelto_por] as const]
            : []),
          ...(g.nota ? [['Nota', g.nota] as const] : []),
          ...(g.anulado_por
            ? [['Anulado', `${g.motivo_anulacion} (${g.anulado_por})`] as const]
            : []),
          ['Adjunto', <Adjuntos key="a" endpoint={contrato.bajarAdjunto} adjuntos={g.adjuntos} />],
        ]}
      />
      {foreign && <Diferencia gasto={g} />}
    </div>
  )
}

/** The cost of the currency compared with its value that day: shown, not posted. */
function Diferencia({ gasto: { valor, valor_dia } }: { gasto: Gasto }) {
  if (!valor || !valor_dia) return null
  const more = texto(decimal(valor_dia).minus(decimal(valor)), 2)
  return (
    <p>
      {sinCortar(
        `Costó ${formatMonto(valor, monedaFuncional())}; al precio de ese día eran ${formatMonto(valor_dia, monedaFuncional())}: ${formatMonto(more, monedaFuncional())} de diferencia, que no se registra.`,
      )}
    </p>
  )
}
