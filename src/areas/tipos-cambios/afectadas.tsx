import { formatFechaHora } from '../../core/formato.ts'
import { Lista } from '../../web/crud/lista.tsx'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Fecha, Ficha, Monto, TasaTexto, type Tono } from '../../web/crud/valores.tsx'
import { useIr } from '../../web/navegacion.tsx'
import { usePuede } from '../../web/sesion.ts'
import type { Afectada } from './contract-deshacer.ts'
import { ESTADOS_OPERACION, TIPOS_OPERACION } from './palabras.ts'
import { ACCIONES, type Accion } from './rules-deshacer.ts'

const TONOS: Record<Accion, Tono> = {
  nada: 'neutro',
  llamar: 'aviso',
  anular: 'negativo',
  registrar: 'info',
}
const PEN = { simbolo: 'S/', decimales: 2 }

const COLUMNAS: Columna<Afectada>[] = [
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
    orden: ({ fecha }) => fecha,
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
    texto: ({ divisa }) => divisa.iso,
    numero: ({ monto }) => monto,
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
    clave: 'contravalor_debido',
    titulo: 'Debió ser',
    alinear: 'right',
    celda: ({ contravalor_debido, contramoneda }) => (
      <Monto valor={contravalor_debido} moneda={contramoneda} />
    ),
    numero: ({ contravalor_debido }) => contravalor_debido,
  },
  {
    clave: 'diferencia',
    titulo: 'Ganó o perdió',
    alinear: 'right',
    celda: ({ diferencia }) => <Monto valor={diferencia} moneda={PEN} />,
    numero: ({ diferencia }) => diferencia ?? null,
  },
  {
    clave: 'estado',
    titulo: 'Estado',
    celda: ({ estado }) => ESTADOS_OPERACION[estado],
    texto: ({ estado }) => ESTADOS_OPERACION[estado],
  },
  {
    clave: 'accion',
    titulo: 'Qué hacer',
    celda: ({ accion }) => <Ficha tono={TONOS[accion]}>{ACCIONES[accion]}</Ficha>,
    orden: ({ accion }) => Object.keys(ACCIONES).indexOf(accion),
    texto: ({ accion }) => ACCIONES[accion],
  },
]

/** The operations made at a wrong rate: what was due, what each earned or lost, what to do. */
export function Afectadas({ filas }: { filas: readonly Afectada[] }) {
  const ganancia = usePuede('ganancia:ver')
  const ve = usePuede('compras-ventas:ver')
  const ir = useIr()
  return (
    <Lista<Afectada>
      lista="operaciones-de-tasa"
      titulo="Operaciones hechas con esa tasa"
      columnas={ganancia ? COLUMNAS : COLUMNAS.filter(({ clave }) => clave !== 'diferencia')}
      filas={filas}
      id={({ id }) => id}
      nombreFila={({ numero }) => numero}
      textos={({ numero, cliente }) => [numero, cliente]}
      {...(ve && { abrir: ({ id }) => ir('detalle-compra-venta', { id }) })}
      vacio={<p>Ninguna operación se hizo con esa tasa.</p>}
    />
  )
}
