import { formatTasa } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { ConBandera } from '../../../web/bandera.tsx'
import { Lista } from '../../../web/crud/lista/lista.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { Fecha, Hace, Vacio } from '../../../web/crud/valores.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { contratoFuentes, type Fuente, MODOS } from '../contract/fuentes.ts'
import { EstadoFuente } from './fuente.tsx'
import { Propuestas } from './propuestas.tsx'

/** Every source: how it is doing, what it read last and when it is read again. */
export default function Fuentes() {
  const { data, error, refetch } = useAnswer(contratoFuentes.listar)
  const ir = useIr()
  return (
    <Pagina
      titulo="Fuentes de precios"
      migas={[{ texto: 'Pares de divisas', ruta: 'pares-divisas' }]}
    >
      {data && <Propuestas fuentes={data} />}
      <Lista<Fuente>
        lista="fuentes"
        titulo="Lista de fuentes"
        filas={data}
        id={({ par_id }) => par_id}
        abrir={({ par_id }) => ir('detalle-par-divisa', { id: par_id }, { ver: 'fuente' })}
        nombreFila={({ par, pais_nombre }) => `${par}, ${pais_nombre}`}
        textos={({ par, pais_nombre, nombre, url }) => [par, pais_nombre, nombre, url]}
        error={error}
        reintentar={() => void refetch()}
        vacio={<p>Ningún par tiene fuente. Ábralo y nombre la suya en la pestaña Fuente.</p>}
        columnas={[
          {
            clave: 'par',
            titulo: 'Par',
            principal: true,
            celda: ({ par, imagen }) => <ConBandera imagen={imagen}>{par}</ConBandera>,
            orden: ({ par }) => par,
            texto: ({ par }) => par,
          },
          {
            clave: 'mercado',
            titulo: 'Mercado',
            celda: ({ pais_nombre }) => pais_nombre,
            texto: ({ pais_nombre }) => pais_nombre,
          },
          { clave: 'nombre', titulo: 'Fuente', celda: (f) => f.nombre, texto: (f) => f.nombre },
          {
            clave: 'modo',
            titulo: 'Modo',
            celda: ({ modo }) => MODOS[modo].split(/[:,]? /)[0],
            texto: ({ modo }) => MODOS[modo],
          },
          { clave: 'estado', titulo: 'Estado', celda: (f) => <EstadoFuente fuente={f} /> },
          {
            clave: 'precio',
            titulo: 'Último precio leído',
            alinear: 'right',
            celda: ({ compra, venta, precision }) =>
              compra && venta ? (
                `${formatTasa(compra, precision)} – ${formatTasa(venta, precision)}`
              ) : (
                <Vacio />
              ),
          },
          { clave: 'leida', titulo: 'Leída', celda: ({ leida_en }) => <Hace momento={leida_en} /> },
          {
            clave: 'proxima',
            titulo: 'Próxima',
            celda: ({ activa, proxima_en }) =>
              activa ? <Fecha valor={proxima_en} hora /> : <Vacio />,
          },
          {
            clave: 'error',
            titulo: 'Error',
            celda: (f) => f.error ?? <Vacio />,
            texto: (f) => f.error,
          },
        ]}
      />
    </Pagina>
  )
}
