import { enPlural, monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatMonto } from '../../../core/formato.ts'
import { Monto } from '../../../web/crud/valores.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import type { Comparado, Inicio } from '../contract.ts'
import { diaDeSemana, diferencia, sumar } from '../rules.ts'
import { Cifra } from './cifra.tsx'
import classes from './cifras.module.css'
import { Ordenes } from './ordenes-cifra.tsx'

const ALERTAS = {
  bien: 'Su caja, dentro de sus límites',
  bajo: 'Su caja, bajo su mínimo',
  alto: 'Su caja, sobre su máximo',
}

/** The figures of the day; each links to its details. */
export function Cifras({ inicio }: { inicio: Inicio }) {
  const {
    fecha,
    propio,
    ganancia,
    margen,
    operaciones,
    obligacion,
    total,
    cajas = [],
    ordenes,
  } = inicio
  const vende = usePuede('compras-ventas:crear')
  const envia = usePuede('ordenes:crear')
  // Who registers nothing, as a payer, has no day of operations.
  const registra = vende || envia
  const dia = diaDeSemana(fecha)
  const hoy = { desde: fecha, hasta: fecha }
  return (
    <ul className={classes.cifras} aria-label="Cifras de hoy">
      {ganancia && (
        <Cifra
          titulo="Ganancia realizada hoy"
          a="posiciones"
          nota={<Contra {...ganancia} dia={dia} />}
        >
          <Monto valor={ganancia.hoy} moneda={monedaFuncional()} />
        </Cifra>
      )}
      {margen && (
        <Cifra
          titulo="Margen de tasas hoy"
          a="compras-ventas"
          search={hoy}
          nota={<Contra {...margen} dia={dia} />}
        >
          <Monto valor={margen.hoy} moneda={monedaFuncional()} />
        </Cifra>
      )}
      {operaciones && (!propio || registra) && (
        <Cifra
          titulo={propio ? 'Sus operaciones de hoy' : 'Operaciones de hoy'}
          a={operaciones.mostrador === undefined && ordenes ? 'ordenes' : 'compras-ventas'}
          search={hoy}
          nota={<Cuantas {...operaciones} dia={dia} />}
        >
          {operaciones.hoy}
        </Cifra>
      )}
      {ordenes && <Ordenes {...ordenes} propio={propio} />}
      {propio &&
        cajas.map(({ id, nombre, saldo, moneda, alerta }) => (
          <Cifra
            key={id}
            titulo={nombre}
            a="detalle-cuenta"
            params={{ id }}
            nota={ALERTAS[alerta ?? 'bien']}
            aviso={alerta !== null}
          >
            <Monto valor={saldo} moneda={moneda} />
          </Cifra>
        ))}
      {obligacion && (
        <Cifra
          titulo="Obligación pendiente"
          a="ordenes"
          search={{ revisar: 'abiertas' }}
          nota="Órdenes por pagar y entregas a clientes"
        >
          <Monto valor={obligacion} moneda={monedaFuncional()} />
        </Cifra>
      )}
      {total && (
        <Cifra titulo="Caja total" a="cuentas" nota={<Reparto {...total} />}>
          <Monto valor={sumar(total.soles, total.divisas)} moneda={monedaFuncional()} />
        </Cifra>
      )}
    </ul>
  )
}

/** The separate counts of both books for users who see both, and the comparison with a week ago. */
function Cuantas(o: NonNullable<Inicio['operaciones']> & { dia: string }) {
  return (
    <>
      {o.ordenes !== undefined && (
        <>
          <span className="entero">{`${o.mostrador} en el mostrador`}</span>,{' '}
          <span className="entero">
            {`${o.ordenes} ${o.ordenes === 1 ? 'orden pagada' : 'órdenes pagadas'}`}
          </span>
          {o.antes !== null && '. '}
        </>
      )}
      {o.antes !== null && `${o.antes} el ${o.dia} pasado a esta hora`}
    </>
  )
}

/** Comparison with the same weekday a week ago, until the same time; nothing where the house was closed. */
function Contra({ hoy, antes, dia }: Comparado & { dia: string }) {
  if (antes === null) return null
  const { signo, monto } = diferencia(hoy, antes)
  if (signo === 0) return <>Igual que el {dia} pasado a esta hora</>
  return (
    <>
      <span className="fuerte entero" data-signo={signo}>
        <span aria-hidden="true">{signo > 0 ? '▲' : '▼'}</span>{' '}
        {formatMonto(monto, monedaFuncional())}
      </span>{' '}
      {signo > 0 ? 'más' : 'menos'} que el {dia} pasado a esta hora
    </>
  )
}

function Reparto({ soles, divisas, sin_precio }: NonNullable<Inicio['total']>) {
  return (
    <>
      <span className="entero">
        {formatMonto(soles, monedaFuncional())} en {enPlural()}
      </span>
      , <span className="entero">{formatMonto(divisas, monedaFuncional())} en divisas</span>
      {sin_precio.length > 0 && `. Sin precio: ${sin_precio.join(', ')}`}
    </>
  )
}
