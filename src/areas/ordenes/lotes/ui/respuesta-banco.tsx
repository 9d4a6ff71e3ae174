import { Button } from '@mantine/core'
import { formatMonto } from '../../../../core/formato.ts'
import { dicho, useSave } from '../../../../web/api/save.ts'
import { Tabla } from '../../../../web/crud/lista/tabla.tsx'
import { MUEVE } from '../../acciones/uso-acciones.tsx'
import { contratoLotes, type DetalleLote, type LineaLote } from '../contract.ts'
import { celdasRespuesta } from './celdas.tsx'
import { EstadoLinea } from './estado-lote.tsx'
import { columnaOrden, columnasDestino } from './lineas.tsx'
import classes from './lotes.module.css'
import { PegarRespuesta } from './pegar-respuesta.tsx'
import { type Respondidas, useRespuesta } from './uso-respuesta.tsx'

/** What the bank answered, typed or imported, and registered line by line. */
export function RespuestaDelBanco({ lote }: { lote: DetalleLote }) {
  const r = useRespuesta(lote)
  const envio = useSave(contratoLotes.pagar, { stale: MUEVE })
  async function pay() {
    const answer = await envio.save({
      params: { id: lote.id },
      body: { lineas: r.listas.map((linea) => bodyOf(linea, r)) },
    })
    for (const { linea_id, pagada, message } of answer?.lineas ?? []) {
      const linea = r.esperan.find(({ id }) => id === linea_id)
      if (linea && !pagada) r.poner(linea, { dicho: message })
    }
  }
  const count = r.listas.length
  return (
    <section className="pila" aria-label="Lo que respondió el banco">
      <PegarRespuesta leer={r.leer} ajenas={r.ajenas} />
      <Tabla
        titulo="Órdenes del lote"
        filas={lote.lineas}
        id={({ id }) => id}
        columnas={[
          columnaOrden,
          ...columnasDestino(lote),
          ...celdasRespuesta(lote, r),
          {
            clave: 'estado',
            titulo: 'Estado',
            celda: ({ estado }) => <EstadoLinea estado={estado} />,
            tarjeta: 'cabecera',
          },
        ]}
      />
      <div className={classes.registrar}>
        <Button loading={envio.saving} disabled={count === 0} onClick={() => void pay()}>
          {count === 1 ? 'Registrar 1 pago' : `Registrar ${count} pagos`}
        </Button>
        <span role="status" className="nota">
          {dicho(envio) ??
            (count === 0
              ? 'Escriba la referencia que dio el banco a cada pago, o péguelas arriba.'
              : `${formatMonto(r.total, lote.moneda)} de ${lote.cuenta}`)}
        </span>
      </div>
    </section>
  )
}

function bodyOf(linea: LineaLote, r: Respondidas) {
  const { referencia, comision, monto, cuenta, comprobante } = r.de(linea)
  return {
    linea_id: linea.id,
    referencia: referencia.trim(),
    comision: comision ?? '0',
    comprobante_id: comprobante?.id ?? null,
    monto,
    cuenta,
  }
}
