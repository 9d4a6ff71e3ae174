import { useAnswer } from '../../web/api/query.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { type FiltroDe, filtroDe } from '../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../web/crud/lista/lista-paginada.tsx'
import { usePalabras } from '../../web/crud/lista/referencias.ts'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { useBusqueda, useIr } from '../../web/marco/navegacion.tsx'
import type { Empieza } from '../../web/marco/screens.ts'
import { usePuede } from '../../web/sesion/sesion.ts'
import { COLUMNAS, FILTROS } from './columnas.tsx'
import { contrato } from './contract.ts'

export const empieza: Empieza = { lista: 'clientes', de: contrato.listar }

/** List of clients, by name. */
export default function ListaClientes() {
  const edita = usePuede('clientes:editar')
  const ir = useIr()
  const filtros = useFiltros()
  const crear = edita && <BotonEnlace a="nuevo-cliente">Nuevo cliente</BotonEnlace>
  return (
    <Pagina titulo="Clientes" acciones={crear}>
      <ListaPaginada
        lista="clientes"
        titulo="Lista de clientes"
        endpoint={contrato.listar}
        columnas={COLUMNAS}
        id={({ id }) => id}
        abrir={({ id }) => ir('detalle-cliente', { id })}
        ficha="detalle-cliente"
        nombreFila={({ nombre }) => nombre}
        filtros={filtros}
        buscar="Buscar por nombre, documento o celular"
        vacio={
          <>
            <p>Todavía no hay clientes.</p>
            {crear}
          </>
        }
      />
    </Pagina>
  )
}

/** The usual filters; labels once there are any, the agent when the URL names one. */
function useFiltros(): FiltroDe<typeof contrato.listar>[] {
  const { data: etiquetas = [] } = useAnswer(contrato.etiquetas)
  const [{ agente_id }] = useBusqueda()
  const agente = usePalabras('clientes', ['nombre'], agente_id ? Number(agente_id) : null)
  const words = etiquetas.map((word) => [word, word] as const)
  return [
    ...FILTROS,
    ...(words.length > 0 ? [filtroDe('etiqueta', 'Etiqueta', words)] : []),
    ...(agente_id ? [filtroDe('agente_id', 'Agente', { [agente_id]: `De ${agente ?? '…'}` })] : []),
  ]
}
