import { ConBandera } from '../../web/bandera.tsx'
import { columnaMonto, columnaTexto, columnaValor } from '../../web/crud/lista/columna.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Estatus, Ficha, Monto, Numero, Vacio } from '../../web/crud/valores.tsx'
import { ConLogo } from '../../web/logo/logo.tsx'
import { type CuentaFila, TIPOS } from './contract.ts'
import { usoDeLimite } from './rules.ts'

/** Columns only for users who may see cost. */
export const COSTO = ['costo_promedio', 'valor']

const entidad = ({ entidad: nombre, numero }: CuentaFila) =>
  [nombre, numero].filter(Boolean).join(' · ')

/** Short form of a wallet's address, its first and last characters; its page and exports have the whole address. */
const breve = (numero: string | null) =>
  numero && numero.length > 24 ? `${numero.slice(0, 8)}…${numero.slice(-8)}` : numero

export const COLUMNAS: Columna<CuentaFila>[] = [
  columnaTexto('nombre', 'Cuenta', ({ nombre }) => nombre, {
    celda: ({ nombre, moneda }) => <ConBandera imagen={moneda.imagen}>{nombre}</ConBandera>,
    orden: ({ nombre }) => nombre,
    principal: true,
    amplia: 'corta',
  }),
  columnaTexto('moneda', 'Moneda', ({ moneda }) => moneda.iso, {
    orden: ({ moneda }) => moneda.iso,
  }),
  columnaTexto('tipo', 'Tipo', ({ tipo }) => TIPOS[tipo], { orden: ({ tipo }) => TIPOS[tipo] }),
  columnaTexto('entidad', 'Entidad y número', entidad, {
    celda: (fila) =>
      fila.entidad === null ? (
        <Vacio />
      ) : (
        <ConLogo marca={fila.marca}>{entidad({ ...fila, numero: breve(fila.numero) })}</ConLogo>
      ),
  }),
  columnaTexto('titular', 'Titular', ({ titular }) => titular, { oculta: true }),
  columnaTexto('responsable', 'Responsable', ({ responsable }) => responsable, {
    oculta: 'estrecha',
  }),
  columnaMonto('saldo', 'Saldo', ({ saldo, moneda }) => [saldo, moneda]),
  columnaMonto(
    'comprometido',
    'Comprometido',
    ({ comprometido, moneda }) => [comprometido, moneda],
    { oculta: true },
  ),
  columnaMonto('disponible', 'Disponible', ({ disponible, moneda }) => [disponible, moneda], {
    tarjeta: 'fija',
    menudo: ({ disponible, moneda }) => (
      <>
        Disponible <Monto valor={disponible} moneda={moneda} />
      </>
    ),
  }),
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
    oculta: 'estrecha',
    titulo: 'Costo promedio',
    alinear: 'right',
    celda: ({ costo_promedio }) => <Numero valor={costo_promedio} decimales={6} />,
    texto: ({ costo_promedio }) => costo_promedio ?? null,
  },
  columnaValor('valor', 'Al costo', ({ valor }) => valor),
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
