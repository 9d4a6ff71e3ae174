import type { Campo } from '../../../core/fields.ts'
import { callWith } from '../../api/api.ts'
import { useAnswer } from '../../api/query.ts'
import { useIr } from '../../marco/navegacion.tsx'
import { usePuede } from '../../sesion/sesion.ts'
import { BotonEnlace } from '../boton-enlace.tsx'
import type { AccionLote, Lote } from '../lista/arreglo/marcas.tsx'
import { alineacion, Celda } from '../lista/celda.tsx'
import { FILTRO_ESTATUS, type Filtro } from '../lista/filtros.tsx'
import { Lista } from '../lista/lista.tsx'
import { useConocidas } from '../lista/referencias.ts'
import type { Columna } from '../lista/tabla.tsx'
import { Pagina } from '../pagina/pagina.tsx'
import { Estatus } from '../valores.tsx'
import { type CatalogoProps, type Fila, nuevoTitulo, pluralTitulo } from './comun.ts'

/** The list of a plain catalogue. */
export function PaginaLista(props: CatalogoProps) {
  const { catalogo, nombres, nombreFila = (fila: Fila) => String(fila.nombre ?? fila.id) } = props
  const { palabras, campos, contrato } = catalogo
  const { data, error, refetch } = useAnswer(contrato.listar, {}, { fresca: props.fresca ?? false })
  const known = useConocidas(catalogo.lista.map((clave) => campos[clave]))
  const ir = useIr()
  const edita = usePuede(catalogo.permisos.editar)
  const elegibles = catalogo.lista.filter((nombre) => isChoice(campos[nombre]))
  const filtros: Filtro[] = [
    ...elegibles.flatMap((clave): Filtro[] => {
      const campo = campos[clave]
      return campo ? [{ tipo: 'campo', clave, campo }] : []
    }),
    FILTRO_ESTATUS,
  ]
  const crear = edita && <BotonEnlace a={nombres.nuevo}>{nuevoTitulo(palabras)}</BotonEnlace>
  return (
    <Pagina titulo={pluralTitulo(palabras)} acciones={crear}>
      <Lista<Fila>
        lista={catalogo.area}
        titulo={`Lista de ${palabras.plural}`}
        columnas={columnasDe(props)}
        filas={known ? (data as Fila[] | undefined) : undefined}
        id={(fila) => fila.id}
        abrir={(fila) => ir(nombres.detalle, { id: fila.id })}
        nombreFila={nombreFila}
        filtros={filtros}
        lote={edita ? loteDe(catalogo) : undefined}
        pasa={(fila, busqueda) =>
          (!busqueda.estatus || (busqueda.estatus === 'activo') === fila.estatus) &&
          elegibles.every((clave) => !busqueda[clave] || String(fila[clave]) === busqueda[clave])
        }
        textos={(fila) => catalogo.busca.map((clave) => textOf(fila[clave]))}
        error={error}
        reintentar={() => void refetch()}
        vacio={
          <>
            <p>Todavía no hay {palabras.plural}.</p>
            {crear}
          </>
        }
      />
    </Pagina>
  )
}

/** Rows switched on or off, each by its own call: one that needs a password is refused here, and says so. */
function loteDe({ area, contrato }: CatalogoProps['catalogo']): Lote<Fila> {
  const poner = (estatus: boolean, texto: string): AccionLote<Fila> => ({
    clave: texto,
    texto,
    puede: (fila) => fila.estatus !== estatus,
    hacer: async ({ id }) =>
      (await callWith(contrato.estatus, { params: { id: id as number } })).message,
  })
  return { acciones: [poner(true, 'Activar'), poner(false, 'Desactivar')], mueve: [area] }
}

function isChoice(campo: Campo | undefined): boolean {
  return campo?.control.tipo === 'seleccion' || campo?.control.tipo === 'referencia'
}

function textOf(valor: unknown): string | null {
  return valor === null || valor === undefined ? null : String(valor)
}

function columnasDe({ catalogo, celdas = {}, columnas = [] }: CatalogoProps): Columna<Fila>[] {
  const { campos, lista } = catalogo
  const own = lista.flatMap((clave, index): Columna<Fila>[] => {
    const campo = campos[clave]
    if (!campo) return []
    const cell = celdas[clave] ?? ((fila: Fila) => <Celda campo={campo} valor={fila[clave]} />)
    return [
      {
        clave,
        titulo: campo.etiqueta,
        celda: cell,
        alinear: alineacion(campo),
        principal: index === 0,
        // On a phone a yes without its title says nothing, and a no nothing at all.
        ...(campo.control.tipo === 'booleano' && {
          menudo: (fila: Fila) => (fila[clave] ? campo.etiqueta : null),
        }),
        orden: (fila) => sortText(campo, fila[clave]),
        texto: (fila) => plainText(campo, fila[clave]),
      },
    ]
  })
  const estatus: Columna<Fila> = {
    clave: 'estatus',
    titulo: 'Estatus',
    tarjeta: 'cabecera',
    celda: (fila) => <Estatus activo={fila.estatus} />,
    orden: (fila) => (fila.estatus ? 0 : 1),
    texto: (fila) => (fila.estatus ? 'Activo' : 'Inactivo'),
  }
  return [...own, ...columnas, estatus]
}

function sortText(campo: Campo, valor: unknown): string | null {
  return campo.control.tipo === 'lista' ? plainText(campo, valor) : textOf(valor)
}

function plainText({ control }: Campo, valor: unknown): string | null {
  if (control.tipo === 'lista') {
    return (valor as object[]).map((row) => Object.values(row).join(' ')).join(', ')
  }
  if (control.tipo === 'booleano') return valor ? 'Sí' : 'No'
  if (control.tipo !== 'seleccion') return textOf(valor)
  return control.opciones.find((opcion) => opcion.valor === valor)?.etiqueta ?? textOf(valor)
}
