import { TIPOS_DOCUMENTO_PAGO, type TipoDocumentoPago } from '../../core/documento/documentos.ts'
import { columnaTexto } from '../../web/crud/lista/columna.tsx'
import { FILTRO_ESTATUS, type Filtro } from '../../web/crud/lista/filtros.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Estatus, Ficha } from '../../web/crud/valores.tsx'
import type { Beneficiario } from './contract.ts'

export const FILTROS: Filtro[] = [FILTRO_ESTATUS]

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
  columnaTexto('nombre', 'Beneficiario', ({ nombre }) => nombre, {
    celda: ({ alias, nombre }) => (alias ? `${alias} · ${nombre}` : nombre),
    orden: ({ alias, nombre }) => alias ?? nombre,
    principal: true,
    amplia: true,
  }),
  columnaTexto('documento', 'Documento', documentoDe),
  columnaTexto('pais', 'País', ({ pais_nombre }) => pais_nombre, {
    orden: ({ pais_nombre }) => pais_nombre,
  }),
  columnaTexto('metodo', 'Método', ({ metodo }) => metodo.nombre, {
    orden: ({ metodo }) => metodo.nombre,
  }),
  columnaTexto('cuenta', 'Cuenta', cuentaDe, { amplia: true }),
  columnaTexto('moneda', 'Moneda', ({ moneda }) => moneda.iso, {
    orden: ({ moneda }) => moneda.iso,
  }),
  columnaTexto('verificado', 'Revisión', senalTexto, { celda: (fila) => <Senales fila={fila} /> }),
  columnaTexto('estatus', 'Estatus', ({ estatus }) => (estatus ? 'Activo' : 'Inactivo'), {
    celda: ({ estatus }) => <Estatus activo={estatus} />,
    orden: ({ estatus }) => (estatus ? 0 : 1),
  }),
]
