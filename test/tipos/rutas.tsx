import { puedeAbrir } from '../../src/web/barra/menu.ts'
import { BotonEnlace } from '../../src/web/crud/boton-enlace.tsx'
import { Pagina } from '../../src/web/crud/pagina/pagina.tsx'
import { Enlace, useIr, useVolver } from '../../src/web/marco/navegacion.tsx'
import { comoRuta, type RutaCon, ruta, screenOf } from '../../src/web/marco/screens.ts'

/** A link names a registered route and gives exactly the parameters of its path. */
export function Compilan({ pantalla }: { pantalla: string }) {
  const ir = useIr()
  useVolver('ordenes')
  ir('ordenes')
  ir('detalle-orden', { id: 3 })
  ir('movimientos-cuenta', {}, { moneda_id: '1' })
  ir('cierre-dia', { fecha: '2026-01-31' })
  ir('detalle-moneda', { id: 3 }, { ver: 'datos' })
  const dada = comoRuta(pantalla)
  return (
    <Pagina titulo="Orden" migas={[{ texto: 'Órdenes', ruta: 'ordenes' }, { texto: 'Orden' }]}>
      <Enlace a="detalle-orden" params={{ id: 3 }} search={{ ver: 'cobros' }}>
        {ruta('detalle-gasto', { id: 3 })}
      </Enlace>
      <BotonEnlace a="nueva-etidad-financiera">Nueva</BotonEnlace>
      {dada && <Enlace a={dada}>Abrir</Enlace>}
    </Pagina>
  )
}

export function NoCompilan({ pantalla }: { pantalla: string }) {
  const ir = useIr()
  // @ts-expect-error misspelt
  ir('detale-orden', { id: 3 })
  // @ts-expect-error its path has a parameter
  ir('detalle-orden')
  // @ts-expect-error its parameter is `id`
  ir('detalle-orden', { fecha: '2026-01-31' })
  // @ts-expect-error one parameter too many
  ir('detalle-orden', { id: 3, fecha: '2026-01-31' })
  // @ts-expect-error its path has no parameter
  ir('ordenes', { id: 3 })
  // @ts-expect-error a string from data is not a route
  ir(pantalla)
  // @ts-expect-error misspelt
  ruta('detale-orden', { id: 3 })
  // @ts-expect-error misspelt
  screenOf('nueva-ordem')
  // @ts-expect-error misspelt
  puedeAbrir('ordens', { permisos: [], role: { slug: 'adm', nombre: 'ADM' } })
  // @ts-expect-error the way back to a record needs its id
  useVolver('detalle-orden')
  // @ts-expect-error `ordenes` has no `id`
  const sinLugar: RutaCon<'id'> = 'ordenes'
  return (
    // @ts-expect-error misspelt
    <Pagina titulo={sinLugar} migas={[{ texto: 'Órdenes', ruta: 'ordens' }]}>
      {/* @ts-expect-error misspelt */}
      <Enlace a="ordens">Órdenes</Enlace>
      {/* @ts-expect-error its path has a parameter */}
      <Enlace a="detalle-orden">Orden</Enlace>
      {/* @ts-expect-error a string from data is not a route */}
      <Enlace a={pantalla}>Orden</Enlace>
      {/* @ts-expect-error misspelt */}
      <BotonEnlace a="nueva-ordem">Nueva</BotonEnlace>
    </Pagina>
  )
}
