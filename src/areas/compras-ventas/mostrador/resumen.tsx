import { Textarea } from '@mantine/core'
import { decimal } from '../../../core/dinero/decimal.ts'
import { formatDecimal, formatMonto, sinCortar } from '../../../core/formato.ts'
import { INCIERTO } from '../../../web/api/save.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import { Boton, Texto } from '../../../web/operacion/partes.tsx'
import { useDeclaracion } from '../../clientes/ui/uso-limites.ts'
import { deOtros } from '../../tipos-pagos/rules/formas.ts'
import { campos } from '../contract.ts'
import { PantallaCliente } from '../pantalla/abrir.tsx'
import { dolaresDe, lineasDe, problemaDeTicket } from '../tickets/juntas.ts'
import { LineasDeTicket } from '../tickets/lineas.tsx'
import type { Juntar } from '../tickets/use-juntar.tsx'
import { esOtro } from './calculo/servicio.ts'
import type { Borrador, Calculo, Opciones } from './calculo/tipos.ts'
import classes from './mostrador.module.css'

interface Props {
  opciones: Opciones
  borrador: Borrador
  calculo: Calculo
  change: (values: Partial<Borrador>) => void
  juntar: Juntar
  /** `tried` after an attempt to save: missing values are shown in red. */
  registro: Record<'tried' | 'saving' | 'incierto' | 'pendiente', boolean>
  send: (imprimir: boolean) => void
}

/** The operation in words, its profit, and the buttons that register it. */
export function Resumen(props: Props) {
  const { opciones, borrador, calculo, change, juntar, send } = props
  const { tried, saving, incierto, pendiente } = props.registro
  const lineas = lineasDe(opciones, borrador)
  const dolares = dolaresDe(lineas)
  const problema =
    lineas.length > 1 ? problemaDeTicket(opciones, borrador, lineas)?.problema : calculo.problema
  const loses = calculo.resultado !== null && decimal(calculo.resultado.ganancia).lt(0)
  const other = esOtro(calculo)
  const ajenas = deOtros(
    opciones.cuentas,
    lineas.flatMap((one) => one.calculo.lineas),
  )
  const declara = useDeclaracion(borrador.cliente?.id, dolares, opciones.umbral_declaracion_usd)
  return (
    <div className="pila tarjeta amplia">
      <p className={classes.frase} aria-live="polite" data-necesario>
        {calculo.manos ? (
          <>
            El cliente entrega <strong>{sinCortar(calculo.manos.entrega)}</strong> y recibe{' '}
            <strong>{sinCortar(calculo.manos.recibe)}</strong>.
          </>
        ) : (
          'Escriba el monto: la otra parte se calcula sola.'
        )}
      </p>
      <Ganancia opciones={opciones} calculo={calculo} />
      {declara && <p className="banda">{declara}</p>}
      {ajenas && <p className="banda">{ajenas}</p>}
      <LineasDeTicket opciones={opciones} borrador={borrador} juntar={juntar} />
      <div className={classes.extras}>
        <DecimalInput
          id="campo-servicio"
          label={`Servicio ${opciones.funcional.simbolo}`}
          decimales={2}
          value={borrador.servicio ?? calculo.regla?.debido ?? null}
          description={calculo.regla && `Regla: ${calculo.regla.palabras}`}
          placeholder={calculo.regla?.debido}
          onChange={(servicio) => change({ servicio: servicio ?? (calculo.regla ? '' : null) })}
        />
        <Texto
          id="campo-observacion"
          label="Observación"
          maxLength={campos.observacion.control.maximo}
          value={borrador.observacion}
          onChange={(event) => change({ observacion: event.currentTarget.value })}
        />
      </div>
      {(loses || other || borrador.motivo) && (
        <Textarea
          id="campo-motivo"
          label={
            other && !loses
              ? 'Motivo de cobrar otro servicio'
              : `Motivo de ${calculo.tasa?.tipo === 'canje' ? 'canjear' : 'vender'} bajo el costo`
          }
          withAsterisk
          rows={2}
          value={borrador.motivo}
          onChange={(event) => change({ motivo: event.currentTarget.value })}
        />
      )}
      <p className="problema" role="status" data-tipo={tried ? 'error' : 'pista'}>
        {incierto ? INCIERTO : pendiente ? PENDIENTE : (problema ?? '')}
      </p>
      <div className={classes.botones}>
        <Boton size="md" loading={saving} onClick={() => send(true)} rightSection={<kbd>F9</kbd>}>
          Guardar e imprimir
        </Boton>
        <Boton size="md" variant="default" disabled={saving} onClick={() => send(false)}>
          Guardar
        </Boton>
      </div>
      <div className="fila extremos">
        <p className="nota teclado">
          <kbd>Esc</kbd> volver
        </p>
        <PantallaCliente opciones={opciones} borrador={borrador} calculo={calculo} />
        <BotonEnlace a="impresora" className="al-borde" variant="subtle" size="compact-sm">
          Impresora
        </BotonEnlace>
      </div>
    </div>
  )
}

const PENDIENTE =
  'Antes se envió una operación desde aquí sin recibir respuesta. Revise la lista antes de repetirla.'

/** The profit against average cost, and the margin of the rate against its cost. */
function Ganancia({ opciones, calculo }: Pick<Props, 'opciones' | 'calculo'>) {
  const { resultado, margen, tasa } = calculo
  const soles = (value: string) => formatMonto(value, opciones.funcional)
  const rows: [name: string, value: string, loses: boolean][] = []
  if (resultado?.costo && resultado.equilibrio) {
    const loses = decimal(resultado.ganancia).lt(0)
    // A canje names which of its two currencies leaves.
    const que = tasa?.tipo === 'canje' ? ` ${tasa.contramoneda.iso}` : ''
    rows.push([`Costo promedio${que}`, formatDecimal(resultado.equilibrio, 6), false])
    rows.push([loses ? 'Pérdida' : 'Ganancia', soles(resultado.ganancia), loses])
  }
  if (margen !== null) rows.push(['Margen de la tasa', soles(margen), margen.startsWith('-')])
  if (rows.length === 0) return null
  return (
    <dl className={classes.ganancia}>
      {rows.map(([name, value, loses]) => (
        <div key={name} data-negativo={loses || undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
