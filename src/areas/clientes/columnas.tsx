import { TIPOS_DOCUMENTO } from '../../core/documentos.ts'
import { formatFecha } from '../../core/formato.ts'
import type { Filtro } from '../../web/crud/filtros.tsx'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Fecha, Ficha, Hace, Monto } from '../../web/crud/valores.tsx'
import {
  type ClienteDetalle,
  type ClienteResumen,
  DOLARES,
  ESTADOS,
  PERSONAS,
  REVISAR,
  RIESGO,
} from './contract.ts'
import { EstadoCliente, NivelCliente, RiesgoCliente } from './fichas.tsx'

export type Fila = ClienteResumen &
  Pick<ClienteDetalle, 'creado_en' | 'operado_30d' | 'ultima_operacion'>

const opciones = (words: Record<string, string>) =>
  Object.entries(words).map(([valor, etiqueta]) => ({ valor, etiqueta }))

/** Kept in the address. */
export const FILTROS: Filtro[] = [
  { tipo: 'opciones', clave: 'estado', titulo: 'Estado', opciones: opciones(ESTADOS) },
  { tipo: 'opciones', clave: 'tipo_persona', titulo: 'Persona', opciones: opciones(PERSONAS) },
  { tipo: 'opciones', clave: 'revisar', titulo: 'Por revisar', opciones: opciones(REVISAR) },
]

const documento = ({ tipo_doc, num_doc }: Fila) => `${TIPOS_DOCUMENTO[tipo_doc]} ${num_doc}`

/** The columns of the list (spec 2.6). */
export const COLUMNAS: Columna<Fila>[] = [
  {
    clave: 'nombre',
    titulo: 'Cliente',
    celda: ({ nombre }) => nombre,
    orden: ({ nombre }) => nombre,
    texto: ({ nombre }) => nombre,
    principal: true,
    amplia: true,
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
    titulo: 'Nivel KYC',
    celda: (fila) => <NivelCliente {...fila} />,
    texto: ({ nivel }) => nivel,
  },
  {
    clave: 'riesgo',
    titulo: 'Riesgo',
    celda: ({ riesgo_efectivo }) => <RiesgoCliente riesgo={riesgo_efectivo} />,
    texto: ({ riesgo_efectivo }) => RIESGO[riesgo_efectivo],
  },
  {
    clave: 'operado_30d',
    titulo: 'Operado 30 días',
    alinear: 'right',
    celda: ({ operado_30d }) => <Monto valor={operado_30d} moneda={DOLARES} />,
    numero: ({ operado_30d }) => operado_30d,
  },
  {
    clave: 'ultima_operacion',
    titulo: 'Última operación',
    celda: ({ ultima_operacion }) => <Hace momento={ultima_operacion} />,
    texto: ({ ultima_operacion }) => ultima_operacion,
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
    clave: 'etiquetas',
    titulo: 'Etiquetas',
    celda: ({ etiquetas }) => etiquetas.join(', '),
    texto: ({ etiquetas }) => etiquetas.join(', '),
    oculta: true,
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
