import { TIPOS_DOCUMENTO } from '../../core/documentos.ts'
import { formatFecha } from '../../core/formato.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import type { Filtro } from '../../web/crud/filtros.tsx'
import { ListaPaginada } from '../../web/crud/lista-paginada.tsx'
import { Pagina } from '../../web/crud/pagina.tsx'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Fecha, Ficha, Hace } from '../../web/crud/valores.tsx'
import { useIr } from '../../web/navegacion.tsx'
import { usePuede } from '../../web/sesion.ts'
import { type ClienteResumen, contrato, ESTADOS, PERSONAS, REVISAR } from './contract.ts'
import { EstadoCliente, NivelCliente } from './fichas.tsx'

type Fila = ClienteResumen & { creado_en: string }

const opciones = (words: Record<string, string>) =>
  Object.entries(words).map(([valor, etiqueta]) => ({ valor, etiqueta }))

const FILTROS: Filtro[] = [
  { tipo: 'opciones', clave: 'estado', titulo: 'Estado', opciones: opciones(ESTADOS) },
  { tipo: 'opciones', clave: 'tipo_persona', titulo: 'Persona', opciones: opciones(PERSONAS) },
  { tipo: 'opciones', clave: 'revisar', titulo: 'Por revisar', opciones: opciones(REVISAR) },
]

const documento = ({ tipo_doc, num_doc }: Fila) => `${TIPOS_DOCUMENTO[tipo_doc]} ${num_doc}`

const COLUMNAS: Columna<Fila>[] = [
  {
    clave: 'nombre',
    titulo: 'Cliente',
    celda: ({ nombre }) => nombre,
    orden: ({ nombre }) => nombre,
    texto: ({ nombre }) => nombre,
    principal: true,
  },
  { clave: 'documento', titulo: 'Documento', celda: documento, texto: documento },
  {
    clave: 'tipo_persona',
    titulo: 'Tipo',
    celda: ({ tipo_persona }) => PERSONAS[tipo_persona],
    texto: ({ tipo_persona }) => PERSONAS[tipo_persona],
  },
  {
    clave: 'celular',
    titulo: 'Celular',
    celda: ({ celular }) => celular,
    texto: ({ celular }) => celular,
  },
  {
    clave: 'nivel',
    titulo: 'Nivel',
    celda: (fila) => <NivelCliente {...fila} />,
    texto: ({ nivel }) => nivel,
  },
  {
    clave: 'vence_doc',
    titulo: 'Vence documento',
    celda: ({ vence_doc, documento_vencido }) =>
      documento_vencido && vence_doc ? (
        <Ficha tono="negativo">{`Venció ${formatFecha(vence_doc)}`}</Ficha>
      ) : (
        <Fecha valor={vence_doc} />
      ),
    texto: ({ vence_doc }) => vence_doc,
  },
  {
    clave: 'estado',
    titulo: 'Estado',
    celda: ({ estado }) => <EstadoCliente estado={estado} />,
    texto: ({ estado }) => ESTADOS[estado],
  },
  {
    clave: 'creado_en',
    titulo: 'Registrado',
    celda: ({ creado_en }) => <Hace momento={creado_en} />,
    orden: ({ creado_en }) => creado_en,
    texto: ({ creado_en }) => creado_en,
    oculta: true,
  },
]

/** Every client, by name. */
export default function ListaClientes() {
  const edita = usePuede('clientes:editar')
  const ir = useIr()
  const crear = edita && <BotonEnlace a="nuevo-cliente">Nuevo cliente</BotonEnlace>
  return (
    <Pagina titulo="Clientes" acciones={crear}>
      <ListaPaginada<Fila>
        lista="clientes"
        titulo="Lista de clientes"
        endpoint={contrato.listar}
        columnas={COLUMNAS}
        id={({ id }) => id}
        abrir={({ id }) => ir('detalle-cliente', { id })}
        nombreFila={({ nombre }) => nombre}
        filtros={FILTROS}
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
