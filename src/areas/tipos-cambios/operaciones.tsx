import { formatFechaHora } from '../../core/formato.ts'
import { ListaPaginada } from '../../web/crud/lista-paginada.tsx'
import { Pagina } from '../../web/crud/pagina.tsx'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Fecha, Monto, TasaTexto } from '../../web/crud/valores.tsx'
import { useId, useIr } from '../../web/navegacion.tsx'
import { contrato } from './contract.ts'
import type { OperacionDeTasa } from './contract-deshacer.ts'
import { ESTADOS_OPERACION, TIPOS_OPERACION } from './palabras.ts'

const COLUMNAS: Columna<OperacionDeTasa>[] = [
  {
    clave: 'numero',
    titulo: 'N.º',
    celda: ({ numero }) => numero,
    texto: ({ numero }) => numero,
    principal: true,
  },
  {
    clave: 'fecha',
    titulo: 'Fecha',
    celda: ({ fecha }) => <Fecha valor={fecha} hora />,
    texto: ({ fecha }) => formatFechaHora(fecha),
  },
  {
    clave: 'tipo',
    titulo: 'Tipo',
    celda: ({ tipo }) => TIPOS_OPERACION[tipo],
    texto: ({ tipo }) => TIPOS_OPERACION[tipo],
  },
  {
    clave: 'cliente',
    titulo: 'Cliente',
    celda: ({ cliente }) => cliente ?? 'Ocasional',
    texto: ({ cliente }) => cliente ?? 'Ocasional',
  },
  {
    clave: 'monto',
    titulo: 'Monto',
    alinear: 'right',
    celda: ({ monto, divisa }) => <Monto valor={monto} moneda={divisa} />,
    numero: ({ monto }) => monto,
  },
  {
    clave: 'divisa',
    titulo: 'Divisa',
    celda: ({ divisa }) => divisa.iso,
    texto: ({ divisa }) => divisa.iso,
  },
  {
    clave: 'tasa',
    titulo: 'Tasa',
    alinear: 'right',
    celda: ({ tasa, precision }) => <TasaTexto tasa={tasa} precision={precision} />,
    numero: ({ tasa }) => tasa,
  },
  {
    clave: 'contravalor',
    titulo: 'Contravalor',
    alinear: 'right',
    celda: ({ contravalor, contramoneda }) => <Monto valor={contravalor} moneda={contramoneda} />,
    numero: ({ contravalor }) => contravalor,
  },
  {
    clave: 'estado',
    titulo: 'Estado',
    celda: ({ estado }) => ESTADOS_OPERACION[estado],
    texto: ({ estado }) => ESTADOS_OPERACION[estado],
  },
]

/** The operations made with one row of a rate's history. */
export default function OperacionesDeTasa() {
  const id = useId()
  const ir = useIr()
  const path = contrato.operaciones.path.replace(':id', String(id))
  return (
    <Pagina
      titulo="Operaciones de una tasa"
      migas={[{ texto: 'Tipos de cambio', ruta: 'tipos-cambios' }]}
    >
      <ListaPaginada<OperacionDeTasa>
        lista="operaciones-de-tasa"
        titulo="Operaciones hechas con esta tasa"
        endpoint={{ ...contrato.operaciones, path }}
        columnas={COLUMNAS}
        id={(fila) => fila.id}
        nombreFila={({ numero }) => numero}
        abrir={(fila) => ir('detalle-compra-venta', { id: fila.id })}
        vacio={<p>Ninguna operación se hizo con esta tasa.</p>}
      />
    </Pagina>
  )
}
