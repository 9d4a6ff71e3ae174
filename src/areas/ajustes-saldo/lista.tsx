import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import type { Filtro } from '../../web/crud/filtros.tsx'
import { ListaPaginada } from '../../web/crud/lista-paginada.tsx'
import { Pagina } from '../../web/crud/pagina.tsx'
import { Monto } from '../../web/crud/valores.tsx'
import { useBusqueda, useIr } from '../../web/navegacion.tsx'
import { useAnswer } from '../../web/query.ts'
import { usePuede } from '../../web/sesion.ts'
import { contrato as cuentas } from '../cuentas/contract.ts'
import classes from './ajustes-saldo.module.css'
import { COLUMNAS } from './columnas.tsx'
import { contrato, ESTADOS, type Fila } from './contract.ts'
import { MOTIVOS } from './rules.ts'

/** Every adjustment, the latest first. */
export default function ListaAjustes() {
  const { data: accounts = [] } = useAnswer(cuentas.listar)
  const ganancia = usePuede('ganancia:ver')
  const ajustar = usePuede('cuentas:ajustar')
  const ir = useIr()
  const opciones = (words: Record<string, string>) =>
    Object.entries(words).map(([valor, etiqueta]) => ({ valor, etiqueta }))
  const filtros: Filtro[] = [
    { tipo: 'fechas' },
    {
      tipo: 'opciones',
      clave: 'cuenta_id',
      titulo: 'Cuenta',
      opciones: accounts.map(({ id, nombre }) => ({ valor: String(id), etiqueta: nombre })),
    },
    {
      tipo: 'opciones',
      clave: 'motivo',
      titulo: 'Motivo',
      opciones: Object.entries(MOTIVOS).map(([valor, m]) => ({ valor, etiqueta: m.nombre })),
    },
    { tipo: 'opciones', clave: 'estado', titulo: 'Estado', opciones: opciones(ESTADOS) },
  ]
  return (
    <Pagina
      titulo="Ajustes de saldo"
      migas={[{ texto: 'Cuentas', ruta: 'cuentas' }]}
      acciones={ajustar && <BotonEnlace a="ajustar-saldo">Ajustar saldo</BotonEnlace>}
    >
      <Totales />
      <ListaPaginada<Fila>
        lista="ajustes-saldo"
        titulo="Lista de ajustes de saldo"
        endpoint={contrato.listar}
        columnas={ganancia ? COLUMNAS : COLUMNAS.filter(({ clave }) => clave !== 'valor')}
        id={({ id }) => id}
        abrir={({ id }) => ir('detalle-ajuste-saldo', { id })}
        nombreFila={({ numero }) => numero}
        filtros={filtros}
        buscar="Número, cuenta u observación"
        vacio={<p>Ningún saldo se ha ajustado. Si un conteo difiere, use «Ajustar saldo».</p>}
      />
    </Pagina>
  )
}

/** What came in and went out of what is filtered, per currency. */
function Totales() {
  const [{ cursor: _c, pagina: _p, limite: _l, orden: _o, ...typed }] = useBusqueda()
  const query = Object.fromEntries(Object.entries(typed).filter(([, value]) => value))
  const { data } = useAnswer(contrato.totales, { query }, { conserva: true })
  if (!data?.length) return null
  return (
    <ul className={classes.totales} aria-label="Totales de lo filtrado por moneda">
      {data.map(({ moneda, entra, sale, ajustes, pendientes }) => (
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
