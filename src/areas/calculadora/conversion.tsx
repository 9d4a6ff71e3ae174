import type { FormEvent } from 'react'
import { formatHora, formatMonto, formatTasa, sinCortar } from '../../core/formato.ts'
import { Fallo } from '../../web/crud/lista/lista.tsx'
import { Ficha } from '../../web/crud/valores.tsx'
import { copiar } from '../../web/navegador.ts'
import classes from './calculadora.module.css'
import { Corredor, type Estado, Montos } from './campos.tsx'
import { Copiar } from './copiar.tsx'
import { CrearOperacion } from './crear-operacion.tsx'
import { CrearOrden } from './crear-orden.tsx'
import { Edad, UltimasTasas, useUltimas } from './sin-linea.tsx'
import { Tarjetas } from './tarjetas.tsx'
import { useConversion } from './use-conversion.tsx'
import { Antes, Vencida } from './vigencia.tsx'

/** Content of the calculator's window: typing on either side updates the other; Enter continues. */
export function Conversion({ cerrar }: { cerrar: () => void }) {
  const ultimas = useUltimas()
  const estado = useConversion()
  const { fallo, reintentar, vigencia, recotizar, de, a } = estado
  if (fallo) return <Fallo error={fallo} reintentar={reintentar} />
  const { cotizada, anterior, vencida } = vigencia
  function enter(event: FormEvent) {
    event.preventDefault()
    if (vencida) return void recotizar()
    const text = mensaje(estado)
    if (text) void copiar(text)
  }
  return (
    <form className="pila hueco-16" noValidate onSubmit={enter}>
      {ultimas && <Edad en={ultimas.en} />}
      <Corredor {...estado} />
      <Montos {...estado} />
      {cotizada && anterior && de && a && (
        <Antes anterior={anterior} ahora={cotizada} de={de} a={a} />
      )}
      {cotizada && vencida && <Vencida hasta={cotizada.hasta} recotizar={() => void recotizar()} />}
      <Frase {...estado} />
      <Acciones estado={estado} cerrar={cerrar} />
      <Tarjetas
        pares={estado.tarjetas}
        total={estado.error && estado.lado === 'recibe' ? null : estado.recibe}
      />
      {ultimas && <UltimasTasas {...ultimas} />}
      {/* Enter submits only a form that has a submit button. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  )
}

/** Both amounts in words; null until the quote is complete. */
function enPalabras({ de, a, tasa, envia, recibe, error }: Estado): string | null {
  if (!de || !a || !tasa || !envia || !recibe || error) return null
  return `Envía ${formatMonto(envia, de)} y recibe ${formatMonto(recibe, a)}`
}

/** The message for the client: amounts, rate and validity. */
function mensaje(estado: Estado): string | null {
  const { tasa, vigencia, de, a } = estado
  const text = enPalabras(estado)
  if (!text || !tasa || !de || !a || vigencia.vencida) return null
  const until = vigencia.cotizada?.hasta ?? tasa.valida_hasta
  const tasaTexto = formatTasa(tasa.tasa, tasa.precision)
  const said = `${text}.\nTasa ${de.iso} → ${a.iso}: ${tasaTexto}`
  return until ? `${said}\nVálida hasta las ${formatHora(until)}.` : said
}

function Frase(estado: Estado) {
  return (
    <div className={classes.frase}>
      <p role="status">{sinCortar(enPalabras(estado) ?? '')}</p>
      {estado.tasa?.rancia && <Ficha tono="aviso">Tasa sin confirmar hoy</Ficha>}
    </div>
  )
}

/** The next steps, once there is a quote. */
function Acciones({ estado, cerrar }: { estado: Estado; cerrar: () => void }) {
  const text = mensaje(estado)
  if (!text) return null
  return (
    <div className="fila">
      <Copiar texto={text} />
      <CrearOperacion estado={estado} cerrar={cerrar} />
      <CrearOrden estado={estado} cerrar={cerrar} />
    </div>
  )
}
