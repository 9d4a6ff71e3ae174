import { plain } from '../../core/texto/texto.ts'
import { useAnswer } from '../../web/api/query.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { type Filtro, filtroDe } from '../../web/crud/lista/filtros.tsx'
import { Lista } from '../../web/crud/lista/lista.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Reserva } from '../../web/crud/totales/reserva.tsx'
import { type Busqueda, useBusqueda, useIr } from '../../web/marco/navegacion.tsx'
import type { Empieza } from '../../web/marco/screens.ts'
import { usePuede } from '../../web/sesion/sesion.ts'
import { COLUMNAS, COSTO } from './columnas.tsx'
import { type CuentaFila, contrato, TIPOS } from './contract.ts'
import classes from './cuentas.module.css'
import { Totales } from './totales.tsx'
import { useSaldosEnVivo } from './ui/en-vivo.tsx'

const textos = ({ nombre, numero, titular, entidad, responsable }: CuentaFila) => [
  nombre,
  numero,
  titular,
  entidad,
  responsable,
]

function pasa(fila: CuentaFila, { tipo, moneda, estatus }: Busqueda): boolean {
  const chosen = !estatus || (estatus === 'activa') === fila.estatus
  return chosen && (!tipo || fila.tipo === tipo) && (!moneda || fila.moneda.iso === moneda)
}

function coincide(fila: CuentaFila, buscar = ''): boolean {
  const text = plain(textos(fila).filter(Boolean).join(' '))
  return plain(buscar)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

export const empieza: Empieza = { todo: [contrato.listar] }

/** Accounts with their balances, by currency, and the totals of the shown ones. */
export default function ListaCuentas() {
  const { data, error, refetch } = useAnswer(contrato.listar)
  const [busqueda] = useBusqueda()
  const edita = usePuede('cuentas:editar')
  const ganancia = usePuede('ganancia:ver')
  const ir = useIr()
  useSaldosEnVivo()
  const crear = edita && <BotonEnlace a="nueva-cuenta">Nueva cuenta</BotonEnlace>
  const shown = data?.filter((fila) => pasa(fila, busqueda) && coincide(fila, busqueda.buscar))
  // A line separates currencies while the rows are grouped by currency.
  const groups = [...Map.groupBy(shown ?? [], (cuenta) => cuenta.moneda_id).values()]
  const first = new Set(groups.slice(1).map((group) => group[0]?.id))
  return (
    <Pagina
      titulo="Cuentas"
      acciones={
        <>
          {crear}
          <BotonEnlace a="movimientos-cuenta" variant="default">
            Movimientos
          </BotonEnlace>
          <BotonEnlace a="ajustes-saldo" variant="default">
            Ajustes
          </BotonEnlace>
        </>
      }
    >
      <Reserva clave="cuentas" hay={Boolean(shown)}>
        {shown && <Totales cuentas={shown} />}
      </Reserva>
      <Lista<CuentaFila>
        lista="cuentas"
        titulo="Lista de cuentas"
        columnas={ganancia ? COLUMNAS : COLUMNAS.filter(({ clave }) => !COSTO.includes(clave))}
        filas={data}
        id={({ id }) => id}
        abrir={({ id }) => ir('detalle-cuenta', { id })}
        ficha="detalle-cuenta"
        nombreFila={({ nombre }) => nombre}
        claseFila={({ id }) => (!busqueda.orden && first.has(id) ? classes.moneda : undefined)}
        filtros={filtrosDe(data ?? [])}
        pasa={pasa}
        textos={textos}
        error={error}
        reintentar={() => void refetch()}
        vacio={
          <>
            <p>Todavía no hay cuentas. Abra la primera caja con su saldo inicial.</p>
            {crear}
          </>
        }
      />
    </Pagina>
  )
}

function filtrosDe(filas: readonly CuentaFila[]): Filtro[] {
  const isos = [...new Set(filas.map(({ moneda }) => moneda.iso))]
  return [
    filtroDe(
      'moneda',
      'Moneda',
      isos.map((iso) => [iso, iso] as const),
    ),
    filtroDe('tipo', 'Tipo', TIPOS),
    filtroDe('estatus', 'Estatus', { activa: 'Activas', inactiva: 'Inactivas' }),
  ]
}
