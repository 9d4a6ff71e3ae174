import { ConBandera } from '../../web/bandera.tsx'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Estatus, Ficha, Monto, Numero, Vacio } from '../../web/crud/valores.tsx'
import { type CuentaFila, SOLES, TIPOS } from './contract.ts'
import { usoDeLimite } from './rules.ts'

/** Columns that only those see who may see cost. */
export const COSTO = ['costo_promedio', 'valor_pen']

const entidad = ({ entidad: nombre, numero }: CuentaFila) =>
  [nombre, numero].filter(Boolean).join(' · ')

/** The address of a wallet by its ends, as everybody compares them; whole on its page and in exports. */
const breve = (numero: string | null) =>
  numero && numero.length > 24 ? `${numero.slice(0, 8)}…${numero.slice(-8)}` : numero

export const COLUMNAS: Columna<CuentaFila>[] = [
  {
    clave: 'nombre',
    titulo: 'Cuenta',
    celda: ({ nombre, moneda }) => <ConBandera imagen={moneda.imagen}>{nombre}</ConBandera>,
    orden: ({ nombre }) => nombre,
    texto: ({ nombre }) => nombre,
    principal: true,
    amplia: 'corta',
  },
  {
    clave: 'moneda',
    titulo: 'Moneda',
    celda: ({ moneda }) => moneda.iso,
    orden: ({ moneda }) => moneda.iso,
    texto: ({ moneda }) => moneda.iso,
  },
  {
    clave: 'tipo',
    titulo: 'Tipo',
    celda: ({ tipo }) => TIPOS[tipo],
    orden: ({ tipo }) => TIPOS[tipo],
    texto: ({ tipo }) => TIPOS[tipo],
  },
  {
    clave: 'entidad',
    titulo: 'Entidad y número',
    celda: (fila) => entidad({ ...fila, numero: breve(fila.numero) }) || <Vacio />,
    texto: entidad,
  },
  {
    clave: 'titular',
    titulo: 'Titular',
    celda: ({ titular }) => titular,
    texto: ({ titular }) => titular,
    oculta: true,
  },
  {
    clave: 'responsable',
    titulo: 'Responsable',
    celda: ({ responsable }) => responsable ?? <Vacio />,
    texto: ({ responsable }) => responsable,
  },
  {
    clave: 'saldo',
    titulo: 'Saldo',
    alinear: 'right',
    celda: ({ saldo, moneda }) => <Monto valor={saldo} moneda={moneda} />,
    texto: ({ saldo }) => saldo,
  },
  {
    clave: 'comprometido',
    titulo: 'Comprometido',
    alinear: 'right',
    celda: ({ comprometido, moneda }) => <Monto valor={comprometido} moneda={moneda} />,
    texto: ({ comprometido }) => comprometido,
    oculta: true,
  },
  {
    clave: 'disponible',
    titulo: 'Disponible',
    alinear: 'right',
    celda: ({ disponible, moneda }) => <Monto valor={disponible} moneda={moneda} />,
    texto: ({ disponible }) => disponible,
  },
  {
    clave: 'usado_hoy',
    titulo: 'Límite usado hoy',
    alinear: 'right',
    celda: ({ usado_hoy, limite_dia }) => {
      const uso = usoDeLimite(usado_hoy, limite_dia)
      return uso === null ? <Vacio /> : `${uso}\u00a0%`
    },
    texto: ({ usado_hoy, limite_dia }) => usoDeLimite(usado_hoy, limite_dia)?.toString() ?? null,
    oculta: true,
  },
  {
    clave: 'costo_promedio',
    titulo: 'Costo promedio',
    alinear: 'right',
    celda: ({ costo_promedio }) => <Numero valor={costo_promedio} decimales={6} />,
    texto: ({ costo_promedio }) => costo_promedio ?? null,
  },
  {
    clave: 'valor_pen',
    titulo: 'Al costo',
    alinear: 'right',
    celda: ({ valor_pen }) => <Monto valor={valor_pen} moneda={SOLES} />,
    texto: ({ valor_pen }) => valor_pen ?? null,
  },
  {
    clave: 'estatus',
    titulo: 'Estatus',
    celda: ({ estatus, alerta }) =>
      alerta ? (
        <Ficha tono="aviso">{alerta === 'bajo' ? 'Saldo bajo' : 'Saldo alto'}</Ficha>
      ) : (
        <Estatus activo={estatus} />
      ),
    texto: ({ estatus }) => (estatus ? 'Activo' : 'Inactivo'),
  },
]
