import { formatFechaHora } from '../../core/formato.ts'
import { Tabla } from '../../web/crud/lista/tabla.tsx'
import { Datos } from '../../web/crud/pagina/detalle.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { UnaFila } from '../../web/crud/pagina/una-fila.tsx'
import { Ficha, Vacio } from '../../web/crud/valores.tsx'
import { aporte } from '../../web/marco/aportes.ts'
import { Enlace } from '../../web/marco/navegacion.tsx'
import { screenOf } from '../../web/marco/screens.ts'
import classes from './auditoria.module.css'
import { contrato, type Detalle } from './contract.ts'
import { accionDe, areaDe, nombreDe } from './etiquetas.tsx'
import { type Diferencia, diferencias, type Valor } from './rules.ts'

/** One row: who, from where, the values before and after. */
export default function DetalleAuditoria() {
  return (
    <UnaFila endpoint={contrato.obtener}>{(registro) => <Registro registro={registro} />}</UnaFila>
  )
}

function Registro({ registro: data }: { registro: Detalle }) {
  const cambios = diferencias(data.antes, data.despues)
  return (
    <Pagina
      titulo={`${accionDe(data.accion)} · ${areaDe(data.entidad)}`}
      migas={[{ texto: 'Auditoría', ruta: 'auditoria' }]}
      estado={data.denegado ? <Ficha tono="negativo">Denegado</Ficha> : undefined}
    >
      <Datos pares={paresDe(data)} />
      <h2 className="fuerte">Cambios</h2>
      <Tabla<Diferencia>
        titulo="Campos que cambiaron"
        filas={cambios}
        id={({ lugar }) => lugar.join('.')}
        vacio={<p>Este registro no guarda valores: solo que ocurrió.</p>}
        columnas={[
          {
            clave: 'campo',
            titulo: 'Campo',
            celda: ({ lugar }) => nombreDe(lugar),
            principal: true,
            ancho: '16rem',
          },
          { clave: 'antes', titulo: 'Antes', celda: ({ antes }) => <Dato valor={antes} /> },
          {
            clave: 'despues',
            titulo: 'Después',
            celda: ({ despues }) => <Dato valor={despues} nuevo />,
          },
        ]}
      />
    </Pagina>
  )
}

const INSTANTE = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

function Dato({ valor, nuevo }: { valor: Valor; nuevo?: boolean }) {
  if (valor === null || valor === '') return <Vacio />
  const text =
    typeof valor === 'boolean'
      ? valor
        ? 'Sí'
        : 'No'
      : INSTANTE.test(String(valor))
        ? formatFechaHora(String(valor))
        : String(valor)
  return <span className={nuevo ? classes.nuevo : classes.viejo}>{text}</span>
}

function paresDe(fila: Detalle) {
  const { fecha, usuario, usuario_id, ip, agente, solicitud, id, pos, hash } = fila
  return [
    ['Fecha', formatFechaHora(fecha)],
    [
      'Usuario',
      usuario_id ? (
        <Enlace
          className="enlace"
          key="usuario"
          a="auditoria"
          search={{ usuario_id: String(usuario_id) }}
        >
          {usuario}
        </Enlace>
      ) : (
        usuario
      ),
    ],
    ['Objeto', <Objeto key="objeto" fila={fila} />],
    ['Desde', ip ?? <Vacio key="ip" />],
    ['Dispositivo', agente ?? <Vacio key="agente" />],
    [
      'Solicitud',
      solicitud ? (
        <Enlace className="enlace" key="solicitud" a="auditoria" search={{ solicitud }}>
          {solicitud}
        </Enlace>
      ) : (
        <Vacio key="solicitud" />
      ),
    ],
    ['Registro', `${id}${pos ? `, fila ${pos} de la cadena` : ', por sellar'}`],
    [
      'Sello',
      hash ? (
        <code key="sello" className={classes.sello}>
          {hash}
        </code>
      ) : (
        <Vacio key="sello" />
      ),
    ],
  ] as const
}

/** Links to the changed object's own screen, if it has one, and to the rest of its history. */
function Objeto({ fila: { entidad, entidad_id, objeto, denegado } }: { fila: Detalle }) {
  if (denegado) return entidad
  if (!entidad_id) return <Vacio />
  const nombre = objeto ?? `n.º ${entidad_id}`
  const detalle = aporte('auditoria')[entidad]?.detalle
  const abre = detalle && screenOf(detalle) && /^\d+$/.test(entidad_id)
  return (
    <>
      {abre ? (
        <Enlace className="enlace" a={detalle} params={{ id: entidad_id }}>
          {nombre}
        </Enlace>
      ) : (
        nombre
      )}{' '}
      ·{' '}
      <Enlace className="enlace" a="auditoria" search={{ entidad, entidad_id }}>
        su historia
      </Enlace>
    </>
  )
}
