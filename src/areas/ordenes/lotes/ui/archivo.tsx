import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatMonto } from '../../../../core/formato.ts'
import { useAnswer } from '../../../../web/api/query.ts'
import { dicho, useSave } from '../../../../web/api/save.ts'
import { Seleccion } from '../../../../web/crud/lista/seleccion.tsx'
import { Modal } from '../../../../web/crud/modal.tsx'
import { Cargando } from '../../../../web/crud/pagina/cargando.tsx'
import { Datos } from '../../../../web/crud/pagina/detalle.tsx'
import { Monto } from '../../../../web/crud/valores.tsx'
import { useIr } from '../../../../web/marco/navegacion.tsx'
import { MUEVE } from '../../acciones/uso-acciones.tsx'
import dialogos from '../../dialogos/dialogos.module.css'
import { contratoLotes, type PreviaLote } from '../contract.ts'
import { archivoEnPalabras } from '../palabras.ts'
import classes from './lotes.module.css'

/** Makes a batch: from which account, what goes into its file and what stays out, and the total before it is made. */
export function Archivo({ ids, cerrar }: { ids: readonly number[]; cerrar: () => void }) {
  const query = { ordenes: ids.join(',') }
  const { data } = useAnswer(contratoLotes.previa, { query })
  return (
    <Modal opened onClose={cerrar} title="Archivo para el banco" size="lg">
      {data ? <Previa previa={data} cerrar={cerrar} /> : <Cargando />}
    </Modal>
  )
}

type Cuenta = PreviaLote['cuentas'][number]

function Previa({ previa, cerrar }: { previa: PreviaLote; cerrar: () => void }) {
  const ir = useIr()
  const [chosen, setChosen] = useState(previa.cuentas[0]?.id)
  const envio = useSave(contratoLotes.crear, { stale: MUEVE })
  const cuenta = previa.cuentas.find(({ id }) => id === chosen)
  if (!cuenta) {
    return (
      <p className="banda">
        Ninguna cuenta de la casa paga por archivo en la moneda de estas órdenes: hace falta una en
        BCP, Interbank o Banesco.
      </p>
    )
  }
  async function make({ id: cuenta_id, entran }: Cuenta) {
    const made = await envio.save({
      body: { cuenta_id, ordenes: entran.map(({ orden_id }) => orden_id) },
    })
    if (made) ir('detalle-lote', { id: made.id })
  }
  return (
    <div className={dialogos.dialogo}>
      <Seleccion
        id="lote-cuenta"
        etiqueta="Cuenta de la que sale"
        className={dialogos.ancho}
        opciones={previa.cuentas.map((una) => ({
          valor: String(una.id),
          etiqueta: archivoEnPalabras(una, previa.ordenes.length),
        }))}
        valor={String(cuenta.id)}
        alElegir={(value) => setChosen(Number(value))}
      />
      <Datos
        pares={[
          ['Entran', `${cuenta.entran.length} de ${previa.ordenes.length} órdenes`],
          ['Total', <Monto key="t" valor={cuenta.total} moneda={cuenta.moneda} />],
          ['Disponible', <Monto key="l" valor={cuenta.libre} moneda={cuenta.moneda} />],
        ]}
      />
      <Listas previa={previa} cuenta={cuenta} />
      {!cuenta.alcanza && (
        <p className="banda">El saldo no alcanza para este lote: marque menos órdenes.</p>
      )}
      <p className="nota">
        Desde que el archivo existe, sus órdenes solo se pagan con lo que responda el banco. Compare
        el total con el que le muestre el banco antes de autorizar.
      </p>
      <div className="fila">
        <Button
          data-autofocus
          loading={envio.saving}
          disabled={cuenta.entran.length === 0 || !cuenta.alcanza}
          onClick={() => void make(cuenta)}
        >
          {`Hacer el archivo por ${formatMonto(cuenta.total, cuenta.moneda)}`}
        </Button>
        <Button variant="default" disabled={envio.saving} onClick={cerrar}>
          Cancelar
        </Button>
        <span role="alert" className={dialogos.falta}>
          {dicho(envio)}
        </span>
      </div>
    </div>
  )
}

function Listas({ previa, cuenta }: { previa: PreviaLote; cuenta: Cuenta }) {
  const of = (orden: number) => previa.ordenes.find(({ id }) => id === orden)
  return (
    <>
      <ul className={classes.fuera} aria-label="Entran">
        {cuenta.entran.map(({ orden_id, monto }) => (
          <li key={orden_id} className={classes.entran}>
            <span>
              {of(orden_id)?.numero} · {of(orden_id)?.beneficiario}
              <br />
              <span className="nota">{of(orden_id)?.cuenta}</span>
            </span>
            <Monto valor={monto} moneda={cuenta.moneda} />
          </li>
        ))}
      </ul>
      {cuenta.fuera.length > 0 && (
        <ul className={classes.fuera} aria-label="Quedan fuera">
          {cuenta.fuera.map(({ orden_id, porque }) => (
            <li key={orden_id} className="alerta menor">
              {`${of(orden_id)?.numero} queda fuera: ${porque}.`}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
