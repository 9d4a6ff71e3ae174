import { TIPOS_DOCUMENTO, type TipoDocumento } from '../../../core/documento/documentos.ts'
import { formatFecha } from '../../../core/formato.ts'
import { formatTelefono } from '../../../core/texto/telefono.ts'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Vacio } from '../../../web/crud/valores.tsx'
import type { FilaRo } from '../contract/ro.ts'

/** A text column of the register. */
export const texto = (
  clave: string,
  titulo: string,
  of: (fila: FilaRo) => string | null | undefined,
  more: Partial<Columna<FilaRo>> = {},
): Columna<FilaRo> => ({
  clave,
  titulo,
  celda: (fila) => of(fila) ?? <Vacio />,
  texto: (fila) => of(fila) ?? null,
  ...more,
})

/** Hidden on screen by default; always in the export. */
export const oculta = { oculta: true }

const siNo = (value: boolean | null) => (value === null ? null : value ? 'Sí' : 'No')

/** The person who operates, the person represented, and the user who registered it. */
export const PERSONA: Columna<FilaRo>[] = [
  texto(
    'tipo_persona',
    'Persona',
    ({ tipo_persona }) => tipo_persona && (tipo_persona === 'juridica' ? 'Jurídica' : 'Natural'),
    oculta,
  ),
  texto(
    'tipo_doc',
    'Tipo de documento',
    ({ tipo_doc }) => tipo_doc && TIPOS_DOCUMENTO[tipo_doc as TipoDocumento],
    oculta,
  ),
  texto('num_doc', 'N.º de documento', ({ num_doc }) => num_doc),
  texto('cliente', 'Nombre o razón social', ({ cliente }) => cliente, { amplia: 'corta' }),
  texto('nacionalidad', 'Nacionalidad', ({ nacionalidad }) => nacionalidad, oculta),
  texto(
    'nacimiento',
    'Fecha de nacimiento',
    ({ nacimiento }) => nacimiento && formatFecha(nacimiento),
    oculta,
  ),
  texto('ocupacion', 'Ocupación', ({ ocupacion }) => ocupacion, oculta),
  texto('direccion', 'Domicilio', ({ direccion }) => direccion, oculta),
  texto('celular', 'Teléfono', ({ celular }) => celular && formatTelefono(celular), oculta),
  texto('pep', 'PEP', ({ pep }) => siNo(pep), oculta),
  texto('cuenta_propia', 'Por cuenta propia', (fila) => siNo(fila.cuenta_propia), oculta),
  texto('representante', 'Representante', ({ representante }) => representante, oculta),
  texto(
    'representante_doc',
    'Documento del representante',
    (fila) => fila.representante_doc,
    oculta,
  ),
  texto('beneficiario', 'Beneficiario', ({ beneficiario }) => beneficiario, oculta),
  texto('beneficiario_doc', 'Documento del beneficiario', (f) => f.beneficiario_doc, oculta),
  texto('beneficiario_pais', 'País del beneficiario', (f) => f.beneficiario_pais, oculta),
  texto('cajero', 'Registrado por', ({ cajero }) => cajero, oculta),
]
