import { TIPOS_DOCUMENTO } from '../../core/documento/documentos.ts'
import { formatFecha } from '../../core/formato.ts'
import { formatTelefono } from '../../core/texto/telefono.ts'
import { columnaMonto, columnaTexto } from '../../web/crud/lista/columna.tsx'
import { type FiltroDe, filtroDe } from '../../web/crud/lista/filtros.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Fecha, Ficha, Hace } from '../../web/crud/valores.tsx'
import {
  type ClienteDetalle,
  type ClienteResumen,
  type contrato,
  DOLARES,
  ESTADOS,
  PERSONAS,
  REVISAR,
  RIESGO,
} from './contract.ts'
import { EstadoCliente, NivelCliente, RiesgoCliente } from './ficha/fichas.tsx'

export type Fila = ClienteResumen &
  Pick<ClienteDetalle, 'creado_en' | 'operado_30d' | 'ultima_operacion'>

/** The filters of the list; their values are kept in the URL. */
export const FILTROS: FiltroDe<typeof contrato.listar>[] = [
  filtroDe('estado', 'Estado', ESTADOS),
  filtroDe('tipo_persona', 'Persona', PERSONAS),
  filtroDe('revisar', 'Por revisar', REVISAR),
]

const documento = ({ tipo_doc, num_doc }: Fila) => `${TIPOS_DOCUMENTO[tipo_doc]} ${num_doc}`

/** The document as a row of a phone has room for: its kind by its first word. */
const enCorto = ({ tipo_doc, num_doc }: Fila) =>
  `${TIPOS_DOCUMENTO[tipo_doc].split(' ')[0]} ${num_doc}`

/** That the document expired, and when. */
function Vencio({ dia }: { dia: string }) {
  return <Ficha tono="negativo">{`Venció ${formatFecha(dia)}`}</Ficha>
}

export const COLUMNAS: Columna<Fila>[] = [
  columnaTexto('nombre', 'Cliente', ({ nombre }) => nombre, {
    principal: true,
    amplia: true,
  }),
  columnaTexto('documento', 'Documento', documento, {
    celda: ({ tipo_doc, num_doc }) => (
      <>
        {TIPOS_DOCUMENTO[tipo_doc]} <span className="numero">{num_doc}</span>
      </>
    ),
    tarjeta: 'fija',
    menudo: enCorto,
  }),
  // The document says it: a RUC of 20 is a firm's.
  columnaTexto('tipo_persona', 'Tipo', ({ tipo_persona }) => PERSONAS[tipo_persona], {
    oculta: true,
    tarjeta: 'oculta',
  }),
  columnaTexto('celular', 'Celular', ({ celular }) => formatTelefono(celular), {
    celda: ({ celular }) => <span className="entero">{formatTelefono(celular)}</span>,
    tarjeta: 'fija',
  }),
  columnaTexto('nivel', 'Nivel', ({ nivel }) => nivel, {
    celda: (fila) => <NivelCliente {...fila} />,
    menudo: (fila) => <NivelCliente {...fila} breve />,
    tarjeta: 'fija',
  }),
  columnaTexto('riesgo', 'Riesgo', ({ riesgo_efectivo }) => RIESGO[riesgo_efectivo], {
    celda: ({ riesgo_efectivo }) => <RiesgoCliente riesgo={riesgo_efectivo} />,
    tarjeta: 'fija',
    menudo: ({ riesgo_efectivo }) =>
      riesgo_efectivo === 'bajo' ? null : <RiesgoCliente riesgo={riesgo_efectivo} />,
  }),
  columnaMonto('operado_30d', 'Operado 30 días', ({ operado_30d }) => [operado_30d, DOLARES]),
  columnaTexto('ultima_operacion', 'Última operación', ({ ultima_operacion }) => ultima_operacion, {
    celda: ({ ultima_operacion }) => <Hace momento={ultima_operacion} />,
    tarjeta: 'oculta',
  }),
  {
    clave: 'vence_doc',
    oculta: 'estrecha',
    titulo: 'Vence documento',
    celda: ({ vence_doc, documento_vencido }) =>
      documento_vencido && vence_doc ? <Vencio dia={vence_doc} /> : <Fecha valor={vence_doc} />,
    texto: ({ vence_doc }) => vence_doc,
    tarjeta: 'fija',
    // Its day has no room beside the longest documents: an ellipsis would hide the whole of it.
    menudo: ({ documento_vencido }) =>
      documento_vencido ? <Ficha tono="negativo">Vencido</Ficha> : null,
  },
  columnaTexto('estado', 'Estado', ({ estado }) => ESTADOS[estado], {
    celda: ({ estado }) => <EstadoCliente estado={estado} />,
    tarjeta: 'cabecera',
  }),
  columnaTexto('etiquetas', 'Etiquetas', ({ etiquetas }) => etiquetas.join(', '), { oculta: true }),
  columnaTexto('creado_en', 'Registrado', ({ creado_en }) => creado_en, {
    celda: ({ creado_en }) => <Hace momento={creado_en} />,
    oculta: true,
  }),
]
