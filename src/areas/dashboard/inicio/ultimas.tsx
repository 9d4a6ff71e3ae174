import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { puedeAbrir } from '../../../web/barra/menu.ts'
import { columnaMonto } from '../../../web/crud/lista/columna.tsx'
import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Ficha, Hace, Monto, TasaTexto } from '../../../web/crud/valores.tsx'
import { aporte } from '../../../web/marco/aportes.ts'
import { Enlace, useIr } from '../../../web/marco/navegacion.tsx'
import { useSesion } from '../../../web/sesion/sesion.ts'
import { useMonedas } from '../../monedas/ui/uso.ts'
import { ESTADOS_ORDEN } from '../../ordenes/contract.ts'
import type { Ultima } from '../contract.ts'
import classes from './inicio.module.css'

const TONOS = {
  pendiente: 'aviso',
  vencida: 'negativo',
  pagada: 'info',
  en_proceso: 'info',
  completada: 'positivo',
  anulada: 'neutro',
} as const

/** The latest operations, newest first. */
export function Ultimas({ filas, propio }: { filas: readonly Ultima[]; propio: boolean }) {
  const monedas = useMonedas()
  const ir = useIr()
  const { usuario } = useSesion()
  const ganancia = filas.some((fila) => fila.ganancia !== undefined)
  if (filas.length === 0) return null
  return (
    <div className={classes.bloque}>
      <div className={classes.encabezado}>
        <h2>{propio ? 'Sus últimas operaciones' : 'Últimas operaciones'}</h2>
        <span className={classes.enlaces}>
          {usuario && puedeAbrir('compras-ventas', usuario) && (
            <Enlace a="compras-ventas">Compra - Venta</Enlace>
          )}
          {usuario && puedeAbrir('ordenes', usuario) && <Enlace a="ordenes">Órdenes</Enlace>}
        </span>
      </div>
      <Tabla<Ultima>
        titulo="Últimas operaciones"
        filas={monedas.size > 0 ? filas : undefined}
        esperadas={filas.length}
        id={({ numero }) => numero}
        abrir={({ origen, id }) =>
          ir(aporte('documentos')[origen]?.ruta ?? 'detalle-compra-venta', { id })
        }
        nombreFila={({ numero }) => numero}
        columnas={[
          { clave: 'numero', titulo: 'N.º', celda: ({ numero }) => numero, principal: true },
          { clave: 'fecha', titulo: 'Cuándo', celda: ({ fecha }) => <Hace momento={fecha} /> },
          {
            clave: 'tipo',
            titulo: 'Tipo',
            celda: ({ tipo }) => <span className={classes.inicial}>{tipo}</span>,
          },
          { clave: 'cliente', titulo: 'Cliente', celda: ({ cliente }) => cliente ?? 'Ocasional' },
          columnaMonto('monto', 'Monto', (f) => [f.monto, monedas.get(f.divisa_id)]),
          {
            clave: 'tasa',
            titulo: 'Tasa',
            alinear: 'right',
            celda: ({ tasa, precision }) => <TasaTexto tasa={tasa} precision={precision} />,
          },
          columnaMonto('contravalor', 'Contravalor', (f) => [
            f.contravalor,
            monedas.get(f.contramoneda_id),
          ]),
          ...(ganancia
            ? [
                {
                  clave: 'ganancia',
                  titulo: 'Ganancia',
                  alinear: 'right' as const,
                  celda: ({ tipo, estado, ganancia: g }: Ultima) =>
                    tipo === 'compra' || (tipo === 'orden' && estado !== 'completada') ? (
                      ''
                    ) : (
                      <Monto valor={g} moneda={monedaFuncional()} />
                    ),
                },
              ]
            : []),
          ...(propio
            ? []
            : [{ clave: 'cajero', titulo: 'Cajero', celda: (f: Ultima) => f.cajero }]),
          {
            clave: 'estado',
            titulo: 'Estado',
            celda: ({ estado }) => <Ficha tono={TONOS[estado]}>{ESTADOS_ORDEN[estado]}</Ficha>,
          },
        ]}
      />
    </div>
  )
}
