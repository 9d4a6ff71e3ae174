import type { AnswerOf } from '../../core/contract.ts'
import { useAnswer } from '../../web/api/query.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { type FiltroDe, filtroDe, useFiltrado } from '../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../web/crud/lista/lista-paginada.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Reserva } from '../../web/crud/totales/reserva.tsx'
import { Monto } from '../../web/crud/valores.tsx'
import { useIr } from '../../web/marco/navegacion.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import { contrato as cuentas } from '../cuentas/contract.ts'
import classes from './ajustes-saldo.module.css'
import { COLUMNAS } from './columnas.tsx'
import { contrato, ESTADOS } from './contract.ts'
import { MOTIVOS } from './rules.ts'

/** Every adjustment, the latest first. */
export default function ListaAjustes() {
  const { data: accounts = [] } = useAnswer(cuentas.listar)
  const ganancia = usePuede('ganancia:ver')
  const ajustar = usePuede('cuentas:ajustar')
  const ir = useIr()
  const filtros: FiltroDe<typeof contrato.listar>[] = [
    { tipo: 'fechas' },
    filtroDe(
      'cuenta_id',
      'Cuenta',
      accounts.map(({ id, nombre }) => [String(id), nombre] as const),
    ),
    filtroDe(
      'motivo',
      'Motivo',
      Object.entries(MOTIVOS).map(([clave, { nombre }]) => [clave, nombre] as const),
    ),
    filtroDe('estado', 'Estado', ESTADOS),
  ]
  return (
    <Pagina
      titulo="Ajustes de saldo"
      migas={[{ texto: 'Cuentas', ruta: 'cuentas' }]}
      acciones={ajustar && <BotonEnlace a="ajustar-saldo">Ajustar saldo</BotonEnlace>}
    >
      <Totales />
      <ListaPaginada
        lista="ajustes-saldo"
        titulo="Lista de ajustes de saldo"
        endpoint={contrato.listar}
        porSucursal
        columnas={ganancia ? COLUMNAS : COLUMNAS.filter(({ clave }) => clave !== 'valor')}
        id={({ id }) => id}
        abrir={({ id }) => ir('detalle-ajuste-saldo', { id })}
        ficha="detalle-ajuste-saldo"
        nombreFila={({ numero }) => numero}
        filtros={filtros}
        buscar="Número, cuenta u observación"
        vacio={<p>Ningún saldo se ha ajustado. Si un conteo difiere, use «Ajustar saldo».</p>}
      />
    </Pagina>
  )
}

/** Totals in and out per currency, of the filtered rows. */
function Totales() {
  const { data } = useAnswer(
    contrato.totales,
    { query: useFiltrado(contrato.totales) },
    { conserva: true },
  )
  return (
    <Reserva clave="ajustes-saldo" hay={data !== undefined}>
      {data && data.length > 0 && <DeMonedas totales={data} />}
    </Reserva>
  )
}

function DeMonedas({ totales }: { totales: AnswerOf<typeof contrato.totales> }) {
  return (
    <ul className={classes.totales} aria-label="Totales de lo filtrado por moneda">
      {totales.map(({ moneda, entra, sale, ajustes, pendientes }) => (
        <li key={moneda.id}>
          <strong>{moneda.iso}</strong>
          <span>
            Entra <Monto valor={entra} moneda={moneda} />
          </span>
          <span>
            Sale <Monto valor={sale} moneda={moneda} />
          </span>
          <span>{`${ajustes} ${ajustes === 1 ? 'aplicado' : 'aplicados'}${pendientes > 0 ? ` · ${pendientes} por aprobar` : ''}`}</span>
        </li>
      ))}
    </ul>
  )
}
