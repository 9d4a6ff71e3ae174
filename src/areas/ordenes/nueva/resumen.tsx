import { formatMonto, formatTasa, sinCortar } from '../../../core/formato.ts'
import { INCIERTO } from '../../../web/api/save.ts'
import { CampoControl } from '../../../web/crud/formulario/campo.tsx'
import { quieto } from '../../../web/crud/quieto.tsx'
import { Boton, Texto } from '../../../web/operacion/partes.tsx'
import { campos as clientes } from '../../clientes/contract.ts'
import { useDeclaracion } from '../../clientes/ui/uso-limites.ts'
import { deOtros } from '../../tipos-pagos/rules/formas.ts'
import { campos } from '../contract.ts'
import { AgenteDeOrden } from './agente.tsx'
import type { BloqueProps } from './calculo/tipos.ts'
import type { Registro } from './registrar.tsx'
import classes from './resumen.module.css'

const PENDIENTE =
  'Antes se envió una orden desde aquí sin recibir respuesta. Revise la lista antes de repetirla.'
const Control = quieto(CampoControl)
const DOLAR = { simbolo: 'US$', decimales: 2 }

/** The order in words, its profit, the funds for its payout, and the submit button. */
export function Resumen({
  opciones,
  borrador,
  calculo,
  change,
  registro,
}: BloqueProps & { registro: Registro }) {
  const { tried, saving, incierto, pendiente, registrar } = registro
  const { cliente } = borrador
  const declara = useDeclaracion(cliente?.id, calculo.dolares, opciones.umbral_declaracion_usd)
  const ajenas = deOtros(opciones.cuentas, calculo.lineas)
  return (
    <div className="pila tarjeta amplia">
      <p className={classes.frase} aria-live="polite" data-necesario>
        {sinCortar(calculo.frase) || 'Escriba el monto: la otra parte se calcula sola.'}
      </p>
      <Cifras calculo={calculo} />
      {declara && <p className="banda">{declara}</p>}
      {ajenas && <p className="banda">{ajenas}</p>}
      <Control
        campo={clientes.agente_id}
        id="campo-agente_id"
        value={borrador.agente_id}
        onChange={(agente_id) => change({ agente_id: agente_id as number | null })}
      />
      <AgenteDeOrden cliente_id={cliente?.id ?? null} agente_id={borrador.agente_id} />
      <Texto
        id="campo-observacion"
        label="Observación"
        maxLength={campos.observacion.control.maximo}
        autoComplete="off"
        value={borrador.observacion}
        onChange={(event) => change({ observacion: event.currentTarget.value })}
      />
      <p className="problema" role="status" data-tipo={tried ? 'error' : 'pista'}>
        {incierto ? INCIERTO : pendiente ? PENDIENTE : (calculo.problema ?? '')}
      </p>
      <Boton
        size="md"
        loading={saving}
        onClick={() => void registrar()}
        rightSection={<kbd>F9</kbd>}
      >
        Crear orden
      </Boton>
      <p className={`teclado ${classes.teclas}`}>
        <kbd>F2</kbd> monto · <kbd>F8</kbd> cliente · <kbd>F4</kbd> beneficiario · <kbd>F6</kbd>{' '}
        cobro · <kbd>Esc</kbd> volver
      </p>
    </div>
  )
}

function Cifras({ calculo }: Pick<BloqueProps, 'calculo'>) {
  const { corredor, tramo, envia, dolares, margen, fondo } = calculo
  if (!corredor || !tramo || !envia) return null
  const { base, cotizacion } = corredor
  const rows: (readonly [name: string, value: string, tone?: 'negativo' | 'positivo'])[] = [
    ['Total', formatMonto(envia, base)],
    ['Tasa', formatTasa(tramo.tasa, tramo.precision)],
    ...(dolares ? [['Equivale a', formatMonto(dolares, DOLAR)] as const] : []),
    ...(margen !== null
      ? [
          [
            'Margen estimado',
            formatMonto(margen, base),
            margen.startsWith('-') ? 'negativo' : undefined,
          ] as const,
        ]
      : []),
    ...(fondo
      ? [
          [
            `Fondos en ${cotizacion.iso}`,
            fondo.falta
              ? `falta ${formatMonto(fondo.falta, cotizacion)}`
              : `alcanza: ${formatMonto(fondo.disponible, cotizacion)}`,
            fondo.falta ? 'negativo' : 'positivo',
          ] as const,
        ]
      : []),
  ]
  return (
    <dl className={classes.cifras}>
      {rows.map(([name, value, tone]) => (
        <div key={name} data-tono={tone}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
