import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { columnaFecha, columnaHora, columnaTexto } from '../../../web/crud/lista/columna.tsx'
import { type FiltroDe, filtroDe } from '../../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Vacio } from '../../../web/crud/valores.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { ESTADOS, type TurnoFila } from '../contract/turnos.ts'
import { contrato } from '../contract.ts'
import { conDiferencia, Diferencia, EstadoTurno } from '../fichas.tsx'
import { Secciones } from '../secciones.tsx'

/** The difference of a till, each currency by itself. */
function Diferencias({ fila }: { fila: TurnoFila }) {
  const off = conDiferencia(fila.cuentas)
  if (fila.estado === 'abierto' || fila.estado === 'en_conteo') return <Vacio />
  if (off.length === 0) return 'Cuadra'
  return (
    <div>
      {off.map((c) => (
        <div key={c.cuenta_id}>
          <Diferencia de={c} />
        </div>
      ))}
    </div>
  )
}

/** On one line: of several differences the first two, and how many more there are. */
function EnBreve({ fila }: { fila: TurnoFila }) {
  const off = conDiferencia(fila.cuentas)
  if (fila.estado === 'abierto' || fila.estado === 'en_conteo') return <Vacio />
  if (off.length === 0) return 'ninguna'
  return (
    <span className="junto">
      {off.slice(0, 2).map((c) => (
        <Diferencia key={c.cuenta_id} de={c} />
      ))}
      {off.length > 2 && `y ${off.length - 2} más`}
    </span>
  )
}

const COLUMNAS: Columna<TurnoFila>[] = [
  columnaTexto('numero', 'Turno', ({ numero }) => numero, { principal: true }),
  columnaFecha('fecha', 'Día', ({ fecha_negocio }) => fecha_negocio),
  columnaTexto('cajero', 'Cajero', ({ cajero }) => cajero, { amplia: 'corta' }),
  columnaHora('abierto_en', 'Abierto', ({ abierto_en }) => abierto_en),
  columnaHora('cerrado_en', 'Cerrado', ({ cerrado_en }) => cerrado_en),
  {
    clave: 'diferencias',
    titulo: 'Diferencia',
    alinear: 'right',
    celda: (fila) => <Diferencias fila={fila} />,
    menudo: (fila) => <EnBreve fila={fila} />,
    tarjeta: 'importe',
    texto: ({ cuentas }) =>
      conDiferencia(cuentas)
        .map(({ iso, diferencia }) => `${iso} ${diferencia}`)
        .join('; '),
  },
  columnaTexto('aprobado_por', 'Aprobado por', ({ aprobado_por }) => aprobado_por),
  columnaTexto('estado', 'Estado', ({ estado }) => ESTADOS[estado], {
    celda: ({ estado }) => <EstadoTurno estado={estado} />,
    tarjeta: 'cabecera',
  }),
]

const FILTROS: FiltroDe<typeof contrato.listarTurnos>[] = [
  { tipo: 'fechas' },
  filtroDe('estado', 'Estado', ESTADOS),
]

/** Turns, the latest first. */
export default function ListaCajas() {
  const ir = useIr()
  return (
    <Secciones
      acciones={
        <BotonEnlace a="mi-caja" variant="default">
          Mi caja
        </BotonEnlace>
      }
    >
      <ListaPaginada
        lista="turnos"
        titulo="Lista de turnos de caja"
        endpoint={contrato.listarTurnos}
        porSucursal
        columnas={COLUMNAS}
        id={({ id }) => id}
        abrir={({ id }) => ir('detalle-turno', { id })}
        ficha="detalle-turno"
        nombreFila={({ numero }) => numero}
        filtros={FILTROS}
        buscar="Buscar por número o cajero"
        vacio={<p>Todavía no hay turnos. Cada cajero abre el suyo en «Mi caja».</p>}
      />
    </Secciones>
  )
}
