import { formatMonto } from '../../../core/formato.ts'
import { Datos } from '../../../web/crud/pagina/detalle.tsx'
import { Hace, Monto } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { Limites } from '../contract/limites.ts'
import { type ClienteDetalle, DOLARES } from '../contract.ts'
import { papelesDe } from '../documentos/rules.ts'
import classes from '../ui/cliente.module.css'
import { fraseDeLimites } from '../ui/frase-limites.ts'
import { useLimites } from '../ui/uso-limites.ts'
import { Aprobacion } from './aprobar.tsx'
import { Parecidos } from './cumplimiento.tsx'

/** What he may do and has done: the first thing that is read of a client. */
export function Resumen({ cliente }: { cliente: ClienteDetalle }) {
  const limites = useLimites(cliente.id)
  return (
    <div className="pila">
      <Parecidos cliente={cliente} />
      <Usos limites={limites} />
      <Alrededor cliente={cliente} limites={limites} />
      <Aprobacion cliente={cliente} />
    </div>
  )
}

/** What he moved this day and this month, of his limits, and what he may still move. */
function Usos({ limites }: { limites: Limites | undefined }) {
  return (
    <section className={classes.limites} aria-labelledby="limites-cliente" aria-busy={!limites}>
      <h2 id="limites-cliente">Límites</h2>
      <dl className={classes.usos}>
        <Uso titulo="Hoy" periodo={limites?.hoy} />
        <Uso titulo="Este mes" periodo={limites?.mes} />
      </dl>
      <p role="status">
        {limites
          ? (fraseDeLimites(limites) ?? 'Ningún límite ni dato que falte lo detiene.')
          : '\u00a0'}
      </p>
    </section>
  )
}

function Uso({ titulo, periodo }: { titulo: string; periodo: Limites['hoy'] | undefined }) {
  const limite = periodo?.limite
  // Only for the bar: what it shows is a share of a line.
  const part = limite ? Math.min(1, Number(periodo.operado) / Math.max(Number(limite), 0.01)) : 0
  return (
    <div className={classes.uso} data-lleno={part >= 1 || undefined}>
      <dt className="tenue">{titulo}</dt>
      <dd>
        <span>
          {periodo ? (
            <strong>
              <Monto valor={periodo.operado} moneda={DOLARES} />
            </strong>
          ) : (
            '…'
          )}
          {periodo && (limite ? ` de ${formatMonto(limite, DOLARES)}` : ' · sin límite propio')}
        </span>
        {limite && <progress value={part} max={1} aria-label={`Parte usada: ${titulo}`} />}
      </dd>
    </div>
  )
}

/** His operations, what of them waits, his agent, and the clients whose agent he is. */
function Alrededor({
  cliente,
  limites,
}: {
  cliente: ClienteDetalle
  limites: Limites | undefined
}) {
  const { operado_30d, ultima_operacion, agente, referidos, id } = cliente
  const here = { a: 'detalle-cliente', params: { id } } as const
  const waiting = [
    [
      'Por verificar',
      limites?.por_verificar,
      ['operación', 'operaciones'],
      { ver: 'operaciones', estado: 'pendiente' },
    ],
    [
      'Órdenes abiertas',
      limites?.ordenes_abiertas,
      ['orden', 'órdenes'],
      { ver: 'ordenes', revisar: 'abiertas' },
    ],
  ] as const
  return (
    <Datos
      pares={[
        ['Documentos', <Papeles key="papeles" cliente={cliente} />],
        ['Operado 30 días', <Monto key="operado" valor={operado_30d} moneda={DOLARES} />],
        ['Última operación', <Hace key="ultima" momento={ultima_operacion} />],
        ...waiting.flatMap(([titulo, n, [uno, varios], search]) =>
          n
            ? [
                [
                  titulo,
                  <Enlace key={titulo} {...here} search={search}>
                    {`${n} ${n === 1 ? uno : varios}`}
                  </Enlace>,
                ] as const,
              ]
            : [],
        ),
        ...(agente
          ? [
              [
                'Agente',
                <Enlace key="agente" a="detalle-cliente" params={{ id: agente.id }}>
                  {agente.nombre}
                </Enlace>,
              ] as const,
            ]
          : []),
        ...(referidos > 0
          ? [
              [
                'Referidos',
                <Enlace key="referidos" a="clientes" search={{ agente_id: String(id) }}>
                  {`${referidos} ${referidos === 1 ? 'cliente' : 'clientes'}`}
                </Enlace>,
              ] as const,
            ]
          : []),
      ]}
    />
  )
}

/** How many of the papers that his level asks for are missing; the tab says which. */
function Papeles({ cliente }: { cliente: ClienteDetalle }) {
  const faltan = papelesDe(cliente).filter(
    ({ tipo, pide }) => pide && !cliente.papeles.includes(tipo),
  ).length
  return (
    <Enlace a="detalle-cliente" params={{ id: cliente.id }} search={{ ver: 'documentos' }}>
      {faltan === 0 ? 'Al día' : `${faltan === 1 ? 'Falta' : 'Faltan'} ${faltan}`}
    </Enlace>
  )
}
