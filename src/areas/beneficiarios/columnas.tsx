import { TIPOS_DOCUMENTO_PAGO, type TipoDocumentoPago } from '../../core/documentos.ts'
import type { Filtro } from '../../web/crud/filtros.tsx'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Estatus, Ficha } from '../../web/crud/valores.tsx'
import type { Beneficiario } from './contract.ts'

export const FILTROS: Filtro[] = [
  {
    tipo: 'opciones',
    clave: 'estatus',
    titulo: 'Estatus',
    opciones: [
      { valor: 'activo', etiqueta: 'Activos' },
      { valor: 'inactivo', etiqueta: 'Inactivos' },
    ],
  },
]

export const documentoDe = ({ tipo_doc, num_doc }: Pick<Beneficiario, 'tipo_doc' | 'num_doc'>) =>
  `${TIPOS_DOCUMENTO_PAGO[tipo_doc as TipoDocumentoPago] ?? tipo_doc} ${num_doc}`

/** The account in one line: the data without the name and the document, which have columns of their own. */
export function cuentaDe({ datos, nombre, num_doc }: Beneficiario): string {
  return datos
    .filter(({ valor }) => valor !== nombre && !valor.endsWith(num_doc))
    .map(({ valor }) => valor)
    .join(' · ')
}

/** What somebody should look at before paying. */
export function Senales({ fila }: { fila: Beneficiario }) {
  const { reparos, repetido_en, verificado } = fila
  if (reparos.length > 0) return <Ficha tono="negativo">Por corregir</Ficha>
  return (
    <>
      {verificado ? <Ficha tono="positivo">Verificado</Ficha> : <Ficha>Sin verificar</Ficha>}{' '}
      {repetido_en.length > 0 && <Ficha tono="aviso">Cuenta repetida</Ficha>}
    </>
  )
}

const senalTexto = ({ reparos, verificado }: Beneficiario) =>
  reparos.length > 0 ? 'Por corregir' : verificado ? 'Verificado' : 'Sin verificar'

export const COLUMNAS: Columna<Beneficiario>[] = [
  {
    clave: 'nombre',
    titulo: 'Beneficiario',
    celda: ({ alias, nombre }) => (alias ? `${alias} · ${nombre}` : nombre),
    orden: ({ alias, nombre }) => alias ?? nombre,
    texto: ({ nombre }) => nombre,
    principal: true,
    amplia: true,
  },
  { clave: 'documento', titulo: 'Documento', celda: documentoDe, texto: documentoDe },
  {
    clave: 'pais',
    titulo: 'País',
    celda: ({ pais_nombre }) => pais_nombre,
    orden: ({ pais_nombre }) => pais_nombre,
    texto: ({ pais_nombre }) => pais_nombre,
  },
  {
    clave: 'metodo',
    titulo: 'Método',
    celda: ({ metodo }) => metodo.nombre,
    orden: ({ metodo }) => metodo.nombre,
    texto: ({ metodo }) => metodo.nombre,
  },
  { clave: 'cuenta', titulo: 'Cuenta', celda: cuentaDe, texto: cuentaDe, amplia: true },
  {
    clave: 'moneda',
    titulo: 'Moneda',
    celda: ({ moneda }) => moneda.iso,
    orden: ({ moneda }) => moneda.iso,
    texto: ({ moneda }) => moneda.iso,
  },
  {
    clave: 'verificado',
    titulo: 'Revisión',
    celda: (fila) => <Senales fila={fila} />,
    texto: senalTexto,
  },
  {
    clave: 'estatus',
    titulo: 'Estatus',
    celda: ({ estatus }) => <Estatus activo={estatus} />,
    orden: ({ estatus }) => (estatus ? 0 : 1),
    texto: ({ estatus }) => (estatus ? 'Activo' : 'Inactivo'),
  },
]
