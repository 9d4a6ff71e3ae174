import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import { Datos, Detalle } from '../../../web/crud/pagina/detalle.tsx'
import { Historial } from '../../../web/crud/pagina/historial.tsx'
import { UnaFila } from '../../../web/crud/pagina/una-fila.tsx'
import { Fecha, Monto, Vacio } from '../../../web/crud/valores.tsx'
import { aporte } from '../../../web/marco/aportes.ts'
import { useIr } from '../../../web/marco/navegacion.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { useMonedas } from '../../monedas/ui/uso.ts'
import { columnasDe } from '../columnas.tsx'
import classes from '../comisiones.module.css'
import { contrato, type LiquidacionDetalle } from '../contract.ts'
import { FichaLiquidacion } from '../fichas.tsx'
import { AnularLiquidacion } from './anular.tsx'
import { Pagar } from './pagar.tsx'

const ACCIONES: Record<string, string> = {
  liquidar: 'La creó',
  pagar: 'La pagó',
  anular: 'La anuló',
}

export const empieza: Empieza = { fila: contrato.liquidacion }

/** One settlement: its commissions and its payment. */
export default function DetalleLiquidacion() {
  return <UnaFila endpoint={contrato.liquidacion}>{(l) => <Una liquidacion={l} />}</UnaFila>
}

function Una({ liquidacion: l }: { liquidacion: LiquidacionDetalle }) {
  const paga = usePuede('comisiones:pagar')
  const liquida = usePuede('comisiones:liquidar')
  const abierta = l.estado === 'liquidada'
  return (
    <Detalle
      titulo={l.numero}
      migas={[
        { texto: 'Comisiones', ruta: 'reporte-comisiones' },
        { texto: 'Liquidaciones', ruta: 'liquidaciones-comisiones' },
        { texto: l.nombre },
      ]}
      estado={<FichaLiquidacion estado={l.estado} />}
      nota={l.motivo_anulacion ? `Anulada por ${l.anulada_por}: ${l.motivo_anulacion}` : undefined}
      acciones={
        abierta && (
          <>
            {paga && <Pagar liquidacion={l} />}
            {liquida && <AnularLiquidacion liquidacion={l} />}
          </>
        )
      }
      pestanas={[
        {
          clave: 'datos',
          titulo: 'Datos',
          contenido: () => (
            <div className={classes.pila}>
              <Resumen liquidacion={l} />
              {l.estado !== 'anulada' && <Filas id={l.id} />}
            </div>
          ),
        },
        {
          clave: 'historial',
          titulo: 'Historial',
          contenido: () => <Historial filas={l.historial} acciones={ACCIONES} />,
        },
      ]}
    />
  )
}

function Resumen({ liquidacion: l }: { liquidacion: LiquidacionDetalle }) {
  return (
    <Datos
      pares={[
        ['Beneficiario', l.nombre],
        ['Total', <Monto key="total" valor={l.total} moneda={monedaFuncional()} />],
        ['Comisiones', l.filas],
        ['Liquidada', <Fecha key="fecha" valor={l.fecha} hora />],
        ['Por', l.creada_por],
        ['Pagada', <Fecha key="pagada" valor={l.pagada_en} hora />],
        ['De la cuenta', l.cuenta ?? <Vacio key="cuenta" />],
        ['Referencia', l.referencia ?? <Vacio key="referencia" />],
      ]}
    />
  )
}

function Filas({ id }: { id: number }) {
  const monedas = useMonedas()
  const ganancia = usePuede('ganancia:ver')
  const ir = useIr()
  return (
    <ListaPaginada
      lista="comisiones-liquidadas"
      titulo="Comisiones de la liquidación"
      endpoint={contrato.listar}
      espera={monedas.size === 0}
      columnas={columnasDe(monedas, ganancia).filter(({ clave }) => clave !== 'liquidacion')}
      fijo={{ liquidacion_id: id }}
      id={(fila) => fila.id}
      abrir={({ origen, origen_id }) =>
        ir(aporte('documentos')[origen]?.ruta ?? 'detalle-compra-venta', { id: origen_id })
      }
      nombreFila={({ numero }) => numero}
      vacio={<p>Esta liquidación ya no tiene comisiones.</p>}
    />
  )
}
