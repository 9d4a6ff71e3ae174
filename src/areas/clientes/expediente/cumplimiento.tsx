import { useAnswer } from '../../../web/api/query.ts'
import { Datos } from '../../../web/crud/pagina/detalle.tsx'
import { Fecha } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { contratoExpediente } from '../contract/expediente.ts'
import { type ClienteDetalle, ESTADOS, RIESGO } from '../contract.ts'
import { papelesDe, papelesFaltan } from '../documentos/rules.ts'
import { Aprobacion } from '../ficha/aprobar.tsx'
import { Parecidos } from '../ficha/cumplimiento.tsx'
import classes from './expediente.module.css'

/** What compliance looks at: alerts, whom he resembles and resembled, his approval. */
export default function Cumplimiento({ cliente }: { cliente: ClienteDetalle }) {
  const alerts = alertasDe(cliente)
  return (
    <div className={classes.secciones}>
      <section className="panel pila" aria-labelledby="cumplimiento-alertas">
        <h2 id="cumplimiento-alertas">Alertas</h2>
        {alerts.length === 0 ? (
          <p>Ninguna.</p>
        ) : (
          <ul>
            {alerts.map((alert) => (
              <li key={alert}>{alert}</li>
            ))}
          </ul>
        )}
      </section>
      <section className="panel pila" aria-labelledby="cumplimiento-cribado">
        <h2 id="cumplimiento-cribado">Contra los clientes bloqueados</h2>
        <Parecidos cliente={cliente} />
        {cliente.parecidos.length === 0 && <p>No se parece a ninguno.</p>}
        <Distintos id={cliente.id} />
      </section>
      <Datos
        pares={[
          ['Nivel', cliente.nivel],
          ['Riesgo', RIESGO[cliente.riesgo_efectivo]],
          ['PEP', cliente.pep ? `${cliente.pep_cargo}, ${cliente.pep_entidad}` : 'No'],
          ['Cuenta propia', cliente.cuenta_propia ? 'Sí' : 'No: actúa por otra persona'],
        ]}
      />
      <Aprobacion cliente={cliente} />
    </div>
  )
}

/** What about him asks for a look, in words. */
function alertasDe(cliente: ClienteDetalle): string[] {
  const { estado, motivo_estado, documento_vencido, pep, riesgo_efectivo, por_aprobar } = cliente
  const papers = papelesDe(cliente).filter(
    ({ tipo, pide }) => pide && !cliente.papeles.includes(tipo),
  ).length
  return [
    ...(estado === 'activo' ? [] : [`${ESTADOS[estado]}: ${motivo_estado ?? 'sin motivo'}`]),
    ...(documento_vencido ? ['Su documento está vencido.'] : []),
    ...(pep ? ['Es una persona expuesta políticamente.'] : []),
    ...(riesgo_efectivo === 'alto' ? ['Su riesgo es alto.'] : []),
    ...(por_aprobar ? ['Necesita una aprobación vigente para operar desde el umbral.'] : []),
    ...(cliente.faltan.length > 0 ? ['Su ficha no está completa.'] : []),
    ...(papers > 0 ? [`${papelesFaltan(papers)} de los documentos que pide su nivel.`] : []),
    ...(cliente.cuenta_propia ? [] : ['Actúa por otra persona.']),
  ]
}

/** Blocked clients whom compliance compared with him. */
function Distintos({ id }: { id: number }) {
  const { data, error } = useAnswer(contratoExpediente.cribado, { params: { id } })
  if (error) return <p role="alert">{error.message}</p>
  return (
    <ul>
      {data?.distintos.map(({ id: other, nombre, en, por, nota }) => (
        <li key={other}>
          {'No es '}
          <Enlace a="detalle-cliente" params={{ id: other }}>
            {nombre}
          </Enlace>
          {`: lo dijo ${por} el `}
          <Fecha valor={en} />
          {`. ${nota}`}
        </li>
      ))}
    </ul>
  )
}
