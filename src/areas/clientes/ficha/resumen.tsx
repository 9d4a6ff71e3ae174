import { Datos } from '../../../web/crud/pagina/detalle.tsx'
import { Hace, Monto } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { useSesion } from '../../../web/sesion/sesion.ts'
import type { Limites } from '../contract/limites.ts'
import { type ClienteDetalle, DOLARES } from '../contract.ts'
import { papelesFaltan, papelesPorPedir } from '../documentos/rules.ts'
import classes from '../ui/cliente.module.css'
import { useLimites } from '../ui/uso-limites.ts'
import { Aprobacion } from './aprobar.tsx'
import { Cortos } from './cortos.tsx'
import { Parecidos } from './cumplimiento.tsx'
import { Usos } from './usos.tsx'

/** What he may do and has done: the first thing that is read of a client. */
export function Resumen({ cliente }: { cliente: ClienteDetalle }) {
  const limites = useLimites(cliente.id)
  return (
    <div className="pila">
      <Parecidos cliente={cliente} />
      <div className={classes.resumen}>
        <div className="pila">
          <Usos cliente={cliente} limites={limites} />
          <Alrededor cliente={cliente} limites={limites} />
        </div>
        <Cortos cliente={cliente} />
      </div>
      <Aprobacion cliente={cliente} />
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
  const { sucursal } = useSesion().usuario ?? {}
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
        [
          // Limits count every branch; this sum is of the operations that he may see.
          sucursal === undefined ? 'Operado 30 días' : 'Operado 30 días en su sucursal',
          <Monto key="operado" valor={operado_30d} moneda={DOLARES} />,
        ],
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
  const faltan = papelesPorPedir(cliente)
  return (
    <Enlace a="detalle-cliente" params={{ id: cliente.id }} search={{ ver: 'documentos' }}>
      {faltan === 0 ? 'Al día' : papelesFaltan(faltan)}
    </Enlace>
  )
}
