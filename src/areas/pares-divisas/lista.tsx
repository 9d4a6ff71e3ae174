import { Button } from '@mantine/core'
import { useAnswer } from '../../web/api/query.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { useSalida } from '../../web/crud/formulario/salida.tsx'
import { FILTRO_ESTATUS, type Filtro, filtroDe } from '../../web/crud/lista/filtros.tsx'
import { Lista } from '../../web/crud/lista/lista.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { type Busqueda, useBusqueda, useIr } from '../../web/marco/navegacion.tsx'
import type { Empieza } from '../../web/marco/screens.ts'
import { usePuede } from '../../web/sesion/sesion.ts'
import { columnasDe } from './columnas.tsx'
import { contrato, type Par } from './contract.ts'
import { BarraPublicar } from './edicion/barra-publicar.tsx'
import { nombrePar } from './edicion/borrador.ts'
import { useEdicion } from './edicion/edicion.tsx'
import { AlertasFuentes } from './fuentes/alertas.tsx'
import { Resultado } from './impacto/resultado.tsx'
import { Revisar } from './impacto/revisar.tsx'
import classes from './pares.module.css'

const textos = (fila: Par) => [
  nombrePar(fila),
  fila.pais_nombre,
  fila.divisa_base.nombre,
  fila.divisa_cotizacion.nombre,
]

function pasa(fila: Par, { mercado, moneda, estatus, edad }: Busqueda): boolean {
  const { divisa_base, divisa_cotizacion } = fila
  return (
    (!mercado || fila.pais === mercado) &&
    (!moneda || divisa_base.iso === moneda || divisa_cotizacion.iso === moneda) &&
    (!estatus || (estatus === 'activo') === fila.estatus) &&
    (!edad || fila.rancio)
  )
}

export const empieza: Empieza = { todo: [contrato.listar] }

/** The prices by market. They are edited in the list and published together. */
export default function ListaPares() {
  const { data, error, refetch } = useAnswer(contrato.listar)
  const [{ orden }] = useBusqueda()
  const edita = usePuede('pares-divisas:editar')
  const publica = usePuede('pares-divisas:publicar')
  const compara = usePuede('competencia:ver')
  const ir = useIr()
  const edicion = useEdicion(data)
  const salida = useSalida(
    edicion.pendiente,
    () => edicion.cambiados.map(({ par: { id }, borrador }) => ({ id, borrador })),
    edicion.retomar,
  )
  const rancios = data?.filter(({ rancio, estatus }) => rancio && estatus) ?? []
  const first = new Set(
    [...Map.groupBy(data ?? [], ({ pais }) => pais).values()].slice(1).map(([par]) => par?.id),
  )
  const crear = edita && <BotonEnlace a="nuevo-par-divisa">Nuevo par</BotonEnlace>
  return (
    <Pagina
      titulo="Pares de divisas"
      acciones={
        !edicion.abierta && (
          <>
            {publica && rancios.length > 0 && (
              <Button
                variant="default"
                loading={edicion.publicando}
                onClick={() => void edicion.confirmar(rancios)}
              >
                {rancios.length === 1
                  ? 'Confirmar 1 precio sin cambio'
                  : `Confirmar ${rancios.length} precios sin cambio`}
              </Button>
            )}
            {publica && data && data.length > 0 && (
              <Button onClick={edicion.abrir}>Editar precios</Button>
            )}
            <BotonEnlace a="fuentes" variant="default">
              Fuentes
            </BotonEnlace>
            {compara && (
              <BotonEnlace a="competencia" variant="default">
                Competencia
              </BotonEnlace>
            )}
            {edita && (
              <BotonEnlace a="nuevo-par-divisa" variant="default">
                Nuevo par
              </BotonEnlace>
            )}
          </>
        )
      }
    >
      {publica && salida.oferta}
      {edicion.abierta ? <BarraPublicar edicion={edicion} /> : <AlertasFuentes />}
      {edicion.resultado && (
        <Resultado filas={edicion.resultado} cerrar={edicion.cerrarResultado} />
      )}
      <Lista<Par>
        lista="pares-divisas"
        titulo="Lista de pares de divisas"
        columnas={columnasDe(edicion)}
        filas={data}
        id={({ id }) => id}
        {...(!edicion.abierta && { abrir: ({ id }: Par) => ir('detalle-par-divisa', { id }) })}
        nombreFila={(fila) => `${nombrePar(fila)}, ${fila.pais_nombre}`}
        claseFila={({ id }) => (!orden && first.has(id) ? classes.mercado : undefined)}
        filtros={filtrosDe(data ?? [])}
        pasa={pasa}
        textos={textos}
        error={error}
        reintentar={() => void refetch()}
        vacio={
          <>
            <p>Todavía no hay pares. Cree el primero con sus precios de compra y venta.</p>
            {crear}
          </>
        }
      />
      <Revisar edicion={edicion} />
      {salida.dialogo}
    </Pagina>
  )
}

function filtrosDe(filas: readonly Par[]): Filtro[] {
  const mercados = new Map(filas.map(({ pais, pais_nombre }) => [pais, pais_nombre]))
  const isos = filas.flatMap(({ divisa_base, divisa_cotizacion }) => [
    divisa_base.iso,
    divisa_cotizacion.iso,
  ])
  return [
    filtroDe('mercado', 'Mercado', mercados),
    filtroDe(
      'moneda',
      'Moneda',
      [...new Set(isos)].sort().map((iso) => [iso, iso] as const),
    ),
    filtroDe('edad', 'Edad', { rancio: 'Sin confirmar' }),
    FILTRO_ESTATUS,
  ]
}
