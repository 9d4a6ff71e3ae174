import { useEffect } from 'react'
import { onEvento } from '../../../web/api/events.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Fecha, Monto } from '../../../web/crud/valores.tsx'
import { aporte, mueveDinero } from '../../../web/marco/aportes.ts'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { contratoExpediente, PENDIENTE, type Saldo } from '../contract/expediente.ts'
import classes from './expediente.module.css'

type Linea = Saldo['lineas'][number] & { n: number }

/** What is pending between the house and a client. */
export default function SaldoPendiente({ id }: { id: number }) {
  const { data, error, refetch } = useAnswer(contratoExpediente.saldo, { params: { id } })
  useEffect(() => onEvento((area) => void (mueveDinero(area) && refetch())), [refetch])
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <Cargando />
  if (data.lineas.length === 0) return <p>No queda nada pendiente con este cliente.</p>
  return (
    <div className="pila hueco-16">
      <Totales totales={data.totales} />
      <Tabla
        titulo="Pendiente con el cliente"
        id={({ n }: Linea) => n}
        filas={data.lineas.map((each, n) => ({ ...each, n }))}
        columnas={[
          {
            clave: 'numero',
            titulo: 'Documento',
            celda: ({ origen, id: de, numero }: Linea) => {
              const ruta = aporte('documentos')[origen]?.ruta
              return ruta ? (
                <Enlace a={ruta} params={{ id: de }}>
                  {numero}
                </Enlace>
              ) : (
                numero
              )
            },
          },
          {
            clave: 'fecha',
            titulo: 'Fecha',
            celda: ({ fecha }: Linea) => <Fecha valor={fecha} hora />,
          },
          { clave: 'que', titulo: 'Qué falta', celda: ({ que }: Linea) => PENDIENTE[que] },
          {
            clave: 'importe',
            titulo: 'Monto',
            alinear: 'right',
            celda: ({ importe, moneda }: Linea) => <Monto valor={importe} moneda={moneda} />,
          },
        ]}
      />
      <p className="nota">En negativo, lo que la casa todavía entrega.</p>
    </div>
  )
}

function Totales({ totales }: Pick<Saldo, 'totales'>) {
  return (
    <dl className={classes.totales}>
      {totales.map(({ moneda, debe, se_le_debe }) => (
        <div key={moneda.iso} className={classes.total}>
          <dt className="fuerte">{moneda.iso}</dt>
          <dd>
            <span className="tenue">Debe </span>
            <Monto valor={debe} moneda={moneda} />
          </dd>
          <dd>
            <span className="tenue">Se le debe </span>
            <Monto valor={se_le_debe} moneda={moneda} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
