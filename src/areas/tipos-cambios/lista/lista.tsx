import { useAnswer } from '../../../web/api/query.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { FILTRO_ESTATUS, type Filtro, filtroDe } from '../../../web/crud/lista/filtros.tsx'
import { Lista } from '../../../web/crud/lista/lista.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { type Busqueda, useIr } from '../../../web/marco/navegacion.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato, type TipoCambio } from '../contract.ts'
import { nombreTipo } from '../palabras.ts'
import classes from '../tipos.module.css'
import { COLUMNAS, COSTO } from './columnas.tsx'
import { useTasasEnVivo } from './en-vivo.tsx'

const textos = (tipo: TipoCambio) => [
  nombreTipo(tipo),
  tipo.pais_nombre,
  tipo.divisa_base.nombre,
  tipo.divisa_cotizacion.nombre,
]

const AVISOS: Record<string, (tipo: TipoCambio) => boolean | undefined> = {
  rancia: ({ rancia }) => rancia,
  vencida: ({ vencida }) => vencida,
  costo: ({ bajo_costo }) => bajo_costo,
}

function pasa(tipo: TipoCambio, { pais, modo, aviso, estatus }: Busqueda): boolean {
  return (
    (!pais || tipo.pais === pais) &&
    (!modo || (modo === 'manual') === tipo.tasa_manual) &&
    (!aviso || AVISOS[aviso]?.(tipo) === true) &&
    (!estatus || (estatus === 'activo') === tipo.estatus)
  )
}

export const empieza: Empieza = { todo: [contrato.listar] }

/** All rates with cost and profit, and the switches of mode and state. */
export default function ListaTipos() {
  const { data, error, refetch } = useAnswer(contrato.listar)
  const edita = usePuede('tipos-cambios:editar')
  const ganancia = usePuede('ganancia:ver')
  const ir = useIr()
  useTasasEnVivo()
  const crear = edita && <BotonEnlace a="nuevo-tipo-cambio">Nuevo tipo de cambio</BotonEnlace>
  return (
    <Pagina
      titulo="Tipos de cambio"
      acciones={
        <>
          {crear}
          <BotonEnlace a="pares-divisas" variant="default">
            Pares de divisas
          </BotonEnlace>
        </>
      }
    >
      <Lista<TipoCambio>
        lista="tipos-cambios"
        titulo="Lista de tipos de cambio"
        columnas={ganancia ? COLUMNAS : COLUMNAS.filter(({ clave }) => !COSTO.includes(clave))}
        filas={data}
        id={({ id }) => id}
        abrir={({ id }) => ir('detalle-tipo-cambio', { id })}
        ficha="detalle-tipo-cambio"
        nombreFila={(tipo) => `${nombreTipo(tipo)}, ${tipo.pais_nombre}`}
        claseFila={({ estatus }) => (estatus ? undefined : classes.inactiva)}
        filtros={filtrosDe(data ?? [])}
        pasa={pasa}
        textos={textos}
        error={error}
        reintentar={() => void refetch()}
        vacio={
          <>
            <p>Todavía no hay tipos de cambio. Cree el primero a partir de sus pares.</p>
            {crear}
          </>
        }
      />
    </Pagina>
  )
}

function filtrosDe(filas: readonly TipoCambio[]): Filtro[] {
  const paises = new Map(filas.map(({ pais, pais_nombre }) => [pais, pais_nombre]))
  return [
    filtroDe('pais', 'País', paises),
    filtroDe('modo', 'Modo', { auto: 'Automáticas', manual: 'Manuales' }),
    filtroDe('aviso', 'Aviso', {
      rancia: 'Sin confirmar',
      vencida: 'Vencidas',
      costo: 'Bajo costo',
    }),
    FILTRO_ESTATUS,
  ]
}
