import { Button } from '@mantine/core'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { formatDecimal, sinCortar } from '../../../core/formato.ts'
import { INCIERTO, type Save, sentenciaDe } from '../../../web/api/save.ts'
import { AvisoPendiente } from '../../../web/crud/formulario/aviso-pendiente.tsx'
import { Ficha, Monto } from '../../../web/crud/valores.tsx'
import type { contrato } from '../contract.ts'
import type { Borrador, Calculo, SaldoPrevio } from './borrador.ts'
import classes from './nueva.module.css'

/** The transfer in words, the rate in both directions, both balances after it, and the submit button. */
export function Resumen({
  borrador,
  calculo,
  limite,
  tried,
  registro,
  send,
}: {
  borrador: Borrador
  calculo: Calculo
  /** Deviation in percent from which the rate is far from the market. */
  limite: string
  tried: boolean
  registro: Save<typeof contrato.crear>
  send: () => void
}) {
  const { palabras, desvio, saldos, frase, problema } = calculo
  const refused = registro.error?.body.codigo === 'DOBLE_OPERACION' ? null : registro.error
  const said = sentenciaDe(refused)
  return (
    <aside className="pila tarjeta amplia" aria-label="Resumen de la transferencia">
      <p className="frase" aria-live="polite">
        {sinCortar(frase) || hint(borrador)}
      </p>
      {palabras && (
        <div className={classes.palabras}>
          <strong>{palabras[0]}</strong>
          <span>{palabras[1]}</span>
          {desvio !== null && <Desvio desvio={desvio} limite={limite} />}
        </div>
      )}
      {saldos.length > 0 && <Saldos saldos={saldos} />}
      {registro.pendiente && <AvisoPendiente />}
      <p className="problema" role="status" data-tipo={tried || said ? 'error' : 'pista'}>
        {registro.incierto ? INCIERTO : (problema ?? said ?? '')}
      </p>
      <Button size="md" loading={registro.saving} onClick={send} rightSection={<kbd>F9</kbd>}>
        {calculo.enCamino ? 'Enviar' : 'Registrar'}
      </Button>
      <p className={classes.teclas}>
        <kbd>Enter</kbd> registra · <kbd>Esc</kbd> vuelve
      </p>
    </aside>
  )
}

function hint({ tipo }: Borrador): string {
  return tipo === 'conversion'
    ? 'Escriba lo que sale y la tasa, o lo que entra: lo otro se calcula solo.'
    : 'Elija las cuentas y escriba el monto.'
}

function Saldos({ saldos }: { saldos: readonly SaldoPrevio[] }) {
  return (
    <table className={classes.saldos}>
      <thead>
        <tr>
          <th scope="col">Cuenta</th>
          <th scope="col">Antes</th>
          <th scope="col">Después</th>
        </tr>
      </thead>
      <tbody>
        {saldos.map(({ cuenta, despues, aviso, grave }) => (
          <tr key={cuenta.id}>
            <th scope="row">
              {cuenta.nombre}
              {aviso && <Ficha tono={grave ? 'negativo' : 'aviso'}>{aviso}</Ficha>}
            </th>
            <td>
              <Monto valor={cuenta.saldo} moneda={cuenta.moneda} />
            </td>
            <td>
              <Monto valor={despues} moneda={cuenta.moneda} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How far the rate is from the market, to the hundredth of a percent. */
function Desvio({ desvio, limite }: { desvio: string; limite: string }) {
  const seen = texto(decimal(desvio), 2)
  if (decimal(seen).eq(0)) return <Ficha tono="positivo">En el mercado</Ficha>
  return (
    <Ficha tono={decimal(desvio).gt(limite) ? 'negativo' : 'aviso'}>
      {`A ${formatDecimal(seen, 2)} % del mercado`}
    </Ficha>
  )
}
