import { callWith } from '../../web/api/api.ts'
import { useAnswer } from '../../web/api/query.ts'
import { columnaHora, columnaTexto } from '../../web/crud/lista/columna.tsx'
import { type FiltroDe, filtroDe } from '../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../web/crud/lista/lista-paginada.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Ficha } from '../../web/crud/valores.tsx'
import { aporte } from '../../web/marco/aportes.ts'
import { useBusqueda, useIr } from '../../web/marco/navegacion.tsx'
import { ACCIONES } from '../../web/operacion/acciones.ts'
import { usePuede } from '../../web/sesion/sesion.ts'
import { Cadena } from './cadena/estado.tsx'
import { contrato, type Fila } from './contract.ts'
import { accionDe, areaDe } from './etiquetas.tsx'

const objetoDe = ({ objeto, entidad_id, entidad, denegado }: Fila): string =>
  denegado
    ? entidad
    : (objeto ?? (entidad_id && aporte('auditoria')[entidad]?.detalle ? `n.º ${entidad_id}` : ''))

const COLUMNAS: Columna<Fila>[] = [
  columnaHora('fecha', 'Fecha', ({ fecha }) => fecha, { ancho: '10.5rem' }),
  columnaTexto('usuario', 'Usuario', ({ usuario }) => usuario),
  {
    clave: 'accion',
    titulo: 'Acción',
    celda: ({ accion, denegado }) =>
      denegado ? <Ficha tono="negativo">{accionDe(accion)}</Ficha> : accionDe(accion),
    texto: ({ accion }) => accionDe(accion),
    principal: true,
  },
  columnaTexto('entidad', 'Área', ({ entidad }) => areaDe(entidad)),
  columnaTexto('objeto', 'Objeto', objetoDe, { tarjeta: 'entera' }),
  columnaTexto('ip', 'Desde', ({ ip }) => ip),
  {
    clave: 'pos',
    titulo: 'Fila de la cadena',
    alinear: 'right',
    celda: ({ pos }) => pos ?? 'por sellar',
    numero: ({ pos }) => (pos === null ? null : String(pos)),
    oculta: true,
  },
]

/** Every change and every denial, the latest first. */
export default function Auditoria() {
  const { data } = useAnswer(contrato.opciones)
  const [busqueda] = useBusqueda()
  const exporta = usePuede('auditoria:exportar')
  const ir = useIr()
  const filtros: FiltroDe<typeof contrato.listar>[] = [
    { tipo: 'fechas' },
    filtroDe(
      'usuario_id',
      'Usuario',
      (data?.usuarios ?? []).map(({ id, nombre }) => [String(id), nombre]),
    ),
    filtroDe(
      'entidad',
      'Área',
      Object.entries(aporte('auditoria'))
        .flatMap(([clave, { titulo }]): [string, string][] =>
          clave === 'auth' ? [] : [[clave, titulo]],
        )
        .toSorted(([, a], [, b]) => a.localeCompare(b)),
    ),
    filtroDe('accion', 'Acción', ACCIONES),
  ]
  const anotar = () => {
    const { cursor: _, pagina: _p, limite: _l, ...rest } = busqueda
    const given = Object.entries(rest).filter((pair): pair is [string, string] => Boolean(pair[1]))
    return callWith(contrato.exportar, {
      body: { formato: 'lista', filtros: Object.fromEntries(given) },
    })
  }
  const { entidad_id, solicitud } = busqueda
  return (
    <Pagina
      titulo="Auditoría"
      nota={
        (entidad_id && 'Solo los cambios de un objeto.') ||
        (solicitud && 'Solo lo que causó una misma solicitud.')
      }
    >
      <Cadena exporta={exporta} />
      <ListaPaginada
        lista="auditoria"
        titulo="Registros de auditoría"
        endpoint={contrato.listar}
        columnas={COLUMNAS}
        id={({ id }) => id}
        abrir={({ id }) => ir('detalle-auditoria', { id })}
        ficha="detalle-auditoria"
        nombreFila={(fila) => `${accionDe(fila.accion)} ${areaDe(fila.entidad)} ${objetoDe(fila)}`}
        filtros={filtros}
        buscar="Buscar por usuario, número, IP o código"
        alExportar={exporta && anotar}
        vacio={<p>Todavía no hay registros. Cada cambio y cada acceso denegado dejará uno.</p>}
      />
    </Pagina>
  )
}
