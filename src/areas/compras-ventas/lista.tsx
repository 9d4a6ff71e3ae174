import { formatMonto } from '../../core/formato.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { ListaPaginada } from '../../web/crud/lista-paginada.tsx'
import { Pagina } from '../../web/crud/pagina.tsx'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Fecha, Monto, TasaTexto } from '../../web/crud/valores.tsx'
import { useBusqueda, useIr } from '../../web/navegacion.tsx'
import { useAnswer } from '../../web/query.ts'
import { usePuede } from '../../web/sesion.ts'
import { type MonedaActiva, contrato as monedas } from '../monedas/contract.ts'
import { contrato, ESTADOS, type Fila } from './contract.ts'
import { TIPOS } from './contract-opciones.ts'
import { EstadoFicha } from './estado-ficha.tsx'
import { Totales } from './totales.tsx'

const opcionesDe = (words: Record<string, string>) =>
  Object.entries(words).map(([valor, etiqueta]) => ({ valor, etiqueta }))

/** Every operation of the counter, the latest first. */
export default function ListaComprasVentas() {
  const { data: currencies = [] } = useAnswer(monedas.lista)
  const [{ cliente_id }] = useBusqueda()
  const ganancia = usePuede('ganancia:ver')
  const crear = usePuede('compras-ventas:crear')
  const ir = useIr()
  const byId = new Map(currencies.map((m) => [m.id, m]))
  const filtros = [
    { tipo: 'fechas' as const },
    { tipo: 'opciones' as const, clave: 'tipo', titulo: 'Tipo', opciones: opcionesDe(TIPOS) },
    { tipo: 'opciones' as const, clave: 'estado', titulo: 'Estado', opciones: opcionesDe(ESTADOS) },
    {
      tipo: 'opciones' as const,
      clave: 'divisa_id',
      titulo: 'Divisa',
      opciones: currencies.map(({ id, iso }) => ({ valor: String(id), etiqueta: iso })),
    },
  ]
  return (
    <Pagina
      titulo="Compra - Venta"
      acciones={crear && <BotonEnlace a="nueva-compra-venta">Nueva operación</BotonEnlace>}
      nota={cliente_id && 'Solo las operaciones de un cliente.'}
    >
      <Totales monedas={byId} />
      <ListaPaginada<Fila>
        lista="compras-ventas"
        titulo="Lista de compras y ventas"
        endpoint={contrato.listar}
        columnas={columnas(byId, ganancia)}
        id={({ id }) => id}
        abrir={({ id }) => ir('detalle-compra-venta', { id })}
        nombreFila={({ numero }) => numero}
        filtros={filtros}
        buscar="Buscar por número o cliente"
        vacio={<p>Todavía no hay operaciones. Registre la primera con «Nueva operación».</p>}
      />
    </Pagina>
  )
}

function columnas(monedas: Map<number, MonedaActiva>, ganancia: boolean): Columna<Fila>[] {
  const amount = (value: string, moneda_id: number) => {
    const moneda = monedas.get(moneda_id)
    return moneda ? <Monto valor={value} moneda={moneda} /> : value
  }
  const plain = (value: string, moneda_id: number) => {
    const moneda = monedas.get(moneda_id)
    return moneda ? formatMonto(value, moneda) : value
  }
  const all: Columna<Fila>[] = [
    {
      clave: 'numero',
      titulo: 'N.º',
      celda: ({ numero }) => numero,
      texto: ({ numero }) => numero,
      principal: true,
    },
    {
      clave: 'fecha',
      titulo: 'Fecha',
      celda: ({ fecha }) => <Fecha valor={fecha} hora />,
      orden: ({ fecha }) => fecha,
      texto: ({ fecha }) => fecha,
    },
    {
      clave: 'tipo',
      titulo: 'Tipo',
      celda: ({ tipo }) => TIPOS[tipo],
      texto: ({ tipo }) => TIPOS[tipo],
    },
    {
      clave: 'cliente',
      titulo: 'Cliente',
      celda: ({ cliente }) => cliente ?? 'Ocasional',
      texto: ({ cliente }) => cliente ?? 'Ocasional',
    },
    {
      clave: 'monto',
      titulo: 'Monto',
      alinear: 'right',
      celda: ({ monto, divisa_id }) => amount(monto, divisa_id),
      texto: ({ monto, divisa_id }) => plain(monto, divisa_id),
    },
    {
      clave: 'tasa',
      titulo: 'Tasa',
      alinear: 'right',
      celda: ({ tasa, precision }) => <TasaTexto tasa={tasa} precision={precision} />,
      texto: ({ tasa }) => tasa,
    },
    {
      clave: 'contravalor',
      titulo: 'Contravalor',
      alinear: 'right',
      celda: ({ contravalor, contramoneda_id }) => amount(contravalor, contramoneda_id),
      texto: ({ contravalor, contramoneda_id }) => plain(contravalor, contramoneda_id),
    },
    {
      clave: 'ganancia',
      titulo: 'Ganancia',
      alinear: 'right',
      celda: (f) => (f.tipo === 'compra' ? '' : amount(f.ganancia ?? '0', PEN)),
      texto: (f) => f.ganancia ?? null,
    },
    {
      clave: 'cajero',
      titulo: 'Cajero',
      celda: ({ cajero }) => cajero,
      texto: ({ cajero }) => cajero,
    },
    {
      clave: 'estado',
      titulo: 'Estado',
      celda: ({ estado }) => <EstadoFicha estado={estado} />,
      texto: ({ estado }) => ESTADOS[estado],
    },
  ]
  return ganancia ? all : all.filter(({ clave }) => clave !== 'ganancia')
}

/** The functional currency's id in every house (migrations/0006). */
const PEN = 2
