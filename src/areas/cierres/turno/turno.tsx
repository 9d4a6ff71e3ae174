import { formatFechaHora } from '../../../core/formato.ts'
import { quienAprueba } from '../../../web/crud/aprobadores.ts'
import { Datos, Detalle, parSucursal } from '../../../web/crud/pagina/detalle.tsx'
import { Historial } from '../../../web/crud/pagina/historial.tsx'
import { UnaFila } from '../../../web/crud/pagina/una-fila.tsx'
import { Fecha, Vacio } from '../../../web/crud/valores.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { usePuede, useSesion } from '../../../web/sesion/sesion.ts'
import classes from '../cierres.module.css'
import { CARGOS, type Turno } from '../contract/turnos.ts'
import { contrato } from '../contract.ts'
import { conDiferencia, EstadoTurno } from '../fichas.tsx'
import { Aprobar, Devolver } from './aprobar.tsx'
import { recontado, ronda, TablaCuentas, vueltas } from './cuentas.tsx'
import { BotonTicket } from './ticket.tsx'

const ACCIONES = {
  abrir: 'Abrió la caja',
  contar: 'Empezó a contar',
  seguir: 'Volvió a operar sin contar',
  conteo: 'Guardó un conteo',
  cerrar: 'Cerró la caja',
  aprobar: 'Aprobó el cierre',
  devolver: 'Devolvió el cierre',
}

export const empieza: Empieza = { fila: contrato.obtenerTurno }

/** A turn for its supervisor: what was counted, how often, and his answer. */
export default function DetalleTurno() {
  return <UnaFila endpoint={contrato.obtenerTurno}>{(turno) => <Hoja turno={turno} />}</UnaFila>
}

function Hoja({ turno }: { turno: Turno }) {
  const aprueba = usePuede('cierres:aprobar')
  const propio = useSesion().usuario?.id === turno.usuario_id
  const cerrado = turno.estado === 'cerrado'
  return (
    <Detalle
      titulo={`Caja de ${turno.cajero}`}
      migas={[{ texto: 'Cajas', ruta: 'cierres-cajas' }, { texto: turno.numero }]}
      estado={<EstadoTurno estado={turno.estado} />}
      nota={cerrado && propio ? quienAprueba(turno.aprueban) : undefined}
      acciones={
        <>
          {cerrado && aprueba && !propio && <Aprobar turno={turno} />}
          {cerrado && aprueba && !propio && <Devolver turno={turno} />}
          {turno.cerrado_en && <BotonTicket turno={turno} />}
        </>
      }
      pestanas={[
        { clave: 'datos', titulo: 'Cierre', contenido: () => <Cierre turno={turno} /> },
        { clave: 'conteos', titulo: 'Conteos', contenido: () => <Conteos turno={turno} /> },
        {
          clave: 'historial',
          titulo: 'Historial',
          contenido: () => <Historial filas={turno.historial} acciones={ACCIONES} />,
        },
      ]}
    />
  )
}

function Cierre({ turno: t }: { turno: Turno }) {
  const veces = vueltas(t)
  const falta = conDiferencia(t.cuentas).some((c) => c.diferencia?.startsWith('-'))
  return (
    <div className="pila hueco-16">
      {veces === 0 && <p className="tenue">Todavía no se cuenta para cerrar.</p>}
      {t.cerrado_en && <TablaCuentas titulo="Cierre" cuentas={t.cuentas} />}
      {recontado(t) && (
        <p className="alerta">
          Se contó {veces} veces y no salió lo mismo: el primer conteo queda en «Faltantes y
          sobrantes», y todos en la pestaña «Conteos».
        </p>
      )}
      <Datos
        pares={[
          ['Turno', t.numero],
          ...parSucursal(t),
          ['Abierto', <Fecha key="a" valor={t.abierto_en} hora />],
          ['Cerrado', <Fecha key="c" valor={t.cerrado_en} hora />],
          ['Conteos para cerrar', veces || <Vacio key="v" />],
          ['Observación del cajero', t.motivo ?? <Vacio key="m" />],
          ['Aprobado por', t.aprobado_por ?? <Vacio key="p" />],
          ['Aprobado', <Fecha key="e" valor={t.aprobado_en} hora />],
          ...(t.cargo && falta ? ([['Faltante', CARGOS[t.cargo]]] as const) : []),
          ['Nota', t.nota ?? <Vacio key="n" />],
        ]}
      />
    </div>
  )
}

/** Every round of counts, the opening first; a recount does not replace the previous round. */
function Conteos({ turno }: { turno: Turno }) {
  const rondas = Array.from({ length: vueltas(turno) }, (_, i) => i + 1)
  const cuando = (momento: string, vuelta: number) =>
    turno.conteos.find((c) => c.momento === momento && c.vuelta === vuelta)?.fecha
  return (
    <div className="pila hueco-16">
      <section className={classes.tabla}>
        <h2>
          {turno.apertura === 'conteo' ? 'Apertura contada' : 'Apertura con el último cierre'}
        </h2>
        <TablaCuentas titulo="Apertura" cuentas={ronda(turno, 'apertura', 1)} />
      </section>
      {rondas.map((vuelta) => (
        <section key={vuelta} className={classes.tabla}>
          <h2>
            {vuelta === 1 ? 'Conteo' : `Reconteo ${vuelta - 1}`} ·{' '}
            {formatFechaHora(cuando('cierre', vuelta) ?? '')}
          </h2>
          <TablaCuentas titulo={`Conteo ${vuelta}`} cuentas={ronda(turno, 'cierre', vuelta)} />
        </section>
      ))}
    </div>
  )
}
